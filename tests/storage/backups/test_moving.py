"""Games move between a file and a server and back: every entry, proven; what was interrupted is gone on
with."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli.copying import copy
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine.commands import Expired
from storage import DatabaseTrouble, Store, moving
from storage.proofs.proof_record import ProofRecord
from tests.storage.postgres_server import Postgres

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)


async def played(path: Path) -> int:
    """A database with a few orders in a game; how many entries."""
    store = await Store.open(path)
    games = GameService(store)
    actors = (Actor(user=7, name="Anna", interaction=n, guild=1, channel=20) for n in range(1, 100))
    game = (await seating.create_game(games, next(actors), "ormes", seating.BOTH, None)).record.id
    await seating.start(games, game, next(actors))
    for _ in range(6):
        await games.order(game, next(actors), Expired())
    last = (await games.game(game)).last
    await store.close()
    return last


@pytest.mark.long
async def test_games_move_to_a_server_and_back(postgres: Postgres, tmp_path: Path) -> None:
    file, server = tmp_path / "grognard.db", postgres.at(postgres.empty())
    entries = await played(file)
    steps: list[str] = []
    there = await asyncio.to_thread(
        moving.move, file, server, tmp_path / "moving", NOON, lambda step, done, of: steps.append(step)
    )
    back = await asyncio.to_thread(moving.move, server, tmp_path / "back.db", tmp_path / "moving", NOON)

    assert (there.games, there.entries) == (back.games, back.entries) == (1, entries)
    assert list(dict.fromkeys(steps)) == ["copy", "prove", "write", "compare"]
    for path in (file, tmp_path / "back.db"):
        store = await Store.open(path)
        assert len((await store.log.chain(1)).links) == entries
        assert (await store.log.chain(1)).broken is None
        await store.close()
    assert [*(tmp_path / "moving").glob("*.db")] == []


@pytest.mark.long
async def test_what_is_there_is_not_overwritten_and_a_faulty_game_is_not_moved(tmp_path: Path) -> None:
    file, other, folder = tmp_path / "one.db", tmp_path / "two.db", tmp_path / "moving"
    await played(file)
    await played(other)
    with pytest.raises(moving.NotEmpty):
        moving.move(file, other, folder, NOON)
    said = CliRunner().invoke(copy, [str(file), str(other), "--data", str(tmp_path)])
    assert (said.exit_code, "--replace" in said.output) == (1, True)
    said = CliRunner().invoke(copy, [str(file), str(other), "--data", str(tmp_path), "--replace"])
    assert (said.exit_code, "now holds 1 games" in said.output, "before" in said.output) == (0, True, True)

    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE entries SET events = '[]' WHERE seq = 3")
    before = other.read_bytes()
    with pytest.raises(DatabaseTrouble) as trouble:
        moving.move(file, other, folder, NOON, replace=True)
    assert trouble.value.reason == "faulty_games"
    assert other.read_bytes() == before


@pytest.mark.long
async def test_what_was_proven_before_an_interruption_is_not_proven_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "one.db", tmp_path / "moving"
    await played(file)

    told: list[tuple[str, int, int]] = []

    def cut(step: str, done: int, of: int) -> None:
        told.append((step, done, of))
        if (step, done) == ("write", 0):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moving.move(file, tmp_path / "two.db", folder, NOON, cut)
    assert not (tmp_path / "two.db").exists()
    assert [*ProofRecord(folder).games()] == [1]
    assert told == [("copy", 0, 1), ("copy", 1, 1), ("prove", 0, 1), ("prove", 1, 1), ("write", 0, 1)]
    refereed: list[int] = []
    prove = moving.prove_copy
    monkeypatch.setattr(
        moving, "prove_copy", lambda *given: refereed.append((report := prove(*given)).refereed) or report
    )
    moving.move(file, tmp_path / "two.db", folder, NOON)
    assert refereed == [0]
    assert [*folder.iterdir()] == [], "no copy of the games is left behind"


async def test_games_that_a_bot_plays_are_not_moved(tmp_path: Path) -> None:
    file, target = tmp_path / "one.db", tmp_path / "two.db"
    await played(file)
    store = await Store.open(file)
    with pytest.raises(DatabaseTrouble) as trouble:
        await asyncio.to_thread(moving.move, file, target, tmp_path / "moving", NOON)
    await store.close()

    assert trouble.value.reason == "in_use"
    assert not target.exists()


async def test_what_was_written_otherwise_than_it_was_proven_is_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, target = tmp_path / "one.db", tmp_path / "two.db"
    await played(file)
    put = moving.backups.put

    def spoilt(*given: Any) -> Path | None:
        before = put(*given)
        with closing(sqlite3.connect(target, isolation_level=None)) as database:
            database.execute("UPDATE entries SET chain = x'00' WHERE seq = 3")
        return before

    monkeypatch.setattr(moving.backups, "put", spoilt)
    with pytest.raises(DatabaseTrouble) as trouble:
        moving.move(file, target, tmp_path / "moving", NOON)

    assert trouble.value.reason == "damaged"


async def test_an_entry_that_is_read_back_otherwise_than_it_was_copied_is_named(tmp_path: Path) -> None:
    staged, target = tmp_path / "staged.db", tmp_path / "target.db"
    await played(staged)
    shutil.copy(staged, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as database:
        database.execute("UPDATE entries SET chain = x'00' WHERE seq = 3")

    with pytest.raises(DatabaseTrouble) as trouble:
        moving._compare(staged, target, tmp_path)

    assert (trouble.value.reason, trouble.value.facts["detail"]) == ("damaged", "game 1, entry 3")
