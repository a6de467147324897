"""Snapshots: a cache beside the log. With them or without, damaged or outdated: the same table."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import opponent
from bot import opening
from bot.chapters import chapters, ended_by, newest_first
from bot.desk import By, Desk
from bot.table import EVENTS_APART, Table, lay
from engine import events as ev
from engine.commands import Command, Move
from engine.evolve import replay
from engine.state import Question, State, Unit
from storage import Snapshot, Store, snapshots
from storage.writing import KEPT

INTERACTIONS = count(1)
ORDERS = {"ormes": 45, "plateau": 60, "kurokawa": 60, "isandlwana": 50}


def by() -> By:
    return By(user=11, name="Anna", interaction=next(INTERACTIONS), guild=1, channel=1)


def advice(table: Table, side: str) -> Command:
    return opponent.choose(table.system, table.scenario, table.seen(side).state, side)


async def played(path: Path, battle: str) -> None:
    secret = (bytes([n % 256]) * 32 for n in count(1))
    store = await Store.open(path)
    desk = Desk(store, secret=lambda n: next(secret)[:n])
    table = await opening.open_game(desk, by(), battle, opening.BOTH, None)
    table = await opening.start(desk, table.game.id, by())
    for _ in range(ORDERS[battle]):
        table = (await desk.order(table.game.id, by(), advice)).table
    await store.close()


@pytest.fixture(scope="module", params=list(ORDERS))
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in progress, closed; its snapshots are as play left them."""
    path = tmp_path_factory.mktemp("games") / f"{request.param}.db"
    asyncio.run(played(path, request.param))
    return path


@pytest.fixture
def path(recorded: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "games.db"
    copy.write_bytes(recorded.read_bytes())
    return copy


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path)
    yield store
    await store.close()


def sql(path: Path, statement: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return database.execute(statement, values).fetchall()


def seqs(path: Path) -> list[int]:
    return [seq for (seq,) in sql(path, "SELECT seq FROM snapshots ORDER BY seq")]


async def replayed(store: Store) -> Table:
    """The first game by its log alone."""
    game = await store.game(1)
    assert game is not None
    return lay(game, await store.entries(1))


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "storage.snapshots"]


async def test_a_table_from_a_snapshot_is_the_table_the_log_leads_to(store: Store) -> None:
    table = await Desk(store).table(1)

    whole = await replayed(store)
    assert 0 < table.bases[0].seq < table.last
    assert table.state == whole.state
    assert table.entries == whole.entries
    for side in ("", *whole.scenario.side_ids):
        assert table.known_to(side) == whole.known_to(side)
    assert chapters(table) == chapters(whole)


async def test_few_events_lie_behind_the_newest_snapshot(store: Store) -> None:
    table = await Desk(store).table(1)

    behind = [len(e.events) for e in table.entries if e.seq > table.bases[-1].seq]
    assert sum(behind[:-1]) < EVENTS_APART


async def test_most_of_a_long_log_stays_unread(store: Store) -> None:
    table = await Desk(store).table(1)

    slot = type(table.entries[0]).__dict__["events"]
    read = [entry.seq for entry in table.entries if is_read(slot, entry)]
    assert read == [entry.seq for entry in table.entries if entry.seq > table.bases[-1].seq]


def is_read(slot: Any, entry: Any) -> bool:
    try:
        slot.__get__(entry)
    except AttributeError:
        return False
    return True


async def test_without_any_snapshot_it_is_the_same_table(store: Store, path: Path) -> None:
    async with store.writing() as w:
        await w.forget_snapshots()

    table = await Desk(store).table(1)

    assert seqs(path) == []
    assert table.bases == ()
    assert table.state == (await replayed(store)).state


DAMAGE = {
    "a number changed": "UPDATE snapshots SET body = replace(body, '1', '2')",
    "cut short": "UPDATE snapshots SET body = substr(body, 1, 100)",
    "another game's": "UPDATE snapshots SET seal = 'x'",
    "of another entry": "UPDATE snapshots SET seq = seq + 1",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
async def test_a_damaged_snapshot_is_passed_over_with_a_word_in_the_log(
    store: Store, path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    sql(path, damage)

    table = await Desk(store).table(1)

    assert table.bases == ()
    assert table.state == (await replayed(store)).state
    assert all("is damaged" in said for said in complaints(caplog))
    assert complaints(caplog)


async def test_when_the_newest_is_damaged_the_one_before_it_serves(store: Store, path: Path) -> None:
    before, newest = seqs(path)[-2:]
    sql(path, "UPDATE snapshots SET body = '' WHERE seq = ?", newest)

    table = await Desk(store).table(1)

    assert [base.seq for base in table.bases] == [before]
    assert table.state == (await replayed(store)).state


async def test_a_snapshot_of_another_program_is_passed_over_in_silence(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sql(path, "UPDATE snapshots SET made_by = 'another'")

    table = await Desk(store).table(1)

    assert table.bases == ()
    assert table.state == (await replayed(store)).state
    assert complaints(caplog) == []


async def test_a_snapshot_ahead_of_the_log_is_passed_over(store: Store) -> None:
    whole = await replayed(store)
    async with store.writing() as w:
        await w.keep(1, Snapshot(seq=whole.last + 5, state=State(turn=99)))

    table = await Desk(store).table(1)

    assert table.state == whole.state


async def test_a_game_goes_on_from_a_snapshot(store: Store) -> None:
    desk = Desk(store)

    for _ in range(3):
        await desk.order(1, by(), advice)

    assert (await desk.table(1)).state == (await replayed(store)).state


async def test_only_the_newest_snapshots_are_kept(path: Path) -> None:
    assert len(seqs(path)) == KEPT


async def test_striking_takes_the_snapshots_along_that_show_what_is_undone(store: Store, path: Path) -> None:
    last, (oldest, middle, newest) = len(await store.entries(1)), seqs(path)

    async with store.writing() as w:
        await w.strike(1, [middle], by=last)

    assert seqs(path) == [oldest]
    assert newest > middle


async def test_a_transaction_that_fails_takes_no_snapshot_along(store: Store, path: Path) -> None:
    before = seqs(path)

    async def strike_and_fail() -> None:
        async with store.writing() as w:
            await w.strike(1, [before[0]], by=1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await strike_and_fail()

    assert seqs(path) == before


async def test_an_order_taken_back_and_given_again(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "games.db")
    desk = Desk(store)
    table = await opening.start(
        desk, (await opening.open_game(desk, by(), "ormes", opening.BOTH, None)).game.id, by()
    )
    while not isinstance(command := advice(table, table.owing[0]), Move):
        table = (await desk.order(1, by(), lambda t, s: command)).table

    for _ in range(3):
        moved = (await desk.order(1, by(), lambda t, s: command)).table
        if moved.takes_back(table.owing[0])[0] is None:
            break
        back = (await desk.undo(1, by())).table
        assert back.state == table.state

    loaded = await Desk(store).table(1)
    assert loaded.state == (await desk.table(1)).state == (await replayed(store)).state
    await store.close()


async def test_every_earlier_table_is_the_same_from_a_snapshot(store: Store) -> None:
    table, whole = await Desk(store).table(1), await replayed(store)

    for seq in range(whole.last + 1):
        assert table.at(seq).state == whole.at(seq).state
        assert ended_by(table, seq) == next((c for c in chapters(whole) if c.last == seq), None)


async def test_the_newest_chapters_are_found_without_the_oldest(store: Store) -> None:
    table = await Desk(store).table(1)

    newest = next(newest_first(table))

    assert newest == chapters(await replayed(store))[-1]


async def test_a_lobby_that_is_closed_leaves_no_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await Store.open(path)
    table = await opening.open_game(Desk(store), by(), "ormes", opening.BOTH, None)
    async with store.writing() as w:
        await w.keep(table.game.id, Snapshot(seq=1, state=State()))

    async with store.writing() as w:
        await w.delete_game(table.game.id)

    assert seqs(path) == []
    await store.close()


def everything() -> Iterator[ev.Event]:
    """Events that leave something in every field of a table."""
    unit = Unit(
        id="r1",
        side="red",
        kind="foot",
        place="0101",
        name="Ü",
        corps="II",
        symbol="x",
        traits=frozenset({"b", "a"}),
        printed={"cs": 3},
        values={"cs": 2},
        facing={"left": 1},
    )
    yield ev.Introduced(counter=unit)
    yield ev.Began(phase="move", turn=3, player="red", owing=("red", "blue"))
    yield ev.Marked(name="hit", on="r1", to="b1")
    yield ev.Marked(name="hit", on="b1")
    yield ev.Changed(value="vp", was=0, now=-2)
    yield ev.Selected(unit="r1")
    yield ev.Moved(unit="r1", origin="0101", hex="0102", manner="step")
    yield ev.Pooled(pool="fire", dice=(6, 1))
    yield ev.Written(side="red", unit="r1", order={"order": "march"})
    yield ev.Ordered(unit="b1", order={"order": "halt"})
    yield ev.Asked(question=Question(kind="k", side="red", about="r1", options=("y", "n"), default="n"))
    yield ev.Instructed(side="red", kind="k", answer="y", only="red")
    yield ev.Pushed(kind="retreat", about=("r1", "0102"))
    yield ev.Painted(thing="0101", terrain="mud")
    yield ev.Ended(winner="red", level="great", reason="vp")


def test_every_field_of_a_table_comes_back() -> None:
    state = replay(State(), everything())
    filled = {f.name for f in dataclasses.fields(state) if f.init and getattr(state, f.name)}
    row = snapshots.row(7, Snapshot(seq=3, state=state))

    read = snapshots.read(7, 3, row["made_by"], row["seal"], row["body"])

    assert filled == {f.name for f in dataclasses.fields(State) if f.init} - {"active"}
    assert read == Snapshot(seq=3, state=state)


def test_equal_tables_are_written_alike() -> None:
    state = replay(State(), everything())
    shuffled = dataclasses.replace(state, marks=frozenset(reversed([*state.marks])))

    rows = [snapshots.row(7, Snapshot(seq=3, state=each))["body"] for each in (state, shuffled)]

    assert rows[0] == rows[1]
