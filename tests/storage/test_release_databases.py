"""A database of every earlier schema opens in this program, with its games unchanged: as a file, and copied
onto a server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory

import opponent
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from storage import Store, backups, schema
from tests.long_forms import long_but
from tests.storage.postgres_server import Postgres
from tests.storage.release_files import FOLDER, PACKED, unpack

DAY = datetime(2026, 11, 21, 1, tzinfo=UTC)  # an hour after they were left
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NUMBERS = count(10**6)

Rows = dict[str, set[tuple[object, ...]]]
Shape = Sequence[tuple[str, Sequence[str]]]


def rows(path: Path, like: Shape | None = None) -> Rows:
    """Everything in a file; of the tables and columns of another one alone."""
    with closing(sqlite3.connect(path)) as database:
        return {
            table: set(database.execute(f"SELECT {', '.join(map(quoted, columns))} FROM {table}"))
            for table, columns in (like or shape(path))
        }


def quoted(column: str) -> str:
    return f'"{column}"'


def shape(path: Path) -> list[tuple[str, list[str]]]:
    """The tables in a file and their columns; without what is a cache, or the database's own."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = [name for name in names if name not in ("snapshots", "alembic_version")]
        return [(name, [row[1] for row in database.execute(f"PRAGMA table_info({name})")]) for name in ours]


def test_there_is_one_of_every_schema_but_the_newest() -> None:
    revisions = [each.revision for each in ScriptDirectory(str(schema.MIGRATIONS)).walk_revisions()]

    left = {packed.name.removeprefix("schema-").removesuffix(".db.gz") for packed in PACKED}

    assert left == {schema.LAST_UNRELEASED, *revisions[1:]}


@pytest.mark.promise(13)
@pytest.mark.parametrize("kept", PACKED, ids=lambda p: p.name.split(".db")[0])
async def test_a_database_of_an_earlier_release_opens_and_is_played_on(kept: Path, tmp_path: Path) -> None:
    path = unpack(kept, tmp_path / "games.db")
    before, columns = rows(path), shape(path)

    store = await Store.open(path)
    assert await stored_games(store) == recorded(kept)
    await store.close()

    assert rows(path, columns) == before
    [saved] = tmp_path.glob("games-*Z.db")  # what was, as it was
    assert rows(saved) == before

    store = await Store.open(path)
    await played_on(store)
    await store.close()


@pytest.mark.long
@pytest.mark.promise(11, 13)
@pytest.mark.parametrize("kept", long_but(PACKED[-1:], PACKED), ids=lambda p: p.name.split(".db")[0])
async def test_it_is_the_same_on_a_server_and_back_in_a_file(
    kept: Path, tmp_path: Path, postgres: Postgres
) -> None:
    path, there = unpack(kept, tmp_path / "games.db"), postgres.at(postgres.empty())

    await asyncio.to_thread(backups.restore, path, there, NOON, tmp_path)
    await asyncio.to_thread(backups.copy, there, tmp_path / "copy.db")

    without = [(name, columns) for name, columns in shape(path) if name != "sqlite_sequence"]
    assert rows(tmp_path / "copy.db", without) == rows(path, without)
    store = await Store.open(there)
    assert await stored_games(store) == recorded(kept)
    await played_on(store)
    await store.close()


def recorded(kept: Path) -> Any:
    """What was known of it when it was left."""
    return json.loads((FOLDER / f"{kept.name.split('.db')[0]}.json").read_text(encoding="utf-8"))


async def stored_games(store: Store) -> dict[str, Any]:
    """What lies on the tables of all games."""
    service, found_ = GameService(store), {}
    for game in await store.games.all():
        loaded = await service.game(game.id)
        state = loaded.state
        found_[str(game.id)] = {
            "status": game.status,
            "entries": len(loaded.entries),
            "struck": [e.seq for e in loaded.entries if e.struck],
            "phase": f"{state.turn} {state.player} {state.phase}",
            "units": {u.id: [u.place, u["cs"], u["mv"]] for u in state.units.values()},
            "result": state.result.level if state.result else None,
        }
    return found_


async def played_on(store: Store) -> None:
    """An order more in each game under way."""
    games = GameService(store, clock=lambda: DAY)
    for game in await store.games.all("playing"):
        pause = await games.paused(game.id)
        if pause is not None:
            async with store.writing() as tx:
                await tx.pauses.delete(game.id)
        actor = Actor(user=11, name="Anna", interaction=next(NUMBERS), guild=1, channel=game.channel)
        loaded = await games.game(game.id)
        command = opponent.choose(loaded.system, loaded.scenario, loaded.state, loaded.side_for(11))
        outcome = await games.order(game.id, actor, command)
        assert len(outcome.game.entries) == len(loaded.entries) + 1
