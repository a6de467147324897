"""The clocks of many games for a week, in fast-forward, by the scheduler of the bot and a real database.

Only the games are simulated: when a deadline or a reminder of one is due, or a player gives an order, its
next moment is drawn at random. What the scheduler keeps in memory and asks of the database is counted and
compared with its bounds. `python -m bench.scale.week [--games N] [--hours N]`
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.games.many_games import NOON
from bench.harness import hushed
from bench.load import processes
from bot.clock.due_games import LEAST_OUTDATED
from bot.core.game_service import GameService
from bot.workers import checked_games
from bot.workers.checked_games import CheckedGames
from bot.workers.deadline_scheduler import WINDOW, DeadlineScheduler
from storage import Store, row_mapping
from storage.drivers.compiled import Call
from storage.drivers.rows import Rows
from storage.sqlite import connection

START = datetime(2026, 1, 5, tzinfo=UTC)
SHORTEST, LONGEST = 2 * 3600, 72 * 3600
"""Seconds from one moment of a game to the next, at least and at most."""
ORDERS_A_DAY = 1.0
"""Orders of players in a game, each of which gives it another moment."""
SAMPLES = 50
"""How often all moments are counted, to compare what is kept with what must be."""
QUERIES = 8
"""Statements of a look, without those of notes: the heartbeat, and what is due within the next window."""


@dataclass(slots=True, kw_only=True)
class Week:
    """What was seen: things done, and the most in one look; orders given, looks, statements; games and
    entries of the heap kept at most, and the most that the bounds allow; bytes that were needed while it
    went on; how late anything was; what was wrong."""

    games: int
    hours: float
    done: int = 0
    together: int = 0
    orders: int = 0
    looks: int = 0
    windows: int = 0
    statements: int = 0
    kept: int = 0
    allowed: int = 0
    heap: int = 0
    memory: int = 0
    late: int = 0
    seconds: float = 0.0
    wrong: tuple[str, ...] = ()


class SimulatedGames(DeadlineScheduler):
    """The bot's scheduler over games of which only the next moment is known, in seconds since START."""

    def __init__(self, games: GameService, moments: array[int], chance: random.Random, week: Week) -> None:
        super().__init__(games, lambda: float(self.now))
        self.now = 0
        self.moments = moments
        self.chance = chance
        self.week = week

    def draw(self, game_id: int) -> None:
        """Give a game its next moment."""
        self.moments[game_id - 1] = self.now + self.chance.randint(SHORTEST, LONGEST)

    async def look(self) -> None:
        """One look, as when its timer wakes it."""
        self.week.looks += 1
        await self._look()

    @property
    def kept(self) -> int:
        """How many games it has in memory."""
        return len(self._moments)

    @property
    def heap(self) -> int:
        """How many entries its heap has."""
        return len(self._moments._heap)

    async def _step(self, game_id: int) -> bool | None:
        at = self.moments[game_id - 1]
        if at > self.now:
            self._moments.set(game_id, START + timedelta(seconds=at))
            return False
        self.week.done += 1
        self.week.late = max(self.week.late, self.now - at)
        self.draw(game_id)
        return True


def _tell_nothing(week: Week, hours: float) -> None:
    """Of a day that is over."""


async def simulated(
    folder: Path,
    *,
    games: int,
    hours: float,
    step: int = 60,
    seed: int = 7,
    told: Callable[[Week, float], None] = _tell_nothing,
) -> Week:
    """Let so many hours pass, a look every `step` seconds. `told` hears of each day what was seen by then."""
    chance, week, began = random.Random(seed), Week(games=games, hours=hours), perf_counter()
    moments = array("q", (chance.randint(1, LONGEST) for _ in range(games)))
    path = folder / "week.db"
    await (await Store.open(path)).close()
    _fill(path, moments)
    store = await Store.open(path, clock=lambda: START + timedelta(seconds=scheduler.now))
    service = GameService(store, clock=lambda: START + timedelta(seconds=scheduler.now))
    scheduler = SimulatedGames(service, moments, chance, week)
    checked = CheckedGames(store, scheduler.busy, scheduler.moment, scheduler.noted)
    looked: set[int] = set()
    scheduler.subscribe(looked.add)
    looks = int(hours * 3600 / step)
    resident, day = processes.resident(os.getpid()), 24 * 3600 // step
    try:
        with _counted(week):
            scheduler._present = True  # `start` would set a timer of real seconds
            for number in range(looks):
                scheduler.now += step
                for _ in range(_orders(chance, games * ORDERS_A_DAY * step / 86_400)):
                    game_id = chance.randint(1, games)
                    if moments[game_id - 1] > scheduler.now:
                        scheduler.draw(game_id)
                        scheduler._changed.add(game_id)
                        week.orders += 1
                done = week.done
                await scheduler.look()
                week.together = max(week.together, week.done - done)
                week.kept, week.heap = max(week.kept, scheduler.kept), max(week.heap, scheduler.heap)
                if number % max(1, looks // SAMPLES) == 0:
                    _compare(week, scheduler, len(looked))
                checked._looked |= looked
                looked.clear()
                await checked.note()
                grown = processes.resident(os.getpid()) - resident
                week.memory = max(week.memory, int(grown * 2**20))
                if number % day == day - 1:
                    week.seconds = perf_counter() - began
                    told(week, (number + 1) * step / 3600)
    finally:
        await store.close()
    overdue = sum(at <= scheduler.now for at in moments)
    windows = 2 + int(hours * 3600 / (WINDOW.total_seconds() / 2 - step))
    notes = looks * (2 + 2 * (1 + (week.done + week.orders) // (looks * checked_games.TOGETHER)))
    week.wrong += tuple(
        text
        for text, wrong in (
            (f"{overdue} games are overdue", overdue),
            (f"a moment was {week.late} s late", week.late >= step),
            (f"windows were read {week.windows} times, not {windows}", week.windows > windows),
            (f"{week.statements} statements", week.statements > looks * QUERIES + notes + 2 * windows),
            (f"a heap of {week.heap}", week.heap > 2 * week.kept + LEAST_OUTDATED + games // 100),
        )
        if wrong
    )
    week.seconds = perf_counter() - began
    return week


def _compare(week: Week, scheduler: SimulatedGames, looked: int) -> None:
    """What it may keep: what is due before the end of a window, and what was looked at since the last
    note."""
    end = scheduler.now + int(WINDOW.total_seconds())
    allowed = sum(at < end for at in scheduler.moments) + looked
    week.allowed = max(week.allowed, allowed)
    if scheduler.kept > allowed:
        week.wrong += (f"{scheduler.kept} games are kept, {allowed} had to be",)


def _orders(chance: random.Random, expected: float) -> int:
    """A number whose mean is the expected one."""
    return int(expected) + (chance.random() < expected % 1)


@contextmanager
def _counted(week: Week) -> Iterator[None]:
    """Count the statements of all stores meanwhile, and those that read a window."""
    run = connection._run

    def counted(database: sqlite3.Connection, begin: str, call: Call) -> Rows:
        week.statements += 1
        week.windows += "wakes < " in call.sql
        return run(database, begin, call)

    connection._run = counted  # type: ignore[assignment]
    try:
        yield
    finally:
        connection._run = run


def _fill(path: Path, moments: Sequence[int]) -> None:
    """Games under way, each with the note of its next moment."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO games (id, guild, channel, scenario, printed, options, status, seed, salts, owner,"
            " created, revision) VALUES (?, ?, ?, 'x', '{}', '{}', 'playing', x'00', '[]', 1, ?, 1)",
            ((n, n << 22, n, row_mapping.stamp(NOON)) for n in range(1, len(moments) + 1)),
        )
        database.executemany(
            "INSERT INTO checked (game, seq, wakes) VALUES (?, 0, ?)",
            ((n, row_mapping.stamp(START + timedelta(seconds=at))) for n, at in enumerate(moments, 1)),
        )
        database.execute("COMMIT")


def lines(week: Week) -> list[str]:
    """What was seen, for people."""
    return [
        f"{week.games:,} games, {week.hours:g} hours of their clocks in {week.seconds:.0f} s",
        f"deadlines and reminders   {week.done:>12,}   the latest {week.late} s after its moment",
        f"in one look, at most      {week.together:>12,}",
        f"orders of players         {week.orders:>12,}",
        f"games kept in memory      {week.kept:>12,}   of {week.allowed:,} that had to be at most",
        f"entries of the heap       {week.heap:>12,}",
        f"megabytes more than before{week.memory / 1e6:>12,.0f}",
        f"looks                     {week.looks:>12,}",
        f"statements                {week.statements:>12,}   {week.statements / week.looks:.1f} a look",
        f"reads of a window         {week.windows:>12,}",
        *(f"WRONG: {text}" for text in week.wrong),
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Runs it; the exit code is 1 when a bound was not kept or a moment was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.scale.week", description=(__doc__ or "").split("`")[0]
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="(%(default)s)")
    parser.add_argument("--hours", type=float, default=168.0, help="of their clocks (%(default)s: a week)")
    parser.add_argument("--step", type=int, default=60, help="seconds between two looks (%(default)s)")
    args = parser.parse_args(words)

    def told(week: Week, hours: float) -> None:
        print(
            f"after {hours:g} hours: {week.done:,} done, the latest {week.late} s late, {week.heap:,} entries"
            f" of the heap and {week.memory / 1e6:,.0f} MB at most, {week.statements:,} statements,"
            f" {week.seconds:.0f} s",
            flush=True,
        )

    with TemporaryDirectory(prefix="grognard-") as folder, hushed("storage"):
        week = asyncio.run(
            simulated(Path(folder), games=args.games, hours=args.hours, step=args.step, told=told)
        )
    print("\n".join(lines(week)))
    return 1 if week.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
