"""An error nobody expected in work that nobody waits for: logged with a number, counted, and life goes on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.gauges import Gauges

log = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0


def note(gauges: Gauges, task: str, error: BaseException, about: object = "") -> str:
    """Write an error of a task down; the number by which it is found in the log."""
    number = secrets.token_hex(4)
    gauges.stumbled.labels(task=task).inc()
    log.error("%s: %s has failed", number, f"{task} {about}".strip(), exc_info=error)
    return number


async def insist(
    work: Callable[[], Awaitable[object]],
    gauges: Gauges,
    task: str,
    *,
    pause: float = 1.0,
    over: Callable[[], bool] = lambda: False,
) -> None:
    """Do some work, again and again until it has come to its end, or all is over."""
    while True:
        try:
            await work()
            return
        except Exception as error:
            if over():
                return
            note(gauges, task, error)
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)
