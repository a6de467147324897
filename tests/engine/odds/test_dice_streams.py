"""Dice by stream: in two games with the same seed a side has the same rolls for a purpose, whatever else
happens in them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import scenarios
from engine.commands import Command, Done, Seal
from engine.errors import Refused
from engine.events import Event, Rolled
from engine.evolve import replay
from engine.ledger import ForcedDice, Ledger, SeededDice, rolled_by_stream
from engine.referee import play, start
from engine.state import State, Unit
from engine.systems import find
from opponent import choose
from tests.long_forms import long_but

BATTLES = ("ormes", "gue", "colonne", "kurokawa")
ROLLS = 8
DICE = SeededDice(b"one seed", ("two", "words"))


def game(battle: str, hasty: float) -> Iterator[tuple[State, Event]]:
    """What happens in a game of the computer player with dice by stream, each with the position before, until
    enough was rolled. Now and then it ends its phase at once: the more `hasty`, the oftener."""
    scn, chance = scenarios.load(battle), random.Random(battle)
    system = find(scn.system)
    log = list(start(system, scn, DICE, {}))
    state = State()
    for event in log:
        yield state, event
        state = replay(state, (event,))
    while state.result is None and sum(isinstance(event, Rolled) for event in log) < ROLLS:
        side = state.questions[0].side if state.questions else min(state.active)
        try:
            hurry = chance.random() < hasty
            command: Command = chance.choice((Done(), Seal())) if hurry else choose(system, scn, state, side)
            events = play(system, scn, state, side, command, DICE, rolled=rolled_by_stream(log))
        except Refused:
            continue
        for event in events:
            yield state, event
            state = replay(state, (event,))
        log += events


def streams(battle: str, hasty: float) -> dict[tuple[str, str], list[Rolled]]:
    """The rolls of a game by the side of the unit that rolled and by purpose."""
    rolls: dict[tuple[str, str], list[Rolled]] = {}
    for before, event in game(battle, hasty):
        if isinstance(event, Rolled):
            unit = before.units.get(event.by)
            stream = (unit.side if unit is not None else event.by, event.purpose)
            rolls.setdefault(stream, []).append(event)
    return rolls


@pytest.mark.parametrize("battle", long_but(BATTLES[:2], BATTLES))
def test_the_nth_roll_of_a_side_for_a_purpose_is_the_same_in_both_games(battle: str) -> None:
    one, two = streams(battle, 0), streams(battle, 0.25)

    shared = one.keys() & two.keys()
    assert shared, "both games roll for the same things"
    orders = [[(roll.key, roll.by) for rolls in each.values() for roll in rolls] for each in (one, two)]
    assert orders[0] != orders[1], "the games are different ones"
    for side, purpose in shared:
        for n, rolls in enumerate(zip(one[side, purpose], two[side, purpose], strict=False), start=1):
            assert {roll.key for roll in rolls} == {f"{side}/{purpose}/{n}"}
            faces = [
                [DICE.draw(f"{side}/{purpose}/{n}/{die}", roll.sides) for die, _ in enumerate(roll.dice, 1)]
                for roll in rolls
            ]
            assert [list(roll.dice) for roll in rolls] == faces


def test_a_pool_counts_as_one_roll_and_a_key_of_the_rulebook_does_not_matter() -> None:
    unit = Unit(id="guns", side="blue", kind="artillery", place="0101")
    ledger = Ledger(State(units={"guns": unit}), ForcedDice((1, 2, 3, 4, 5)), 7, 3, {"blue/fire": 4})

    ledger.pool("fire", 3, sides=6, rule="", by="guns", key="t1/s2/guns")
    ledger.roll("fire", sides=6, rule="", by="guns")
    ledger.roll("initiative", sides=6, rule="", by="red")

    keys = [event.key for event in ledger.events if isinstance(event, Rolled)]
    assert keys == ["blue/fire/5", "blue/fire/6", "red/initiative/1"]
    assert rolled_by_stream(ledger.events) == {"blue/fire": 2, "red/initiative": 1}


def test_without_streams_the_order_keys_the_dice() -> None:
    ledger = Ledger(State(), ForcedDice((1, 2)), 7, 3)

    ledger.roll("fire", sides=6, rule="", by="red")
    ledger.roll("fire", sides=6, rule="", by="red", key="own")

    assert [event.key for event in ledger.events if isinstance(event, Rolled)] == ["7/1", "own/u3"]
