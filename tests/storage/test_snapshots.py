"""Snapshots: a cache beside the log. With them or without, damaged or outdated: the same state."""

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
from bot.core.game import EVENTS_APART, Game, lay
from bot.core.game_service import GameService
from bot.core.order_rules.undo_rules import undoable_entry
from bot.core.report_segments import ended_by, newest_first, segments
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine import events as ev
from engine.commands import Command, Move
from engine.evolve import replay
from engine.state import Question, State, Unit
from storage import Snapshot, Store, snapshots
from tests.empty_database import empty_database
from tests.long_forms import long_but

INTERACTIONS = count(1)
ORDERS = {"ormes": 45, "plateau": 60, "kurokawa": 60, "isandlwana": 50}


def actor() -> Actor:
    return Actor(user=11, name="Anna", interaction=next(INTERACTIONS), guild=1, channel=1)


def advice(game: Game, side: str) -> Command:
    return opponent.choose(game.system, game.scenario, game.seen(side).state, side)


async def play_orders(path: Path, battle: str) -> None:
    secret = (bytes([n % 256]) * 32 for n in count(1))
    store = await Store.open(path)
    games = GameService(store, secret=lambda n: next(secret)[:n])
    game = await seating.create_game(games, actor(), battle, seating.BOTH, None)
    game = await seating.start(games, game.record.id, actor())
    for _ in range(ORDERS[battle]):
        game = (await games.order(game.record.id, actor(), advice(game, game.owing[0]))).game
    await store.close()


@pytest.fixture(scope="module", params=long_but([*ORDERS][:2], ORDERS))
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in progress, closed; its snapshots are as play left them."""
    path = tmp_path_factory.mktemp("games") / f"{request.param}.db"
    asyncio.run(play_orders(path, request.param))
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


async def replayed(store: Store) -> Game:
    """The first game by its log alone."""
    game = await store.games.get(1)
    assert game is not None
    return lay(game, await store.log.entries(1))


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "storage.snapshots"]


async def test_a_game_from_a_snapshot_is_the_game_of_its_log(store: Store) -> None:
    game = await GameService(store).game(1)

    whole = await replayed(store)
    assert 0 < game.bases[0].seq < game.last
    assert game.state == whole.state
    assert game.entries == whole.entries
    for side in ("", *whole.scenario.side_ids):
        assert game.known_to(side) == whole.known_to(side)
    assert segments(game) == segments(whole)


async def test_few_events_lie_behind_the_newest_snapshot(store: Store) -> None:
    game = await GameService(store).game(1)

    behind = [len(e.events) for e in game.entries if e.seq > game.bases[-1].seq]
    assert sum(behind[:-1]) < EVENTS_APART


async def test_most_of_a_long_log_stays_unread(store: Store) -> None:
    game = await GameService(store).game(1)

    slot = type(game.entries[0]).__dict__["events"]
    read = [entry.seq for entry in game.entries if is_read(slot, entry)]
    assert read == [entry.seq for entry in game.entries if entry.seq > game.bases[-1].seq]


def is_read(slot: Any, entry: Any) -> bool:
    try:
        slot.__get__(entry)
    except AttributeError:
        return False
    return True


async def test_without_any_snapshot_it_is_the_same_table(store: Store, path: Path) -> None:
    async with store.writing() as tx:
        await tx.log.delete_snapshots()

    game = await GameService(store).game(1)

    assert seqs(path) == []
    assert game.bases == ()
    assert game.state == (await replayed(store)).state


DAMAGE = {
    "a number changed": "UPDATE snapshots SET body = replace(body, '1', '2')",
    "cut short": "UPDATE snapshots SET body = substr(body, 1, 100)",
    "another game's": "UPDATE snapshots SET seal = 'x'",
    "of another entry": "UPDATE OR REPLACE snapshots SET seq = seq + 1",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
async def test_a_damaged_snapshot_is_passed_over_with_a_word_in_the_log(
    store: Store, path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    sql(path, damage)

    game = await GameService(store).game(1)

    assert game.bases == ()
    assert game.state == (await replayed(store)).state
    assert all("is damaged" in said for said in complaints(caplog))
    assert complaints(caplog)


async def test_when_the_newest_is_damaged_the_one_before_it_serves(store: Store, path: Path) -> None:
    before, newest = seqs(path)[-2:]
    sql(path, "UPDATE snapshots SET body = '' WHERE seq = ?", newest)

    game = await GameService(store).game(1)

    assert [base.seq for base in game.bases] == [before]
    assert game.state == (await replayed(store)).state


async def test_a_snapshot_of_another_program_is_passed_over_in_silence(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sql(path, "UPDATE snapshots SET made_by = 'another'")

    game = await GameService(store).game(1)

    assert game.bases == ()
    assert game.state == (await replayed(store)).state
    assert complaints(caplog) == []


async def test_a_snapshot_ahead_of_the_log_is_passed_over(store: Store) -> None:
    whole = await replayed(store)
    async with store.writing() as tx:
        await tx.log.save_snapshot(1, Snapshot(seq=whole.last + 5, state=State(turn=99)))

    game = await GameService(store).game(1)

    assert game.state == whole.state


async def test_a_game_goes_on_from_a_snapshot(store: Store) -> None:
    games = GameService(store)

    for _ in range(3):
        game = await games.game(1)
        await games.order(1, actor(), advice(game, game.owing[0]))

    assert (await games.game(1)).state == (await replayed(store)).state


async def test_only_the_three_newest_snapshots_are_kept(path: Path) -> None:
    assert len(seqs(path)) == 3


async def test_striking_takes_the_snapshots_along_that_show_what_is_undone(store: Store, path: Path) -> None:
    last, (oldest, middle, newest) = len(await store.log.entries(1)), seqs(path)

    async with store.writing() as tx:
        await tx.log.strike(1, [middle], by=last)

    assert seqs(path) == [oldest]
    assert newest > middle


async def test_a_transaction_that_fails_takes_no_snapshot_along(store: Store, path: Path) -> None:
    before = seqs(path)

    async def strike_and_fail() -> None:
        async with store.writing() as tx:
            await tx.log.strike(1, [before[0]], by=1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await strike_and_fail()

    assert seqs(path) == before


async def test_an_order_taken_back_and_given_again(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await seating.start(
        games, (await seating.create_game(games, actor(), "ormes", seating.BOTH, None)).record.id, actor()
    )
    while not isinstance(command := advice(game, game.owing[0]), Move):
        game = (await games.order(1, actor(), command)).game

    for _ in range(3):
        moved = (await games.order(1, actor(), command)).game
        if undoable_entry(moved, game.owing[0])[0] is None:
            break
        back = (await games.undo(1, actor())).game
        assert back.state == game.state

    loaded = await GameService(store).game(1)
    assert loaded.state == (await games.game(1)).state == (await replayed(store)).state
    await store.close()


async def test_every_earlier_state_is_the_same_from_a_snapshot(store: Store) -> None:
    game, whole = await GameService(store).game(1), await replayed(store)

    for seq in range(whole.last + 1):
        assert game.at(seq).state == whole.at(seq).state
        assert ended_by(game, seq) == next((c for c in segments(whole) if c.last == seq), None)


async def test_the_newest_chapters_are_found_without_the_oldest(store: Store) -> None:
    game = await GameService(store).game(1)

    newest = next(newest_first(game))

    assert newest == segments(await replayed(store))[-1]


async def test_a_lobby_that_is_closed_leaves_no_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await Store.open(path)
    game = await seating.create_game(GameService(store), actor(), "ormes", seating.BOTH, None)
    async with store.writing() as tx:
        await tx.log.save_snapshot(game.record.id, Snapshot(seq=1, state=State()))

    async with store.writing() as tx:
        await tx.games.delete_lobby(game.record.id)

    assert seqs(path) == []
    await store.close()


def everything() -> Iterator[ev.Event]:
    """Events that fill every field of a state."""
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


def test_every_field_of_a_state_is_restored() -> None:
    state = replay(State(), everything())
    filled = {f.name for f in dataclasses.fields(state) if f.init and getattr(state, f.name)}
    row = snapshots.row(7, Snapshot(seq=3, state=state))

    read = snapshots.read(7, 3, row["made_by"], row["seal"], row["body"])

    assert filled == {f.name for f in dataclasses.fields(State) if f.init} - {"active"}
    assert read == Snapshot(seq=3, state=state)


def test_equal_states_are_written_alike() -> None:
    state = replay(State(), everything())
    shuffled = dataclasses.replace(state, marks=frozenset(reversed([*state.marks])))

    rows = [snapshots.row(7, Snapshot(seq=3, state=each))["body"] for each in (state, shuffled)]

    assert rows[0] == rows[1]
