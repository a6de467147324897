"""Games on disk (goals 9 and 6): a durable event beside plain sqlite3, a long game loaded, many games."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.games.long_game import play
from bench.games.many_games import ENTRIES, an_entry, crowd
from bench.harness import Figure, agree, figure, fitted, milliseconds, ratio, rounds, spread
from bot.core.game import Game
from bot.core.game_service import GameService
from storage import Entry, Store, row_mapping

NAME = "store"
DURABLE, LOADED, GROWTH = 0.12, 15.0, 0.05  # goals
SIZES = (100, 1_000, 10_000, 100_000)  # games in one file
PAGE = 4096
TIMES = 5  # loads in a row
Loop = asyncio.AbstractEventLoop
COLUMNS = "game, seq, kind, side, who, command, events, at, struck"
INSERT = f"""INSERT INTO entries ({COLUMNS})
VALUES (:game, :seq, :kind, :side, :who, :command, :events, :at, :struck)"""


def run(quick: bool) -> Iterator[Figure]:
    """Each in files of its own, in the folder for temporary files: its disk is what is measured."""
    with TemporaryDirectory(prefix="grognard-") as folder, asyncio.Runner() as runner:
        loop = runner.get_loop()  # its own `run` puts what it returns into words, and throws them away
        yield from _durable(Path(folder), loop, quick)
        yield from _loaded(Path(folder), loop, quick)
        yield from _growth(Path(folder), loop, quick)


# --- one event, on the disk when it is confirmed ----------------------------------------------------


def _durable(folder: Path, loop: Loop, quick: bool) -> Iterator[Figure]:
    """The same rows by the store and by sqlite3 alone; and the disk's own part, a page and its fdatasync."""
    batch = 20 if quick else 100
    entry = an_entry()
    ours, plain = _Ours(folder / "ours.db", loop, entry), _Plain(folder / "plain.db", entry)
    floor = _Floor(folder / "floor")
    ways: dict[str, Callable[[], object]] = {
        "ours": lambda: ours.write(batch),
        "sqlite3": lambda: plain.write(batch),
        "disk": lambda: floor.write(batch),
    }
    with closing(ours), closing(plain), closing(floor):
        times = rounds(ways, 1 if quick else 15)
        agree(ours.rows() == plain.rows(), "the rows that the store and sqlite3 wrote")
    yield figure("durable event, rate v sqlite3 alone", ratio(times, "sqlite3", "ours"), DURABLE)
    yield figure("durable event, rate v the disk's fdatasync", ratio(times, "disk", "ours"))
    for name in ways:
        yield milliseconds(f"durable event, {name}", [seconds / batch for seconds in times[name]])


class _Ours:
    """The store: an event a transaction."""

    def __init__(self, path: Path, loop: Loop, entry: Entry) -> None:
        self._path, self._loop, self._entry = path, loop, entry
        self._store = loop.run_until_complete(Store.open(path))
        self._last = 0
        loop.run_until_complete(self._open_game())

    async def _open_game(self) -> None:
        async with self._store.writing() as tx:
            await tx.games.create(
                guild=1, channel=1, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
            )

    def write(self, events: int) -> None:
        """That many events, one after another."""
        self._loop.run_until_complete(self._write(events))

    async def _write(self, events: int) -> None:
        for _ in range(events):
            async with self._store.writing() as tx:
                self._last = await tx.log.append(1, self._last, self._entry)

    def rows(self) -> list[Any]:
        """What is in the file."""
        return _rows(self._path)

    def close(self) -> None:
        self._loop.run_until_complete(self._store.close())


class _Plain:
    """sqlite3 as a script would use it, with the journal and the promises of the store."""

    def __init__(self, path: Path, entry: Entry) -> None:
        self._path, self._row = path, row_mapping.entry_row(1, 1, entry)
        self._database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute(
            "CREATE TABLE entries (game INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,"
            " side TEXT NOT NULL, who INTEGER, command TEXT, events TEXT NOT NULL, at TEXT NOT NULL,"
            " struck INTEGER, PRIMARY KEY (game, seq)) STRICT"
        )
        self._last = 0

    def write(self, events: int) -> None:
        """That many events, one after another."""
        for _ in range(events):
            self._last += 1
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute(INSERT, {**self._row, "seq": self._last})
            self._database.execute("COMMIT")

    def rows(self) -> list[Any]:
        """What is in the file."""
        return _rows(self._path)

    def close(self) -> None:
        self._database.close()


class _Floor:
    """What any durable write costs on this disk."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_CREAT | os.O_RDWR)
        self._sync = getattr(os, "fdatasync", os.fsync)
        self._page = bytes(PAGE)

    def write(self, pages: int) -> None:
        """That many pages, each on the disk before the next."""
        for number in range(pages):
            os.lseek(self._handle, number * PAGE, os.SEEK_SET)
            os.write(self._handle, self._page)
            self._sync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


def _rows(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT {COLUMNS} FROM entries ORDER BY seq").fetchall()


# --- a game of 2,000 events -------------------------------------------------------------------------


def _loaded(folder: Path, loop: Loop, quick: bool) -> Iterator[Figure]:
    """The same game from two files: with the snapshots that were kept as it was played, and without any."""
    events = 200 if quick else 2000
    by_snapshot, by_replay = (folder / f"{name}.db" for name in ("snapshots", "replay"))
    games = [loop.run_until_complete(_played(path, events)) for path in (by_snapshot, by_replay)]
    stores = [loop.run_until_complete(Store.open(path)) for path in (by_snapshot, by_replay)]
    loop.run_until_complete(_forget_snapshots(stores[1]))
    ways: dict[str, Callable[[], Game]] = {
        "snapshot": lambda: loop.run_until_complete(_load(stores[0])),
        "replay": lambda: loop.run_until_complete(_load(stores[1])),
    }
    tables = [way() for way in ways.values()]
    agree(tables[0].state == tables[1].state == games[0].state == games[1].state, "the table of a long game")
    agree([e.events for e in tables[0].entries] == [e.events for e in games[0].entries], "a long game's log")
    agree(bool(tables[0].bases) and not tables[1].bases, "which way a long game was loaded")
    # A single load would mostly show how cold the other's work has left the processor.
    often = {name: partial(_often, way) for name, way in ways.items()}
    times = {
        name: [t / TIMES for t in samples] for name, samples in rounds(often, 1 if quick else 15).items()
    }
    for store in stores:
        loop.run_until_complete(store.close())
    since = sum(len(e.events) for e in games[0].entries if e.seq > tables[0].bases[-1].seq)
    note = f"{len(games[0].entries)} entries, {events} events, {since} of them after the snapshot"
    name = f"game of {events} events, by snapshot v full replay"
    yield figure(name, ratio(times, "replay", "snapshot"), None if quick else LOADED, note=note)
    for name, seconds in times.items():
        yield milliseconds(f"game of {events} events, by {name}", seconds)


def _often(way: Callable[[], Game]) -> None:
    """Load a table so many times in a row."""
    for _ in range(TIMES):
        way()


async def _played(path: Path, events: int) -> Game:
    store = await Store.open(path)
    try:
        return await play(store, events)
    finally:
        await store.close()


async def _forget_snapshots(store: Store) -> None:
    async with store.writing() as tx:
        await tx.log.delete_snapshots()


async def _load(store: Store) -> Game:
    """A player's request about a game that is not in memory."""
    return await GameService(store).game(1)


# --- many games in one file -------------------------------------------------------------------------


def _growth(folder: Path, loop: Loop, quick: bool) -> Iterator[Figure]:
    """The same three things with more and more games beside the one that is asked for."""
    sizes = (20, 200) if quick else SIZES
    files = [_Crowd(folder / f"{size}.db", loop, size, 5 if quick else 50) for size in sizes]
    for name, work in (
        ("load", _Crowd.load),
        ("insert and commit", _Crowd.insert),
        ("lookup", _Crowd.look_up),
    ):
        ways = {str(file.size): partial(file.some, work) for file in files}
        times = rounds(ways, 1 if quick else 15)
        whole = fitted(sizes, [spread(times[str(size)]).median for size in sizes])
        each = spread([fitted(sizes, seconds) for seconds in zip(*times.values(), strict=True)])
        yield Figure(
            name=f"growth of {name}, {sizes[0]} to {sizes[-1]} games",
            value=whole,
            goal=None if quick else GROWTH,
            unit="exp",
            better="less",
            p10=each.p10,
            p90=each.p90,
        )
        for file in files:
            one = [seconds / file.batch for seconds in times[str(file.size)]]
            yield milliseconds(f"{name}, {file.size} games", one)
    for file in files:
        file.close()


class _Crowd:
    """A file with so many games, of which any may be asked for; `batch` are, in a row."""

    def __init__(self, path: Path, loop: Loop, size: int, batch: int) -> None:
        self.size, self.batch = size, batch
        self._loop = loop
        loop.run_until_complete(crowd(path, size))
        self._store = loop.run_until_complete(Store.open(path))
        self._chance = random.Random(size)
        self._last: dict[int, int] = {}

    def some(self, work: Callable[[_Crowd, int], Coroutine[Any, Any, None]]) -> None:
        """The work on games here and there."""
        self._loop.run_until_complete(self._some(work))

    async def _some(self, work: Callable[[_Crowd, int], Coroutine[Any, Any, None]]) -> None:
        for _ in range(self.batch):
            await work(self, self._chance.randrange(self.size) + 1)

    async def load(self, game_id: int) -> None:
        """A game with its log."""
        loaded = await self._store.games.load(game_id)
        agree(
            loaded is not None and loaded.game.channel == game_id and len(loaded.entries) == ENTRIES,
            "a game of many",
        )

    async def insert(self, game_id: int) -> None:
        """An event, on the disk."""
        async with self._store.writing() as tx:
            self._last[game_id] = await tx.log.append(game_id, self._last.get(game_id, ENTRIES), an_entry())

    async def look_up(self, game_id: int) -> None:
        """The number of the game in a channel."""
        agree(await self._store.games.id_in_channel(game_id) == game_id, "the game of a channel among many")

    def close(self) -> None:
        """Close the file."""
        self._loop.run_until_complete(self._store.close())
