"""Every REST call to Discord, seen where all of them pass, and what is to be thought of its answer.

What does not come from Discord counts as no answer. Where Discord refuses the token, asks for silence, or has
refused so much that it would soon shut this address out, nothing is asked in the bot's name for a while:
people are answered all the same, for that goes by their interaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord

from bot.gauges import Gauges

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_WAIT = 30.0
"""Seconds that a call may wait in its place; whatever is to wait longer comes back later."""
TOKEN_REFUSED = 300.0
"""Seconds until a token that was refused is tried again."""
SHUT_OUT = 60.0
"""Seconds of silence where Discord's edge does not let us through and does not say for how long."""
MOST_REFUSED, WITHIN = 5_000, 600.0
"""Refusals (401, 403, 429) in so many seconds after which we fall silent: at 10,000 Discord shuts us out."""
NO_TOKEN = (
    "Discord does not know the token any more: it was reset, or the application is gone. Copy the new one"
    " from the Bot page of the application (https://discord.com/developers/applications) into .env as"
    " DISCORD_TOKEN, then start the bot again. Nothing is lost; it is tried again every %.0f s."
)
LIMITS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset-After", "X-RateLimit-Reset")


class NotDiscord(aiohttp.ClientError):
    """What came back is somebody else's page."""


class Garbled(aiohttp.ClientError):
    """Discord has probably done it, and its answer cannot be read."""


class Silenced(aiohttp.ClientError):
    """Not now: in `retry_after` seconds. `here`: this call alone, and others may be made."""

    def __init__(self, retry_after: float, *, here: bool = False) -> None:
        super().__init__(f"not for the next {retry_after:.0f} s")
        self.retry_after = retry_after
        self.here = here


LOST = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError, discord.RateLimited)
"""Errors after which nobody knows whether Discord took the call, or it was not to be made now."""
STRANGE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What the library stumbles over when Discord has answered otherwise than it used to; the call was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait for Discord, in seconds: for it to take an acknowledgement, an answer, and anything
    else; `pause` is the first wait before something is tried again, which doubles."""

    acknowledged: float = 2.0
    answered: float = 30.0
    sent: float = 60.0
    pause: float = 1.0


async def told(call: Awaitable[T], seconds: float) -> T:
    """What Discord says to a call within so many seconds. Raises Garbled when that cannot be read."""
    try:
        async with asyncio.timeout(seconds):
            return await call
    except STRANGE as error:
        log.warning("an answer of Discord's cannot be read (%s)", type(error).__name__)
        raise Garbled from error


def passing(error: discord.HTTPException) -> bool:
    """Whether the same call may get through later."""
    return isinstance(error, discord.DiscordServerError) or error.status in (401, 429)


def wait(error: BaseException, seconds: float) -> float:
    """How long to wait after an error: so many seconds, or longer when it says so."""
    return max(seconds, float(getattr(error, "retry_after", 0.0)))


class Bell:
    """Wakes those who wait before they try something again."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """It may go better now."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait for so many seconds, a little more than others do, or until it rings."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * random.uniform(1.0, 1.2)):
                await self._rung.wait()


class Wire:
    """Looks at all calls of a client, which takes `trace` as its `http_trace`. `steady` counts seconds."""

    def __init__(self, gauges: Gauges, steady: Callable[[], float] = time.monotonic) -> None:
        self._gauges = gauges
        self._steady = steady
        self._silent_until = -math.inf
        self._refused: deque[float] = deque(maxlen=MOST_REFUSED)
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._asked)
        self.trace.on_request_end.append(self._answered)

    @property
    def silent(self) -> float:
        """For how many seconds nothing is asked in the bot's name."""
        return max(0.0, self._silent_until - self._steady())

    async def _asked(
        self, session: aiohttp.ClientSession, about: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if self.silent and "Authorization" in asked.headers:
            raise Silenced(self.silent)

    async def _answered(
        self, session: aiohttp.ClientSession, about: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = told.response
        if not str(told.url).startswith(discord.http.Route.BASE):
            return  # the gateway, an attachment
        if not sane(answer.headers):
            # There is no public way to let the library do without them: it would break, or wait for ever.
            kept = answer.headers.copy()
            for name in {n for n in kept if n.lower().startswith("x-ratelimit-")}:
                kept.popall(name, None)
            answer._headers = answer._cache["headers"] = kept  # type: ignore[assignment]
        if answer.status in (401, 403, 429):
            self._note_refusal(answer.status)
        if answer.status == 401 and "Authorization" in told.headers:
            self._fall_silent(TOKEN_REFUSED, NO_TOKEN, TOKEN_REFUSED)
            if not told.url.path.endswith("/users/@me"):  # there the library says what it means
                raise Silenced(TOKEN_REFUSED)
        elif answer.status == 429:
            self._heed_limit(answer.headers)
        elif answer.status in (200, 201, 202) and answer.content_type != "application/json":
            raise NotDiscord(f"{answer.status} with {answer.content_type}")

    def _note_refusal(self, status: int) -> None:
        """Count a refusal; fall silent when there were too many."""
        self._gauges.turned_away.labels(status=str(status)).inc()
        now = self._steady()
        if len(self._refused) == MOST_REFUSED and self._refused[0] > now - WITHIN:
            left = self._refused[0] + WITHIN - now
            self._fall_silent(left, "Discord has refused %s calls in a row of minutes", MOST_REFUSED)
            self._refused.clear()
        self._refused.append(now)

    def _heed_limit(self, headers: Mapping[str, str]) -> None:
        """Raises Silenced where a limit is for all of us, or for longer than a call can wait in its place."""
        seconds = _seconds(headers.get("Retry-After"))
        if not headers.get("Via"):
            shut = max(SHUT_OUT, seconds or 0.0)
            self._fall_silent(shut, "Discord's edge lets nothing through; again in %.0f s", shut)
            raise Silenced(shut)
        if "X-RateLimit-Global" in headers or headers.get("X-RateLimit-Scope") == "global":
            whole = seconds or 1.0
            self._fall_silent(whole, "Discord asks for silence everywhere; again in %.0f s", whole)
            raise Silenced(whole)
        if seconds is not None and seconds > LONGEST_WAIT:
            raise Silenced(seconds, here=True)

    def _fall_silent(self, seconds: float, why: str, *facts: float) -> None:
        if not self.silent:
            log.error(why, *facts)
        self._silent_until = max(self._silent_until, self._steady() + seconds)


def sane(headers: Mapping[str, str]) -> bool:
    """Whether what an answer says of limits can be understood; also where it says nothing."""
    if "X-RateLimit-Remaining" not in headers:
        return True
    limit, remaining, after, at = (_seconds(headers.get(name)) for name in LIMITS)
    lasts = after if "X-RateLimit-Reset-After" in headers else at
    counted = "X-RateLimit-Limit" not in headers or (limit is not None and limit >= 1)
    whole = all(headers.get(name, "0").isdecimal() for name in LIMITS[:2])
    return counted and whole and remaining is not None and lasts is not None


def _seconds(text: str | None) -> float | None:
    """A number that is none below zero; None for anything else."""
    try:
        found = float(text or "")
    except ValueError:
        return None
    return found if math.isfinite(found) and found >= 0 else None
