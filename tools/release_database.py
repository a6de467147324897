"""Leaves the small database of a schema in tests/data/releases, for later releases to open.

    .venv/bin/python tools/release_database.py            this tree's
    .venv/bin/python tools/release_database.py FOLDER     that of an earlier tree, taken out of the history

A lobby; of every rulebook a battle under way, one of them with an order taken back; one that is over; and, as
far as the schema has them, clocks, vacations, drafts, what-ifs, and what a server of players keeps. To be
made with the last tree of a schema, before the next migration.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent.parent
TREE = Path(sys.argv[1]).resolve() if __name__ == "__main__" and len(sys.argv) > 1 else HERE
FOLDER = HERE / "tests" / "data" / "releases"
sys.path.insert(0, str(TREE))

import opponent  # noqa: E402
import scenarios  # noqa: E402
import storage  # noqa: E402
from bot import opening, typed  # noqa: E402
from bot.desk import By, Desk  # noqa: E402
from bot.table import Table  # noqa: E402
from engine.commands import Command  # noqa: E402

NUMBERS = count(1)
DAY = datetime(2026, 11, 21, tzinfo=UTC)
BATTLES = {"ormes": 25, "nonaka": 12, "gue": 16, "puits": 20}
"""A battle of every rulebook, and how many orders are given in it."""
SHORT = "nonaka"
"""One that is soon over."""
ANNA, BRUNO = 11, 12


def by(channel: int) -> By:
    """Anna, with an interaction of her own."""
    return By(user=ANNA, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


def partner(table: Table, side: str) -> Command:
    """What the sparring partner does."""
    return opponent.choose(table.system, table.scenario, table.state, side)


async def fill(path: Path) -> None:
    """The games, and what is kept beside them."""
    secret = (bytes([n % 256]) * 32 for n in count(1))
    store = await storage.Store.open(path, clock=lambda: DAY)
    desk = Desk(store, clock=lambda: DAY, secret=lambda n: next(secret)[:n])
    await opening.open_game(desk, by(101), "ormes", "blue", None)
    known = set(scenarios.all())
    for channel, (battle, orders) in enumerate(BATTLES.items(), 102):
        if battle in known:
            await played(desk, channel, battle, orders)
    last = await played(desk, 120, SHORT, 2000)
    assert last.state.result is not None
    playing = await store.games("playing")
    async with store.writing() as w:
        for letter in (await w.letters())[:3]:
            await w.posted(letter.id, 1000 + letter.id)
        await w.give_up((await w.letters())[0].id, "10003")
        await w.greet(1)
        await w.write_draft(playing[0].id, ANNA, "line-1 N\ndone")
        await beside(w, *(game.id for game in playing))
    await store.close()


async def played(desk: Desk, channel: int, battle: str, orders: int) -> Table:
    """A battle after so many orders of Anna's, who plays both sides as the sparring partner would."""
    table = await opening.open_game(desk, by(channel), battle, opening.BOTH, None)
    table = await opening.start(desk, table.game.id, by(channel))
    for _ in range(orders):
        if table.state.result is not None:
            return table
        table = (await desk.order(table.game.id, by(channel), partner)).table
    if battle == "ormes":
        if table.takes_back(table.owing[0])[0] is None:
            table = (await desk.order(table.game.id, by(channel), typed.done())).table
        assert table.takes_back(table.owing[0])[0] is not None
        await desk.undo(table.game.id, by(channel))
    return table


async def beside(w: Any, first: int, second: int, *_: int) -> None:
    """What is kept beside the logs, as far as this release keeps it."""
    if hasattr(w, "keep_clock"):
        from bot.clock import terms as spoken

        agreed = spoken.read("7d")
        assert agreed is not None
        terms = agreed.json()
        await w.keep_clock(storage.Clock(game=first, terms=terms, proposed={}))
        asked = {**terms, "number": next(NUMBERS), "user": ANNA, "name": "Anna"}
        await w.keep_clock(storage.Clock(game=second, terms={}, proposed=asked))
        dial = storage.Dial(game=first, side="blue", period="2", left=timedelta(days=2), since=DAY, ran=True)
        await w.keep_dials([dial])
        player = storage.Player(user=ANNA, zone="Europe/Paris", quiet=(1380, 420), hours_set=DAY)
        await w.keep_player(player)
        await w.count(ANNA, kept=3, missed=1)
        days: dict[str, Any] = {"first": date(2026, 12, 24), "last": date(2026, 12, 26)}
        away = storage.Vacation(
            user=ANNA, **days, starts=DAY + timedelta(days=33), ends=DAY + timedelta(days=36)
        )
        await w.keep_vacation(away)
        await w.want(storage.Wanted(game=second, side="red", user=None, since=DAY))
        await w.beat(DAY)
        entry = storage.Entry(seq=2, kind="order", side="blue", who=ANNA, at=DAY)
        about: dict[str, Any] = {"game": first, "user": ANNA, "channel": 102, "side": "blue", "after": 3}
        await w.keep_whatif(storage.WhatIf(**about, seed=b"\0\xff", faces=(6, 1), entries=(entry,)))
    if hasattr(w, "seek"):
        wish: dict[str, Any] = {
            "name": "Bruno é",
            "systems": ("morne_plaine",),
            "note": "le soir, après 20 h",
        }
        await w.seek(storage.Seeker(guild=1, user=BRUNO, **wish, since=DAY))
        await w.keep_door(second, storage.Door(least=80, kept={"red": (BRUNO,)}))
        await w.keep_board(storage.Board(kind="game", about=first, channel=102, message=5, pinned=True))
        await w.keep_call(
            storage.Call(message=6, game=first, channel=102, kind="report", side="blue", after=3)
        )
        await w.keep_taste(ANNA, {"theme": "dark"})
        await w.settle(1, "gallery", 77)
        await w.speak_in(102, "fr")
        await w.halt(storage.Pause(game=second, by=BRUNO, reason="a question of rules", since=DAY))
        guess: dict[str, Any] = {"game": first, "after": 3, "user": BRUNO, "name": "Bruno", "guess": "blue"}
        await w.predict(storage.Prediction(**guess))


async def describe(path: Path) -> dict[str, object]:
    """What must still be true of those games in every later release."""
    store = await storage.Store.open(path)
    desk = Desk(store)
    told: dict[str, object] = {}
    for game in await store.games():
        table = await desk.table(game.id)
        told[str(game.id)] = {
            "status": game.status,
            "entries": len(table.entries),
            "struck": [e.seq for e in table.entries if e.struck],
            "phase": f"{table.state.turn} {table.state.player} {table.state.phase}",
            "units": {u.id: [u.place, u["cs"], u["mv"]] for u in table.state.units.values()},
            "result": table.state.result.level if table.state.result else None,
        }
    await store.close()
    return told


def main() -> None:
    """Make the database and what is known of it."""
    with TemporaryDirectory() as folder:
        leave(Path(folder) / "games.db")


def leave(fresh: Path) -> None:
    """Make them in a file, and leave it packed."""
    asyncio.run(fill(fresh))
    known = asyncio.run(describe(fresh))
    with closing(sqlite3.connect(fresh, isolation_level=None)) as plain:
        schema = plain.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        if plain.execute("SELECT 1 FROM sqlite_schema WHERE name = 'snapshots'").fetchone():
            plain.execute("DELETE FROM snapshots WHERE seq < (SELECT max(seq) FROM snapshots)")
        plain.execute("PRAGMA journal_mode=DELETE")
        plain.execute("VACUUM")
    (FOLDER / f"schema-{schema}.db.gz").write_bytes(gzip.compress(fresh.read_bytes(), mtime=0))
    (FOLDER / f"schema-{schema}.json").write_text(json.dumps(known) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
