"""Monitoring endpoints: /healthz and /metrics, on this machine only by default."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Protocol

from aiohttp import web

from bot.runtime.fair_queue import FairQueue
from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble, Share, Store

SAMPLE = 0.25
"""Seconds between two looks at the event loop."""
SAMPLES = 240
MOST_LAG = 1.0
MOST_BEATS = 2
"""Heartbeats that may stay without an answer."""
ANSWERED_IN = 2.0
"""Seconds for which the database is asked: who asks here does not wait longer than some."""
CONTENT = "text/plain; version=0.0.4; charset=utf-8"


def address(text: str) -> tuple[str, int]:
    """Host and port of "9815" or "127.0.0.1:9815". Raises ValueError."""
    host, _, port = text.strip().rpartition(":")
    number = int(port)
    if not 0 <= number <= 65535:
        raise ValueError(f"no such port: {number}")
    return host.strip("[]") or "127.0.0.1", number


class Watched(Protocol):
    """What is asked of the client of a shard."""

    ws: Any

    @property
    def share(self) -> Share:
        """The servers whose work it does."""

    @property
    def deadline_lag(self) -> float:
        """Seconds for which the oldest deadline has been due."""

    @property
    def picture_queues(self) -> Collection[FairQueue]:
        """The turns of its pictures, which several shards may have together."""

    def is_closed(self) -> bool:
        """Whether it has ended."""

    def is_ready(self) -> bool:
        """Whether Discord has told all that it needs."""


class HealthServer:
    """Looks after one bot after another, for each shard."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        store.subscribe(metrics.committed.observe)
        self._lags: deque[float] = deque(maxlen=SAMPLES)
        self._runner: web.AppRunner | None = None
        self._sampling: asyncio.Task[None] | None = None
        self._clients: dict[int, Watched] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    @property
    def client(self) -> Watched | None:
        """The connection of the first of its shards."""
        return self._clients[min(self._clients)] if self._clients else None

    def watch(self, client: Watched, shard: int = 0) -> None:
        """Report on this connection from now on, in place of the one before for that shard."""
        self._clients[shard] = client

    def leave(self, shard: int) -> None:
        """Report on a shard no more."""
        self._clients.pop(shard, None)

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
        tasks = [*self._asking.values(), *([] if self._sampling is None else [self._sampling])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
        checks = {
            "loop": max(self._lags, default=0.0) < MOST_LAG,
            "discord": self._connected(),
            "database": await self._writable(),
        }
        return web.json_response(checks, status=200 if all(checks.values()) else 503)

    def _connected(self) -> bool:
        return bool(self._clients) and all(map(_connected, self._clients.values()))

    async def _writable(self) -> bool:
        try:
            return await self._asked("writable", self._check_writable)
        except (DatabaseTrouble, RuntimeError):
            return False

    async def _check_writable(self) -> None:
        async with self.store.writing(apart=True) as tx:
            await tx.check_writable()

    async def _asked(self, what: str, ask: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Whether the database has answered in time. A question without an answer is waited for the next
        time: what runs cannot be cut short, and no second one is asked beside it."""
        task = self._asking.get(what)
        if task is None or task.done():
            task = self._asking[what] = asyncio.create_task(ask(), name=what)
            task.add_done_callback(lambda late: late.cancelled() or late.exception())
        done, _ = await asyncio.wait({task}, timeout=ANSWERED_IN)
        if done:
            task.result()
        return bool(done)

    async def _metrics(self, request: web.Request) -> web.Response:
        """Everything measured."""
        metrics = self.metrics
        metrics.lag.set(max(self._lags, default=0.0))
        waiting, age = self.store.waiting
        metrics.writes_waiting.set(waiting)
        metrics.writes_age.set(age)
        queues = {queue for client in self._clients.values() for queue in client.picture_queues}
        metrics.pictures.set(sum(queue.length for queue in queues))
        metrics.of_shards(
            {
                metrics.connected: {n: float(_connected(c)) for n, c in self._clients.items()},
                metrics.heartbeat: {n: heartbeat(c)[0] for n, c in self._clients.items()},
                metrics.deadline_lag: {n: c.deadline_lag for n, c in self._clients.items()},
            }
        )
        try:
            answered = await self._asked("measured", self._measure_database)
        except DatabaseTrouble:
            answered = False
        if not answered:
            metrics.failed.labels(kind="database").inc()
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT})

    async def _measure_database(self) -> None:
        """The games, and the posts that wait, by shard. Raises DatabaseTrouble."""
        self.metrics.playing.set(len(await self.store.games.ids_playing()))
        counts = {client.share.count for client in self._clients.values()}
        waiting = await self.store.outbox.waiting_by_shard(max(counts, default=1))
        now = self.store.session.now()
        found = {shard: waiting.get(shard, (0, now)) for shard in self._clients}
        self.metrics.of_shards(
            {
                self.metrics.waiting: {shard: posts for shard, (posts, _) in found.items()},
                self.metrics.oldest: {
                    shard: max(0.0, (now - oldest).total_seconds()) for shard, (_, oldest) in found.items()
                },
            }
        )


def _connected(bot: Watched) -> bool:
    if bot.is_closed() or not bot.is_ready():
        return False
    age, interval = heartbeat(bot)
    return age <= MOST_BEATS * interval


def heartbeat(bot: Watched) -> tuple[float, float]:
    """Seconds since Discord last answered a heartbeat, and between two of ours; the library shows neither."""
    alive = getattr(bot.ws, "_keep_alive", None)
    if alive is None:
        return 0.0, 0.0
    return max(0.0, time.perf_counter() - alive._last_ack), float(alive.interval or 0.0)
