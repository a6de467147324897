"""Copies made while games are played, in a file and on a server, put back into either; the commands."""

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
from bot import opening
from bot.cli import main
from bot.desk import By, Desk
from engine.evolve import replay
from engine.state import State
from storage import Entry, Receipt, Store, backups
from tests.postgres import Postgres

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NUMBERS = count(1)


def by(channel: int) -> By:
    return By(user=11, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


async def begun(desk: Desk, channel: int) -> int:
    table = await opening.open_game(desk, by(channel), "ormes", opening.BOTH, None)
    return (await opening.start(desk, table.game.id, by(channel))).game.id


async def played(desk: Desk, game: int, channel: int) -> None:
    """Order after order, until cancelled or over."""
    while (await desk.table(game)).playing:
        await desk.order(
            game,
            by(channel),
            lambda table, side: opponent.choose(table.system, table.scenario, table.state, side),
        )


async def scribbled(store: Store, game: int) -> None:
    """Entries with nothing in them, as fast as they can be written, each with its receipt."""
    for seq in count():
        async with store.writing() as w:
            await w.append(game, seq, Entry(kind="order", at=NOON))
            await w.receive(Receipt(interaction=10**9 + seq, game=game, outcome={"seq": seq + 1}))


def counted(copy: Path) -> tuple[int, int]:
    """Entries of logs, and orders that were answered."""
    with closing(sqlite3.connect(copy)) as database:
        asked = "SELECT count(*) FROM entries", "SELECT count(*) FROM receipts WHERE outcome LIKE '%\"seq\"%'"
        entries, answered = (database.execute(each).fetchone()[0] for each in asked)
        return entries, answered


@pytest.mark.promise(14)
async def test_a_copy_made_under_play_is_whole_and_can_be_put_back_anywhere(
    database: Path | str, postgres: Postgres, tmp_path: Path
) -> None:
    store = await Store.open(database)
    desk, copies = Desk(store), [tmp_path / f"copy-{n}.db" for n in range(3)]
    games = {channel: await begun(desk, channel) for channel in (101, 102)}
    lobby = (await opening.open_game(desk, by(103), "ormes", "blue", None)).game.id
    playing = [asyncio.create_task(played(desk, game, channel)) for channel, game in games.items()]
    playing.append(asyncio.create_task(scribbled(store, lobby)))
    for copy in copies:
        await asyncio.sleep(0.1)
        await store.backup(copy)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    logs = {game: await store.entries(game) for game in games.values()}
    await store.close()

    found = [counted(copy) for copy in copies]
    assert 0 < found[0][0] < found[2][0], "it was played meanwhile"
    assert [entries - answered for entries, answered in found] == [found[0][0] - found[0][1]] * 3
    for there in (tmp_path / "elsewhere" / "games.db", postgres.at(postgres.empty())):
        assert await asyncio.to_thread(backups.restore, copies[1], there, NOON, tmp_path) is None
        again = await Store.open(there)
        for game, log in logs.items():
            back = await again.entries(game)
            assert back == log[: len(back)]
            told = replay(State(), (event for entry in back for event in entry.events))
            assert (await Desk(again).table(game)).state == told
        assert (await opening.open_game(Desk(again), by(104), "ormes", "blue", None)).game.id > backups.BEYOND
        await again.close()


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

    release = Path(__file__).parent / "data" / "releases" / "grognard-0.1.0.db"
    assert said("backup").startswith("1 Error: postgresql://grognard@/")
    assert said("restore", str(release)).startswith("0 postgresql://grognard@/")
    assert "0 faults" in said("check")
    made = said("backup")
    assert made.startswith("0 ")
    [copy] = (tmp_path / "backups").iterdir()
    assert said("restore", str(copy)).strip().endswith(".db")
    [before] = tmp_path.glob("grognard-before-*.db")
    assert counted(before) == counted(copy)
    assert "3 games" in said("doctor")
    for address in ("mysql://u:hidden@host/name", "postgresql://u:hid#hidden@host/name"):
        monkeypatch.setenv("GROGNARD_DATABASE", address)
        for words in (("check",), ("doctor",), ("restore", str(copy))):
            assert "the address of the database cannot be understood" in said(*words)
