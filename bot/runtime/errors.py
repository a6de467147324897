"""Log and count unexpected errors in background tasks, with a reference number."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble

log = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0
NOT_OURS = "not_ours"
"""Why the database refuses what is written about a shard that another process has: no trouble, since that one
goes on, and the client of this one ends."""


def not_ours(error: BaseException) -> bool:
    """Whether the database refuses what is written about a shard that another process has."""
    return isinstance(error, DatabaseTrouble) and error.reason == NOT_OURS


def level_of(error: BaseException, usual: int = logging.ERROR) -> int:
    """How loudly to tell of what a task tries again."""
    return logging.INFO if not_ours(error) else usual


def log_failure(metrics: Metrics, task: str, error: BaseException, about: object = "") -> str:
    """Write an error of a task down; the number by which it is found in the log."""
    number = secrets.token_hex(4)
    if not_ours(error):
        log.info("%s is left to the process that has its shard now", f"{task} {about}".strip())
        return number
    metrics.stumbled.labels(task=task).inc()
    log.error("%s: %s failed", number, f"{task} {about}".strip(), exc_info=error)
    return number


async def retry_forever(
    work: Callable[[], Awaitable[object]],
    metrics: Metrics,
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
            log_failure(metrics, task, error)
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)
