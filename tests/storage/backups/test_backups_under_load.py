"""Backups made while games are played, in a file and on a server, restored into either; the commands."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

import opponent
from bot.cli import main
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine.evolve import replay
from engine.state import State
from storage import Entry, Receipt, Store, backups
from tests.storage.postgres_server import Postgres
from tests.storage.release_files import PACKED, unpack

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NUMBERS = count(1)


def actor(channel: int) -> Actor:
    return Actor(user=11, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


async def start_game(games: GameService, channel: int) -> int:
    game = await seating.create_game(games, actor(channel), "ormes", seating.BOTH, None)
    return (await seating.start(games, game.record.id, actor(channel))).record.id


async def play_orders(games: GameService, game_id: int, channel: int) -> None:
    """Order after order, until cancelled or over."""
    while (game := await games.game(game_id)).playing:
        command = opponent.choose(game.system, game.scenario, game.state, game.side_for(11))
        await games.order(game_id, actor(channel), command)


async def scribbled(store: Store, game: int) -> None:
    """Entries with nothing in them, as fast as they can be written, each with its receipt."""
    for seq in count():
        async with store.writing() as tx:
            await tx.log.append(game, seq, Entry(kind="order", at=NOON))
            await tx.receipts.add(Receipt(interaction=10**9 + seq, game=game, outcome={"seq": seq + 1}))


def counted(copy: Path) -> tuple[int, int]:
    """Entries of logs, and orders that were answered."""
    with closing(sqlite3.connect(copy)) as database:
        queries = (
            "SELECT count(*) FROM entries",
            "SELECT count(*) FROM receipts WHERE outcome LIKE '%\"seq\"%'",
        )
        entries, answered = (database.execute(each).fetchone()[0] for each in queries)
        return entries, answered


@pytest.mark.promise(14)
async def test_a_copy_made_under_play_is_whole_and_can_be_put_back_anywhere(
    database: Path | str, postgres: Postgres, tmp_path: Path
) -> None:
    store = await Store.open(database)
    service, copies = GameService(store), [tmp_path / f"copy-{n}.db" for n in range(3)]
    games = {channel: await start_game(service, channel) for channel in (101, 102)}
    lobby = (await seating.create_game(service, actor(103), "ormes", "blue", None)).record.id
    playing = [asyncio.create_task(play_orders(service, game, channel)) for channel, game in games.items()]
    playing.append(asyncio.create_task(scribbled(store, lobby)))
    for copy in copies:
        await asyncio.sleep(0.1)
        await store.backup(copy)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    logs = {game: await store.log.entries(game) for game in games.values()}
    await store.close()

    counts = [counted(copy) for copy in copies]
    assert 0 < counts[0][0] < counts[2][0], "it was played meanwhile"
    assert [entries - answered for entries, answered in counts] == [counts[0][0] - counts[0][1]] * 3
    for there in (tmp_path / "elsewhere" / "games.db", postgres.at(postgres.empty())):
        assert await asyncio.to_thread(backups.restore, copies[1], there, NOON, tmp_path) is None
        again = await Store.open(there)
        for game, log in logs.items():
            back = await again.log.entries(game)
            assert back == log[: len(back)]
            replayed = replay(State(), (event for entry in back for event in entry.events))
            assert (await GameService(again).game(game)).state == replayed
        assert (
            await seating.create_game(GameService(again), actor(104), "ormes", "blue", None)
        ).record.id > backups.SKIPPED_IDS
        await again.close()


@pytest.mark.long
def test_the_commands_speak_to_a_server(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = postgres.at(postgres.empty())
    monkeypatch.setenv("GROGNARD_DATABASE", there.replace("grognard@", "grognard:hidden@"))
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))

    def said(*words: str) -> str:
        done = CliRunner().invoke(main, words)
        assert "hidden" not in done.output
        return f"{done.exit_code} {done.output}"

    release = unpack(PACKED[0], tmp_path / "release.db")
    assert said("backup").startswith("1 Error: postgresql://grognard@/")
    assert said("restore", str(release)).startswith("0 Restored postgresql://grognard@/")
    assert "0 faults" in said("check")
    made = said("backup")
    assert made.startswith("0 ")
    [copy] = (tmp_path / "backups").iterdir()
    assert said("restore", str(copy)).strip().endswith(".db")
    [before] = tmp_path.glob("grognard-before-*.db")
    assert counted(before) == counted(copy)
    assert "6 games" in said("doctor")
    for address in ("mysql://u:hidden@host/name", "postgresql://u:hid#hidden@host/name"):
        monkeypatch.setenv("GROGNARD_DATABASE", address)
        for words in (("check",), ("doctor",), ("restore", str(copy))):
            assert "the address of the database is not valid" in said(*words)
