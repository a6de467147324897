"""Work that is finished even when nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def unbroken(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """The result of `work`, which runs to its end even when the caller is cancelled meanwhile.

    The cancellation is raised only then. A statement cut short would leave a connection whose state
    nobody knows; SQLAlchemy throws such a connection away and opens a second one beside it.
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
            task.exception()  # seen: the cancellation is what the caller gets
        raise
