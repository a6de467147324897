"""Work in threads beside the event loop, in fair turns (see `fair_queue`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from bot.runtime.fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 3
"""Threads that calculate at once. They share one interpreter: more would only delay the event loop."""
CURIOUS = 2
"""Of these, so many out of curiosity: an order never waits for the long odds of others."""

_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, FairQueue] = WeakKeyDictionary()


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns, calculated in a thread when its requester's turn has come."""
    return await queue().run(partial(asyncio.to_thread, function, *args, **kwargs))


def queue() -> FairQueue:
    """The queue for the threads of the running loop."""
    return _queues.setdefault(asyncio.get_running_loop(), FairQueue(AT_ONCE, curious=CURIOUS))
