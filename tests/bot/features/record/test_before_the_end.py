"""The record of a game under way holds what its reader knows, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.game import Game
from bot.features.dice.proof import commitment
from bot.features.record.recorded_game import record_of
from engine.commands import Seal, Write
from engine.events import Rolled, Written
from engine.ledger import SeededDice
from engine.referee import play
from notation.record import RecordedGame, read, write
from storage import Entry
from tests.bot.features.secret_orders.test_secret_orders import order, start_game
from tests.bot.recorded_games import SEED, played, sources


def running(battle: str, orders: int) -> Game:
    game = played(battle, orders)
    return replace(game, record=replace(game.record, status="playing"))


def known(game: Game, viewer: str = "") -> RecordedGame:
    """What a viewer's record holds, read again from its text."""
    text = write(record_of(game, sources(game), viewer))
    record = read(text.encode())
    assert write(record) == text
    return record


def test_it_has_no_seed_no_keys_of_dice_no_seconds_and_no_fingerprint() -> None:
    game = running("ormes", 60)

    record = known(game)

    rolls = [e for entry in record.entries for e in entry.events if isinstance(e, Rolled)]
    assert rolls
    assert {roll.key for roll in rolls} == {""}
    assert (record.dice.seed, record.log, record.result) == ("", "", {})
    assert record.dice.commitment == commitment(SEED)
    assert SEED.hex() not in write(record)
    assert {entry.at.second for entry in record.entries} == {0}
    assert (record.opened.second, record.opened.microsecond) == (0, 0)
    assert record.known_to == "spectators"
    assert not record.whole


@pytest.mark.parametrize(("viewer", "own"), [("", 0), ("red", 1), ("blue", 1)])
def test_orders_in_secret_are_in_the_record_of_their_own_side_only(viewer: str, own: int) -> None:
    game = running("nonaka", 12)
    secret = [e for e in game.entries if isinstance(e.command, Write) and e.side == viewer]

    record = known(game, viewer)

    orders = [e for e in record.entries if any(isinstance(event, Written) for event in e.events)]
    assert len(orders) == len(secret)
    assert bool(orders) is bool(own)
    assert {event.only for entry in record.entries for event in entry.events} <= {"", viewer}
    assert [entry.number for entry in record.entries] == [*range(1, len(record.entries) + 1)]
    assert all(entry.order for entry in orders)


def with_another_secret(game: Game) -> Game:
    """The same game, in which Blue has written another secret order in the same place."""
    last = game.entries[-1]
    assert isinstance(last.command, Write)
    before = game.at(last.seq - 1)
    other = Write(unit=last.command.unit, order={"order": "rest"})
    events = play(
        game.system, game.scenario, before.state, last.side, other, SeededDice(SEED), order=last.seq
    )
    return before.added(replace(last, command=other, events=events))


def first_secret_of(side: str) -> Game:
    game = running("nonaka", 30)
    seq = next(e.seq for e in game.entries if isinstance(e.command, Write) and e.side == side)
    return game.at(seq)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_two_games_that_differ_in_a_secret_order_have_the_same_record_for_others(side: str) -> None:
    game = first_secret_of(side)
    other = with_another_secret(game)
    enemy = game.scenario.enemy(side)
    fewer = game.at(game.last - 1)

    assert write(known(game, side)) != write(known(other, side))
    for viewer in ("", enemy):
        assert write(known(game, viewer)) == write(known(other, viewer))
        assert write(known(game, viewer)) == write(known(fewer, viewer))


def test_times_do_not_tell_when_others_wrote_in_secret() -> None:
    game = first_secret_of("blue")
    last = game.entries[-1]
    late = replace(game, entries=(*game.entries[:-1], replace(last, at=last.at + timedelta(hours=5))))

    assert write(known(game, "red")) == write(known(late, "red"))


def test_an_undone_secret_order_is_not_counted_for_others() -> None:
    game = first_secret_of("blue")
    last = game.entries[-1]
    undone = game.struck([last.seq], Entry(seq=last.seq + 1, kind="undo", side="blue", who=2, at=last.at))

    assert write(known(undone, "red")) == write(known(game.at(last.seq - 1), "red"))
    assert known(undone, "blue").entries[-1].strikes == (len(known(undone, "blue").entries) - 1,)


def test_locking_is_known_to_all_and_says_nothing_else() -> None:
    game = running("nonaka", 30)
    seq = next(e.seq for e in game.entries if isinstance(e.command, Seal) and e.side == "blue")

    entry = known(game.at(seq), "red").entries[-1]

    assert (entry.side, entry.order) == ("blue", "lock")
    assert all(not event.only for event in entry.events)


@pytest.mark.long
async def test_a_player_gets_their_own_secret_orders_and_everyone_gets_all_at_the_end(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    clara = harness.person("Clara")
    await order(anna, "yari-1", "march", path="NE")
    await harness.quiet()
    files = [await person.slash("battle", "game export") for person in (anna, bruno, clara)]
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    after = await clara.slash("battle", "game export")

    mine, theirs, seen = (read(file.file()) for file in files)
    whole = read(after.file())
    assert all(file.ephemeral for file in (*files, after))
    assert [entry.order.split()[:2] for entry in mine.entries if entry.order] == [["yari-1", "march"]]
    assert sum(bool(e.order) for e in theirs.entries) == 0
    assert sum(bool(e.order) for e in seen.entries) == 0
    assert (mine.known_to, theirs.known_to, seen.known_to) == ("red", "blue", "spectators")
    assert whole.whole
    assert [e.order for e in whole.entries if e.order][-1] == "resign"
    assert {player.name for player in whole.players} == {"Anna", "Bruno"}
    assert anna.id not in after.file().decode()


async def test_a_lobby_has_no_record_yet(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue")

    refused = await anna.slash("battle", "game export")

    assert refused.ephemeral
    assert "has not started yet" in refused.words
