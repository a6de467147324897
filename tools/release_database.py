"""Leaves this release's own small database in tests/data/releases, for later releases to open.

    .venv/bin/python tools/release_database.py

Three games: one in its lobby, one in the middle of a battle with an order taken back, one finished.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tomllib
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "data" / "releases"
sys.path.insert(0, str(ROOT))

import opponent  # noqa: E402
from bot import opening, typed  # noqa: E402
from bot.desk import By, Desk  # noqa: E402
from bot.table import Table  # noqa: E402
from engine.commands import Command  # noqa: E402
from storage import Store  # noqa: E402

NUMBERS = count(1)
DAY = datetime(2026, 11, 21, tzinfo=UTC)


def by(channel: int) -> By:
    """Anna, with an interaction of her own."""
    return By(user=11, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


def partner(table: Table, side: str) -> Command:
    """What the sparring partner does."""
    return opponent.choose(table.system, table.scenario, table.state, side)


async def fill(path: Path) -> None:
    """The three games."""
    secret = (bytes([n % 256]) * 32 for n in count(1))
    store = await Store.open(path, clock=lambda: DAY)
    desk = Desk(store, clock=lambda: DAY, secret=lambda n: next(secret)[:n])
    await opening.open_game(desk, by(101), "ormes", "blue", None)
    for channel, orders in ((102, 40), (103, 2000)):
        table = await opening.open_game(desk, by(channel), "ormes", opening.BOTH, None)
        table = await opening.start(desk, table.game.id, by(channel))
        for _ in range(orders):
            if table.state.result is not None:
                break
            outcome = await desk.order(table.game.id, by(channel), partner)
            table = outcome.table
        if table.playing and table.takes_back(table.owing[0])[0] is None:
            table = (await desk.order(table.game.id, by(channel), typed.done())).table
        if table.playing and table.takes_back(table.owing[0])[0] is not None:
            await desk.undo(table.game.id, by(channel))
    await store.close()


async def describe(path: Path) -> dict[str, object]:
    """What must still be true of those games in every later release."""
    store = await Store.open(path)
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
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"grognard-{version}.db"
    path.unlink(missing_ok=True)
    asyncio.run(fill(path))
    known = asyncio.run(describe(path))
    with sqlite3.connect(path) as plain:
        plain.execute("PRAGMA journal_mode=DELETE")
    plain.close()
    path.with_suffix(".json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    for left in FOLDER.glob("*.lock"):
        left.unlink()


if __name__ == "__main__":
    main()
