"""Work that runs to its end even when the caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def shielded(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """The result of `work`, which runs to its end even when the caller is cancelled meanwhile.

    The cancellation is raised only then. A statement cut short would leave a connection in an unknown
    state; SQLAlchemy throws such a connection away and opens a second one beside it.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                continue
        if not task.cancelled():
            task.exception()  # retrieved, or asyncio would log it: the caller gets the cancellation
        raise
