"""The game of a what-if: made of what its owner may know, with dice unrelated to the game's."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import opponent
from bot.core.game import Game
from bot.features.what_if import private_copy
from engine import referee
from engine.commands import Command, Resign, Seal, Write
from engine.errors import IllegalOrder, Refused
from engine.events import Noted, Rolled
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from storage import Entry, WhatIf
from tests.bot.sample_games import new_game

NOON = datetime(2026, 1, 1, tzinfo=UTC)
ANNA = 7
BATTLES = ("ormes", "vaux", "plateau", "takase", "kurokawa", "colonne")


def started_game(name: str, seed: bytes = b"real") -> Game:
    """A battle at its beginning, with its log."""
    game = new_game(name)
    events = referee.start(game.system, game.scenario, SeededDice(seed))
    start = Entry(seq=1, kind="start", events=events, at=NOON)
    return replace(game, entries=(start,), state=replay(State(), events))


def with_order(game: Game, side: str, command: object, dice: object) -> Game:
    events = referee.play(game.system, game.scenario, game.state, side, command, dice, order=game.last + 1)
    entry = Entry(seq=game.last + 1, kind="order", side=side, command=command, events=events, at=NOON)
    return game.added(entry)


def game_after_orders(name: str, orders: int) -> Game:
    """A battle after so many orders of two computer players."""
    game, dice = started_game(name), SeededDice(b"real")
    for _ in range(orders):
        if not game.owing or game.state.result is not None:
            break
        side = game.owing[0]
        game = with_order(game, side, advised(game, side), dice)
    return game


def advised(game: Game, side: str) -> Command:
    return opponent.choose(game.system, game.scenario, game.state, side)


def kept(game: Game, side: str, seed: bytes = b"what if") -> WhatIf:
    return WhatIf(game=1, user=ANNA, channel=1, side=side, after=game.last, seed=seed)


@pytest.mark.long
@pytest.mark.parametrize("name", BATTLES)
def test_anything_legal_can_be_tried_on_a_copy_without_it_breaking(name: str) -> None:
    chance = random.Random(name)
    for orders in (0, 30):
        real = game_after_orders(name, orders)
        for viewer in (*real.scenario.side_ids, ""):
            what = kept(real, viewer)
            game = private_copy.copy_game(real, what, "Anna")
            for _ in range(40):
                if game.state.result is not None or not game.owing:
                    break
                side = game.side_for(ANNA)
                seen = game.seen(side)
                unit = chance.choice(["", *(u.id for u in seen.state.units_on_map(side))])
                options = referee.options(seen.system, seen.scenario, seen.state, side, unit)
                commands = [o.command for o in options] or [advised(seen, side)]
                command = chance.choice(commands)
                try:
                    game = with_order(game, side, command, private_copy.dice(what, game.last + 1))
                except Refused:
                    continue
            assert game.last > 1 or not game.owing


def test_the_copy_of_two_games_that_differ_in_secrets_is_the_same_AT_ORD_03() -> None:
    real = started_game("kurokawa")
    red, blue = real.scenario.side_ids
    dice = SeededDice(b"real")
    some = with_order(real, red, Write(unit="yari-1", order={"order": "defend", "facing": "NE"}), dice)
    other = with_order(real, red, Write(unit="nagi-1", order={"order": "rest"}), dice)
    other = with_order(other, red, Write(unit="yari-1", order={"order": "rest"}), dice)

    for viewer in (blue, ""):
        first, second = (private_copy.copy_game(t, kept(t, viewer), "Anna") for t in (some, other))

        assert first.state == second.state == private_copy.copy_game(real, kept(real, viewer), "Anna").state
        assert first.entries == second.entries
        assert first.bases == second.bases
        assert first.record == second.record
        assert not private_copy.outdated(some, kept(real, viewer)), (
            "not even that Red has written may be seen"
        )
    assert private_copy.copy_game(some, kept(some, red), "Anna").state.envelopes[red]


def test_neither_seed_nor_log_of_the_game_are_in_a_copy() -> None:
    real = game_after_orders("ormes", 60)
    real = replace(real, record=replace(real.record, seed=b"the secret seed", salts=("a",)))

    game = private_copy.copy_game(real, kept(real, "blue"), "Anna")

    assert b"secret" not in repr(game.record).encode()
    assert game.record.salts == ()
    assert [e.kind for e in game.entries] == ["start"]
    assert not any(isinstance(e, (Rolled, Noted)) for e in game.entries[0].events)


def test_what_is_unknown_counts_as_printed() -> None:
    real = started_game("kurokawa")
    red, blue = real.scenario.side_ids
    archers = next(u for u in real.state.units.values() if u.side == red and u["ammo"])
    assert "ammo" not in real.seen(blue).state.units[archers.id].values

    copied = private_copy.copy_game(real, kept(real, blue), "Anna").state.units[archers.id]

    assert copied["ammo"] == archers.printed["ammo"]


def test_an_order_given_again_rolls_again() -> None:
    real = started_game("ormes")
    what = kept(real, "blue")

    faces = {private_copy.dice(what, order).draw("1/1/1", 1000) for order in range(2, 30)}

    assert len(faces) > 20


def test_dice_that_were_laid_fall_first_and_only_faces_there_are() -> None:
    what = replace(kept(started_game("ormes"), "blue"), faces=(3, 9))
    dice = private_copy.dice(what, 2)

    assert dice.draw("1/1/1", 6) == 3
    with pytest.raises(IllegalOrder):
        dice.draw("1/2/1", 6)
    assert dice.draw("1/2/1", 10) == 9
    assert dice.used == 2
    assert 1 <= dice.draw("1/3/1", 6) <= 6


def entry(*events: object, command: object = None, side: str = "blue", struck: int | None = None) -> Entry:
    return Entry(  # type: ignore[arg-type]
        seq=2, kind="order", side=side, command=command, events=events, at=NOON, struck=struck
    )


def rolled(face: int, key: str = "2/1", only: str = "") -> Rolled:
    return Rolled(purpose="combat", key=key, sides=6, dice=(face,), only=only)


def test_an_order_has_turned_out_otherwise_when_its_side_can_tell() -> None:
    said = Noted(kind="attack", facts={"unit": "line-1"})

    assert private_copy.differs(entry(rolled(3), said), entry(rolled(3, key="9/1"), said)) == ""
    assert private_copy.differs(entry(rolled(3)), entry(rolled(4))) == "dice"
    assert private_copy.differs(entry(rolled(3)), entry(rolled(3), said)) == "otherwise"
    assert private_copy.differs(entry(rolled(3)), entry(rolled(3), rolled(5, only="orange"))) == ""


def test_only_living_orders_of_their_own_side_are_sent_and_no_surrender() -> None:
    seal = entry(command=Seal())
    what = replace(
        kept(started_game("kurokawa"), "blue"),
        entries=(
            seal,
            entry(command=Seal(), side="red"),
            entry(command=Seal(), struck=9),
            entry(command=Resign()),
        ),
    )

    assert private_copy.orders(what, ("blue",)) == (seal,)
    assert private_copy.orders(what, ()) == ()
