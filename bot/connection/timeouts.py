"""How long to wait for Discord, and what can go wrong while waiting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTION_ERRORS = (
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    discord.DiscordServerError,
    discord.RateLimited,
)
"""Errors that leave it unknown whether Discord accepted the call, or that postpone it."""
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What the library stumbles over when Discord has answered otherwise than it used to; the call was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long to wait, in seconds: for Discord to take an acknowledgement, an answer, and anything else;
    `pause` is the first wait before something is tried again, which doubles. Discord itself waits 3 seconds
    for the first answer: an interaction older than `too_late` is not carried out, and a form is found within
    `form`, since only a first answer can be one. One that is not older than `early` may be worked on before
    it is acknowledged, for as long as `at_once`. Whether a message is the lesson of who pressed in it must be
    found within `lesson`; otherwise the answer is private."""

    too_late: float = 2.5
    form: float = 1.5
    early: float = 1.0
    at_once: float = 0.1
    lesson: float = 0.5
    acknowledged: float = 2.0
    answered: float = 30.0
    sent: float = 60.0
    pause: float = 1.0


class Garbled(aiohttp.ClientError):
    """Discord has probably done it, and its answer cannot be read."""


async def within_timeout(call: Awaitable[T], seconds: float) -> T:
    """What Discord says to a call within so many seconds. Raises Garbled when that cannot be read."""
    try:
        async with asyncio.timeout(seconds):
            return await call
    except UNREADABLE as error:
        log.warning("a response from Discord cannot be read (%s)", type(error).__name__)
        raise Garbled from error


async def is_done_within(task: asyncio.Task[Any], seconds: float) -> bool:
    """Whether a task, which goes on, has come to its end within so many seconds."""
    return bool((await asyncio.wait({task}, timeout=seconds))[0])
