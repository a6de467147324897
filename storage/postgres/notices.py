"""What other processes have written, heard by LISTEN on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from storage.errors import DatabaseTrouble
from storage.processes.changes import Change
from storage.processes.repeated import Repeated

log = logging.getLogger(__name__)

CHANNEL = "grognard"
BEAT = 3.0
"""Seconds between two questions whether the line still stands."""
AGAIN = 0.5
"""Seconds until a lost line is tried again."""


async def follow(
    connect: Callable[[], Awaitable[Any]],
    heard: Callable[[str, Change], None],
    in_touch: Callable[[bool], None],
) -> None:
    """Tell `heard` of what is written and by whom, until cancelled. `in_touch` is told when everything is
    heard from now on, and when it no longer is."""

    def received(_connection: Any, _pid: int, _channel: str, text: str) -> None:
        heard(*Change.from_text(text))

    warn = Repeated(log)
    while True:
        try:
            line = await connect()
        except DatabaseTrouble as trouble:
            warn("other processes cannot be heard: %s", trouble.reason)
            await asyncio.sleep(AGAIN)
            continue
        try:
            await line.add_listener(CHANNEL, received)
            in_touch(True)
            warn.over()
            while not line.is_closed():
                await asyncio.sleep(BEAT)
                async with asyncio.timeout(BEAT):
                    await line.execute("SELECT 1")
        except Exception as error:  # whatever it is, another line is tried
            log.warning("other processes are not heard any more: %s", type(error).__name__)
        finally:
            in_touch(False)
            line.terminate()
        await asyncio.sleep(AGAIN)
