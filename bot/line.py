"""The line to Discord: what a client does about it, whatever the bot is for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from discord.ext import commands

from bot.gauges import Gauges
from bot.sessions import HELD, Sessions, TooOften

log = logging.getLogger(__name__)


class Line(commands.Bot):
    """A client that no event puts off, and that does not introduce itself too often. `steady` counts seconds,
    `sessions` how often the bot has introduced itself."""

    def __init__(
        self, gauges: Gauges, sessions: Sessions, steady: Callable[[], float], /, **options: Any
    ) -> None:
        super().__init__(**options)
        self.gauges = gauges
        self.sessions = sessions
        self._steady = steady
        self._lost_at: float | None = steady()
        # An event without a key that the library expects would end the connection: let it be lost alone.
        # There is no public way to it but this table of readers, which the library fills once and then only
        # reads. READY is left as it is: nothing works without it, and the next connection brings another.
        parsers = self._connection.parsers
        parsers.update(
            {name: self._forgiving(name, p) for name, p in parsers.items() if name.lower() != "ready"}
        )

    def _forgiving(self, name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        def parsed(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:
                why = repr(error) if isinstance(error, KeyError) else type(error).__name__  # no contents
                log.error("an event (%s) cannot be read and is passed over: %s", name, why)
                self.gauges.failed.labels(kind="event").inc()

        return parsed

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
        wait = self.sessions.wait()
        if wait > HELD:
            raise TooOften(wait)
        await asyncio.sleep(wait)
        self.sessions.begin()
