"""Observe every REST call and pause when Discord rejects the token or rate-limits us.

What does not come from Discord counts as no answer. Where Discord refuses the token, asks for silence, or has
refused so much that it would soon shut this address out, nothing is asked in the bot's name for a while:
people are answered all the same, for that goes by their interaction.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord

from bot.connection.discord_clock import DiscordClock
from bot.runtime.metrics import Metrics

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
    """The response is not from Discord."""


class Paused(aiohttp.ClientError):
    """Not now: in `retry_after` seconds. `here`: this call alone, and others may be made."""

    def __init__(self, retry_after: float, *, here: bool = False) -> None:
        super().__init__(f"not for the next {retry_after:.0f} s")
        self.retry_after = retry_after
        self.here = here


def passing(error: discord.HTTPException) -> bool:
    """Whether the same call may get through later."""
    return isinstance(error, discord.DiscordServerError) or error.status in (401, 429)


def wait(error: BaseException, seconds: float) -> float:
    """How long to wait after an error: so many seconds, or longer when it says so."""
    return max(seconds, float(getattr(error, "retry_after", 0.0)))


class RestGuard:
    """Looks at all calls of a client, which takes `trace` as its `http_trace`. `steady` counts seconds;
    `discord_clock` learns Discord's time from the answers."""

    def __init__(
        self,
        metrics: Metrics,
        steady: Callable[[], float] = time.monotonic,
        discord_clock: DiscordClock | None = None,
    ) -> None:
        self._gauges = metrics
        self._discord_clock = discord_clock or DiscordClock(discord.utils.utcnow, steady)
        self._steady = steady
        self._silent_until = -math.inf
        self._refused: deque[float] = deque(maxlen=MOST_REFUSED)
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._on_request_start)
        self.trace.on_request_end.append(self._on_request_end)

    @property
    def paused(self) -> float:
        """For how many seconds nothing is asked in the bot's name."""
        return max(0.0, self._silent_until - self._steady())

    async def _on_request_start(
        self, session: aiohttp.ClientSession, about: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if self.paused and "Authorization" in params.headers:
            raise Paused(self.paused)
        about.asked = self._discord_clock.host()

    async def _on_request_end(
        self, session: aiohttp.ClientSession, about: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = params.response
        if not str(params.url).startswith(discord.http.Route.BASE):
            return  # the gateway, an attachment
        if not sane(answer.headers):
            # There is no public way to let the library do without them: it would break, or wait for ever.
            headers = answer.headers.copy()
            for name in {n for n in headers if n.lower().startswith("x-ratelimit-")}:
                headers.popall(name, None)
            answer._headers = answer._cache["headers"] = headers  # type: ignore[assignment]
        if answer.status in (401, 403, 429):
            self._note_refusal(answer.status)
        if answer.status == 401 and "Authorization" in params.headers:
            self._fall_silent(TOKEN_REFUSED, NO_TOKEN, TOKEN_REFUSED)
            if not params.url.path.endswith("/users/@me"):  # there the library says what it means
                raise Paused(TOKEN_REFUSED)
        elif answer.status == 429:
            self._heed_limit(answer.headers)
        elif answer.status in (200, 201, 202) and answer.content_type != "application/json":
            raise NotDiscord(f"{answer.status} with {answer.content_type}")
        self._discord_clock.answered(answer.headers.get("Date", ""), about.asked)
        self._discord_clock.tell()

    def _note_refusal(self, status: int) -> None:
        """Count a refusal; fall silent when there were too many."""
        self._gauges.turned_away.labels(status=str(status)).inc()
        now = self._steady()
        if len(self._refused) == MOST_REFUSED and self._refused[0] > now - WITHIN:
            seconds = self._refused[0] + WITHIN - now
            self._fall_silent(seconds, "Discord has refused %s calls in a row of minutes", MOST_REFUSED)
            self._refused.clear()
        self._refused.append(now)

    def _heed_limit(self, headers: Mapping[str, str]) -> None:
        """Raises Silenced where a limit is for all of us, or for longer than a call can wait in its place."""
        seconds = _seconds(headers.get("Retry-After"))
        if not headers.get("Via"):
            shut = max(SHUT_OUT, seconds or 0.0)
            self._fall_silent(shut, "Discord's edge lets nothing through; again in %.0f s", shut)
            raise Paused(shut)
        if "X-RateLimit-Global" in headers or headers.get("X-RateLimit-Scope") == "global":
            whole = seconds or 1.0
            self._fall_silent(whole, "Discord asks for silence everywhere; again in %.0f s", whole)
            raise Paused(whole)
        if seconds is not None and seconds > LONGEST_WAIT:
            raise Paused(seconds, here=True)

    def _fall_silent(self, seconds: float, why: str, *facts: float) -> None:
        if not self.paused:
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
        seconds = float(text or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
