"""For those who watch the bot: /healthz and /metrics, on this machine only unless the host says otherwise."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from aiohttp import web

from bot.gauges import Gauges
from storage import DatabaseTrouble, Store

if TYPE_CHECKING:
    from bot.client import Grognard

SAMPLE = 0.25
"""Seconds between two looks at the event loop."""
SAMPLES = 240
MOST_LAG = 1.0
MOST_BEATS = 2
"""Heartbeats that may stay without an answer."""
WRITTEN_IN = 2.0
MOST_COUNTED = 1000
CONTENT = "text/plain; version=0.0.4; charset=utf-8"


def address(text: str) -> tuple[str, int]:
    """Host and port of "9815" or "127.0.0.1:9815". Raises ValueError."""
    host, _, port = text.strip().rpartition(":")
    number = int(port)
    if not 0 <= number <= 65535:
        raise ValueError(f"no such port: {number}")
    return host.strip("[]") or "127.0.0.1", number


class Watch:
    """Looks after one bot after another (`bot`: the one that is connected now, or tries to be)."""

    def __init__(self, store: Store, gauges: Gauges) -> None:
        self.store = store
        self.gauges = gauges
        store.committed = gauges.committed.observe
        self._lags: deque[float] = deque(maxlen=SAMPLES)
        self._runner: web.AppRunner | None = None
        self._sampling: asyncio.Task[None] | None = None
        self.bot: Grognard | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen; the port (of 0, the one that was free). Raises OSError."""
        app = web.Application()
        app.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._metrics)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        self._sampling = asyncio.create_task(self._sample(), name="watch")
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Listen no more."""
        if self._sampling is not None:
            self._sampling.cancel()
            await asyncio.gather(self._sampling, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _sample(self) -> None:
        """Notice when the event loop was held up."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(SAMPLE)
            self._lags.append(max(0.0, time.perf_counter() - before - SAMPLE))

    async def _healthz(self, request: web.Request) -> web.Response:
        """200 when all is well, else 503; which of loop, Discord and database is not."""
        found = {
            "loop": max(self._lags, default=0.0) < MOST_LAG,
            "discord": self._connected(),
            "database": await self._writable(),
        }
        return web.json_response(found, status=200 if all(found.values()) else 503)

    def _connected(self) -> bool:
        bot = self.bot
        if bot is None or bot.is_closed() or not bot.is_ready():
            return False
        age, interval = heartbeat(bot)
        return age <= MOST_BEATS * interval

    async def _writable(self) -> bool:
        try:
            async with asyncio.timeout(WRITTEN_IN), self.store.writing() as w:
                await w.touch()
            return True
        except (DatabaseTrouble, TimeoutError, RuntimeError):
            return False

    async def _metrics(self, request: web.Request) -> web.Response:
        """Everything measured."""
        gauges = self.gauges
        gauges.lag.set(max(self._lags, default=0.0))
        gauges.connected.set(self._connected())
        gauges.heartbeat.set(heartbeat(self.bot)[0] if self.bot is not None else 0.0)
        try:
            letters = await self.store.letters(MOST_COUNTED)
            gauges.waiting.set(len(letters))
            gauges.oldest.set(max(0.0, time.time() - letters[0].at.timestamp()) if letters else 0.0)
            gauges.playing.set(len(await self.store.games("playing")))
        except DatabaseTrouble:
            gauges.failed.labels(kind="database").inc()
        return web.Response(body=gauges.text(), headers={"Content-Type": CONTENT})


def heartbeat(bot: Grognard) -> tuple[float, float]:
    """Seconds since Discord last answered a heartbeat, and between two of ours; the library shows neither."""
    alive = getattr(bot.ws, "_keep_alive", None)
    if alive is None:
        return 0.0, 0.0
    return max(0.0, time.perf_counter() - alive._last_ack), float(alive.interval or 0.0)
