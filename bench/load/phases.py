"""The phases of a load test, in order: each yields figures and continues with the same games."""

from __future__ import annotations

import asyncio
import os
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

from bench.harness import Figure
from bench.load.games import OngoingGame
from bench.load.players import Players, WaitTimes, beside
from bench.load.processes import Process, cpu_seconds, resident
from sandbox import Reply

TWENTY = 20
BURST = 40
BURST_EVERY = 5.0  # seconds
PLAYERS = 12
LOOKED_AT = 400
"""Games of which maps are asked for: twice as many as the bot keeps in memory."""
WARM_UP = 0.25  # of the orders: until caches are full
STALL = 0.05  # seconds between two looks at our own loop


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much of everything. Scripts have `length` orders at most, and games in play at least `left`
    of them left. Rates are commands a second, `seconds` are those of the open loop, `settling`
    those after the start until it is looked whether the bot has drawn the maps of all battles, `cache` is
    where these are kept (None: in a folder that is new)."""

    games: int = 1000
    scripts: int = 50
    length: int = 80
    left: int = 26
    orders: int = 20_000
    alone: int = 60
    seconds: float = 60.0
    rate: float = 80.0
    maps: float = 20.0
    rounds: int = 5
    settling: float = 45.0
    again: bool = True
    servers: int = 2500
    cache: Path | None = None


QUICK = Size(
    games=8, scripts=4, length=8, left=5, orders=30, alone=2, seconds=0.3, rate=16.0, maps=4.0, rounds=1,
    settling=0.0, again=False, servers=0,
)  # fmt: skip


@dataclass(slots=True)
class Run:
    """One run: its place, bot and games. `waiting` are the idle games with orders left, `shown` is what their
    players saw last."""

    players: Players
    bot: Process
    games: Sequence[OngoingGame]
    size: Size
    chance: random.Random = field(default_factory=lambda: random.Random(1809))
    last_replies: dict[int, Reply] = field(default_factory=dict)
    waiting: deque[OngoingGame] = field(default_factory=deque)

    def watched(self) -> list[OngoingGame]:
        """Games whose maps are requested: those of players who get pictures."""
        return [g for g in self.games[:LOOKED_AT] if g.player in self.players.seeing]

    def viewer(self) -> tuple[str, str]:
        """A player of one of these, and its channel."""
        game = self.chance.choice(self.watched())
        return game.player, game.channel

    async def order(self, waited: WaitTimes | None, game: OngoingGame) -> bool:
        """Give the next order of a game; whether there are more of them."""
        reply = await self.players.order(waited, game, self.last_replies.pop(game.number, None))
        if reply is None:
            game.lost = True  # noted as wrong; the others go on
        elif not game.over:
            self.last_replies[game.number] = reply
        return not game.over


# --- nothing else goes on ------------------------------------------------------------------------------


async def alone(run: Run, name: str) -> tuple[list[Figure], WaitTimes, WaitTimes]:
    """One command at a time: status, and maps. What both took is what loaded times are compared with."""
    texts, maps = WaitTimes(), WaitTimes()
    for _ in range(run.size.alone):
        await run.players.status(texts, *run.viewer())
        await run.players.map(maps, *run.viewer())
    figures = [
        *times(f"{name}: acknowledgement", [*texts.acknowledged, *maps.acknowledged]),
        *times(f"{name}: map", maps.answered, (50, 95)),
    ]
    return figures, texts, maps


async def twenty(run: Run, name: str) -> list[Figure]:
    """Twenty maps requested at once, of different games and by different people: the last picture."""
    seconds = []
    for _ in range(run.size.rounds):
        known = run.watched()
        games = run.chance.sample(known, min(TWENTY, len(known)))
        waited = WaitTimes()
        await asyncio.gather(*(run.players.map(waited, g.player, g.channel) for g in games))
        seconds.append(max(waited.answered, default=0.0))
    goal = 2.0
    return [
        Figure(name=f"{name}: last of twenty maps", value=max(seconds), goal=goal, unit="s", better="less"),
        Figure(name=f"{name}: last of twenty maps, best round", value=min(seconds), unit="s", better="less"),
    ]


# --- an open loop (goal 12) ----------------------------------------------------------------------------


async def open_loop(run: Run) -> list[Figure]:
    """Commands at random moments, whether or not those before are answered; the bot on one processor."""
    size, cores = run.size, _cores()
    pinned = len(cores) > 1 and run.bot.pin({cores[0]})
    if pinned:
        os.sched_setaffinity(0, set(cores[1:]))
    try:
        figures, texts, maps = await alone(run, "one core, unloaded")
        away = run.players.turned_away
        used = [cpu_seconds(pid) for pid in run.bot.all()], perf_counter()
        orders, map_times = WaitTimes(), WaitTimes()
        async with asyncio.TaskGroup() as under_way:
            end = perf_counter() + size.seconds
            while perf_counter() < end:
                await asyncio.sleep(run.chance.expovariate(size.rate))
                if run.chance.random() < size.maps / size.rate:
                    under_way.create_task(run.players.map(map_times, *run.viewer()))
                else:
                    under_way.create_task(_some_order(run, orders))
        busy = sum(cpu_seconds(pid) for pid in run.bot.all()) - sum(used[0])
    finally:
        if pinned:
            run.bot.pin(set(cores))
            os.sched_setaffinity(0, set(cores))
    acknowledged = [*orders.acknowledged, *map_times.acknowledged]
    before = _at(50, maps.answered), _at(95, [*texts.acknowledged, *maps.acknowledged])
    label = f"{size.rate:.0f} commands a second, {size.maps:.0f} of them maps"
    elapsed = perf_counter() - used[1]
    return [
        *figures,
        _over(f"{label}: map p95 v unloaded p50", _at(95, map_times.answered), before[0], 4.5),
        _over(f"{label}: acknowledgement p95 v unloaded", _at(95, acknowledged), before[1], 4.0),
        *times(f"{label}: map", map_times.answered, (50, 95, 99)),
        Figure(
            name=f"{label}: maps refused, four of theirs being drawn",
            value=run.players.turned_away - away,
            unit="",
            better="less",
        ),
        *times(f"{label}: order, in words", orders.answered, (50, 95, 99)),
        *times(f"{label}: acknowledgement", acknowledged),
        Figure(name=f"{label}: of the one core, the bot used", value=busy / elapsed, unit="", better="less"),
        Figure(name=f"{label}: until all was answered", value=elapsed, unit="s", better="less"),
    ]


async def _some_order(run: Run, waited: WaitTimes) -> None:
    """The next order of an idle game, by a player who prefers words to pictures; a status request if there
    is no such game."""
    game = next((g for g in run.waiting if g.player not in run.players.seeing), None)
    if game is None:
        await run.players.status(waited, *run.viewer())
        return
    run.waiting.remove(game)
    if await run.order(waited, game):
        run.waiting.append(game)


def _over(name: str, value: float, under: float, goal: float) -> Figure:
    return Figure(name=name, value=value / under if under else 0.0, goal=goal, better="less")


# --- a long time: memory, and acknowledgement while two pictures are drawn -------------------------------


@dataclass(slots=True)
class Samples:
    """Memory in megabytes after so many orders: of the bot, and of its drawing process."""

    orders: list[int] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    painter: list[float] = field(default_factory=list)

    def take(self, orders: int, bot: Process) -> None:
        """Look at it now."""
        self.orders.append(orders)
        self.bot.append(resident(bot.pid))
        self.painter.append(resident(bot.painter or 0))


@dataclass(slots=True)
class Long:
    """What is noted of a long time: what players, those who look at maps and the bursts waited for, memory,
    how late our own loop was, and who has used how much of a processor."""

    played: WaitTimes = field(default_factory=WaitTimes)
    watched: WaitTimes = field(default_factory=WaitTimes)
    bursts: WaitTimes = field(default_factory=WaitTimes)
    samples: Samples = field(default_factory=Samples)
    late: list[float] = field(default_factory=list)
    shares: Mapping[str, float] = field(default_factory=dict)


async def long_play(run: Run) -> list[Figure]:
    """Players and bursts, while two people ask for map after map."""
    noted, first, began, before = Long(), run.players.orders, perf_counter(), _used(run.bot)
    slowly = run.size.orders > 1000

    async def renderer() -> None:
        await run.players.map(noted.watched, *run.viewer())

    async def burst() -> None:
        await asyncio.gather(*(run.players.status(noted.bursts, *run.viewer()) for _ in range(BURST)))
        await asyncio.sleep(BURST_EVERY if slowly else 0.1)

    async def sample() -> None:
        noted.samples.take(run.players.orders - first, run.bot)
        await asyncio.sleep(1.0 if slowly else 0.1)

    async def stall() -> None:
        start = perf_counter()
        await asyncio.sleep(STALL)
        noted.late.append(perf_counter() - start - STALL)

    async def player() -> None:
        while run.waiting and run.players.orders - first < run.size.orders:
            game = run.waiting.popleft()
            while await run.order(noted.played, game) and run.players.orders - first < run.size.orders:
                pass

    async with beside(renderer, renderer, burst, sample, stall):
        await asyncio.gather(*(player() for _ in range(PLAYERS)))
    elapsed = perf_counter() - began
    noted.shares = {who: (used - before[who]) / elapsed for who, used in _used(run.bot).items()}
    return [*_of_long(noted), *_counted(run.players.orders - first, elapsed)]


def _used(bot: Process) -> dict[str, float]:
    """Seconds of a processor that each has used."""
    return {
        "look-alike and players": process_time(),
        "bot": cpu_seconds(bot.pid),
        "painter": cpu_seconds(bot.painter or 0),
    }


def _of_long(noted: Long) -> Iterator[Figure]:
    acknowledged = (w.acknowledged for w in (noted.played, noted.watched, noted.bursts))
    yield from times("two drawing: acknowledgement", [*chain(*acknowledged)], goal=("p99", 500.0))
    yield from times("two drawing: order, answered", noted.played.answered)
    yield from times("two drawing: map", noted.watched.answered)
    yield from _memory(noted.samples)
    yield from times("our own loop was late", noted.late, (50, 99))
    for who, share in noted.shares.items():
        yield Figure(name=f"processor used by {who}", value=share, unit="cores", better="less")


def _counted(orders: int, seconds: float) -> Iterator[Figure]:
    yield Figure(name="orders", value=orders, unit="")
    yield Figure(name="orders a second", value=orders / seconds, unit="/s")


def _memory(samples: Samples) -> Iterator[Figure]:
    """The slope after the warm-up, and the last quarter beside the first one after it."""
    for name, megabytes, goal in (("bot", samples.bot, 0.25), ("painter", samples.painter, 1.0)):
        start = next(
            (n for n, orders in enumerate(samples.orders) if orders >= WARM_UP * samples.orders[-1]), 0
        )
        xs, ys = [orders / 1000 for orders in samples.orders[start:]], megabytes[start:]
        quarter = max(1, len(ys) // 4)
        yield Figure(
            name=f"memory of the {name}, growth by 1,000 orders",
            value=slope(xs, ys),
            goal=goal,
            unit="MB",
            better="less",
        )
        first, last = sum(ys[:quarter]) / quarter, sum(ys[-quarter:]) / quarter
        yield Figure(name=f"memory of the {name}, last quarter v first", value=last / first if first else 0.0)
        yield Figure(name=f"memory of the {name}, at most", value=max(ys), unit="MB", better="less")


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """How much y grows when x grows by one, by least squares; 0 where x does not change.

    >>> slope((0, 1, 2), (5, 7, 9))
    2.0
    """
    across, up = sum(xs) / len(xs), sum(ys) / len(ys)
    wide = sum((x - across) ** 2 for x in xs)
    return sum((x - across) * (y - up) for x, y in zip(xs, ys, strict=True)) / wide if wide else 0.0


# --- told ----------------------------------------------------------------------------------------------


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _at(percent: int, seconds: Sequence[float]) -> float:
    """A percentile; 0 of nothing."""
    if len(seconds) < 2:
        return max(seconds, default=0.0)
    return quantiles(seconds, n=100, method="inclusive")[percent - 1]


def times(
    name: str,
    seconds: Sequence[float],
    percents: Iterable[int] = (50, 95, 99),
    goal: tuple[str, float] = ("", 0.0),
) -> Iterator[Figure]:
    """Percentiles and the longest, in milliseconds."""
    values = {f"p{percent}": _at(percent, seconds) for percent in percents} | {
        "longest": max(seconds, default=0.0)
    }
    for what, value in values.items():
        limit = goal[1] if goal[0] == what else None
        yield Figure(name=f"{name}, {what}", value=value * 1000, goal=limit, unit="ms", better="less")
