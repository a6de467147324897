"""The gateway connection to Discord, independent of the bot's purpose."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from discord.ext import commands

from bot.connection.arrivals import Arrivals
from bot.connection.sessions.resuming_socket import install
from bot.runtime.metrics import Metrics
from storage import Lease, ShardSession

install()

log = logging.getLogger(__name__)


class GatewayClient(commands.Bot):
    """A client that no event puts off, and that does not introduce itself too often. `steady` counts seconds,
    `sessions` how often the bot has introduced itself."""

    def __init__(
        self,
        metrics: Metrics,
        identify_budget: SessionBudget,
        steady: Callable[[], float],
        /,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.metrics = metrics
        self.identify_budget = identify_budget
        self._steady = steady
        self._lost_at: float | None = steady()
        self._to_resume = ShardSession()
        self._lease: Lease | None = None
        # An event without a key that the library expects would end the connection: let it be lost alone.
        # There is no public way to it but this table of readers, which the library fills once and then only
        # reads. READY is left as it is: nothing works without it, and the next connection brings another.
        parsers = self._connection.parsers
        parsers.update(
            {name: self._forgiving(name, p) for name, p in parsers.items() if name.lower() != "ready"}
        )
        parsers["INTERACTION_CREATE"] = Arrivals(parsers["INTERACTION_CREATE"]).add

    def _forgiving(self, name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        def parsed(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:
                why = repr(error) if isinstance(error, KeyError) else type(error).__name__  # no contents
                log.error("an event (%s) cannot be read and is skipped: %s", name, why)
                self.metrics.failed.labels(kind="event").inc()

        return parsed

    async def until_may_connect(self) -> None:
        """Wait while another process may have the session, which would lose it. Raises LeaseInDoubt where one
        has it."""
        if self._lease is not None:
            await self._lease.until_certain()

    def only_while(self, lease: Lease) -> None:
        """Ask nothing of Discord, and do not connect, once another process may have the lease; answers to
        interactions, which only this process has, go another way. Raises LeaseInDoubt instead."""
        self._lease = lease
        request = self.http.request

        async def asked(*args: Any, **options: Any) -> Any:
            lease.check()
            return await request(*args, **options)

        self.http.request = asked  # type: ignore[method-assign]

    def resume(self, session: ShardSession) -> None:
        """Go on with a session of another process when it connects."""
        self._to_resume = session

    def take_session(self) -> ShardSession:
        """The session to go on with, once."""
        session, self._to_resume = self._to_resume, ShardSession()
        return session

    @property
    def session(self) -> ShardSession:
        """How another process would resume the session."""
        socket = self.ws
        if socket is None or not socket.session_id:
            return ShardSession()
        return ShardSession(socket.session_id, str(socket.gateway), socket.sequence)

    @property
    def away(self) -> float:
        """For how many seconds there has been no Discord."""
        return 0.0 if self._lost_at is None else self._steady() - self._lost_at

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on; none once the client is closed: discord.py may come round to "ready" then."""
        if self.is_closed():
            return
        if event_name in ("ready", "resumed"):
            self._lost_at = None
        elif event_name == "disconnect" and self._lost_at is None:
            self._lost_at = self._steady()
        super().dispatch(event_name, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until another session may be begun. Raises TooOften when that is long."""
        await self.identify_budget.introduce(self, shard_id)


DAY = 86_400.0
PACE = ((1, 5.0), (9, 60.0))
"""At most so many in so many seconds, within a process."""
MOST_A_DAY = 900
"""Within a day, whichever process it was."""
HELD = 30.0
"""Seconds a connection may wait before it introduces itself; Discord closes those that wait long."""


class TooOften(Exception):
    """It has introduced itself so often that it must wait longer than a connection stays open."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)  # seconds


class SessionBudget(Protocol):
    """Counts sessions begun."""

    def wait(self) -> float:
        """Seconds until another one may be begun."""

    async def introduce(self, client: Any, shard: int | None) -> None:
        """Wait until another one may be begun, and begin it. Raises TooOften when that is long."""


class IdentifyBudget:
    """Counts sessions begun. `file` keeps the times of the last day, None for this process alone."""

    def __init__(
        self,
        file: Path | None = None,
        clock: Callable[[], float] = time.time,
        pace: Sequence[tuple[int, float]] = PACE,
        most: int = MOST_A_DAY,
    ) -> None:
        self._file = file
        self._clock = clock
        self._pace = pace
        self._most = most
        self._own: list[float] = []
        self._all = self._read()

    def wait(self) -> float:
        """Seconds until another one may be begun."""
        now = self._clock()
        limits = [(self._own, *each) for each in self._pace] + [(self._all, self._most, DAY)]
        return max(_wait(times, most, within, now) for times, most, within in limits)

    async def introduce(self, client: Any, shard: int | None) -> None:
        """Wait until another one may be begun, and begin it. Raises TooOften when that is long."""
        wait = self.wait()
        if wait > HELD:
            raise TooOften(wait)
        await asyncio.sleep(wait)
        self.begin()

    def begin(self) -> None:
        """Another one is begun."""
        now = self._clock()
        self._own = [*_lately(self._own, now), now]
        self._all = [*_lately(self._all, now), now]
        if self._file is not None:
            half = self._file.with_name(self._file.name + ".part")
            with contextlib.suppress(OSError):  # a full disk: this process still knows
                half.write_text("".join(f"{int(at)}\n" for at in self._all), encoding="ascii")
                os.replace(half, self._file)

    def _read(self) -> list[float]:
        if self._file is None:
            return []
        try:
            words = self._file.read_text(encoding="ascii", errors="replace").split()
        except OSError:
            return []
        return sorted(float(word) for word in words if word.isdecimal())


def _lately(times: Sequence[float], now: float) -> list[float]:
    """Those of the last day; none in the future, in case the clock was set back."""
    return [at for at in times if now - DAY < at <= now]


def _wait(times: Sequence[float], most: int, within: float, now: float) -> float:
    recent = [at for at in times if now - within < at <= now]
    return 0.0 if len(recent) < most else recent[-most] + within - now
