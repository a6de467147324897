"""What set-up hides in the engine: events address their own side, whatever the phase (MP-SET-5, MP-SET-6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import opponent
import scenarios
from engine import referee, scenario_builder
from engine.commands import Done, Move, Place
from engine.events import Began, Introduced, Moved, Owed, Placed
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.systems.morne_plaine import SYSTEM
from engine.view import look

DICE = SeededDice(b"mist")
VAUX = scenarios.load("vaux")
AT_ONCE = scenario_builder.build(
    {**VAUX.printed, "options": {**VAUX.printed.get("options", {}), "setup_only_first_turn": "no"}}
)


def drawn_up(scenario: Scenario, *sides: str) -> State:
    """The position after these sides have set up, as the computer player does it."""
    state = replay(State(), referee.start(SYSTEM, scenario, DICE))
    for side in sides:
        while state.player == side and state.phase == "setup":
            command = opponent.choose(SYSTEM, scenario, state, side)
            state = replay(state, referee.play(SYSTEM, scenario, state, side, command, DICE))
    return state


def test_a_placed_unit_is_known_to_its_side_alone_MP_SET_6() -> None:
    state = drawn_up(VAUX)

    events = referee.play(SYSTEM, VAUX, state, "blue", Place(unit="line-7", hex="0708"), DICE)

    assert [(type(e), e.only) for e in events] == [(Placed, "blue")]


def test_what_moves_in_the_first_turn_is_hidden_too_where_it_is_not_for_set_up_alone_MP_SET_6() -> None:
    state = drawn_up(AT_ONCE, "blue")
    assert (state.turn, state.phase) == (1, "movement")
    unit = next(u for u in state.units_on_map("blue") if u.kind == "infantry")
    ahead = next(iter(SYSTEM.display.routes(AT_ONCE, state, unit.id)))

    events = referee.play(SYSTEM, AT_ONCE, state, "blue", Move(unit=unit.id, path=(ahead,)), DICE)

    assert any(isinstance(e, Moved) for e in events)
    assert {e.only for e in events} == {"blue"}


def test_that_a_phase_is_over_is_for_all_to_know() -> None:
    state = drawn_up(AT_ONCE, "blue")

    events = referee.play(SYSTEM, AT_ONCE, state, "blue", Done(), DICE)

    assert {type(e) for e in events if not e.only} == {Began, Owed}


def test_from_the_second_turn_on_everything_is_public_again_MP_SET_6() -> None:
    state = drawn_up(VAUX, "blue", "orange")
    assert state.turn == 2
    unit = next(u for u in state.units_on_map("blue") if u.kind == "infantry")
    ahead = next(iter(SYSTEM.display.routes(VAUX, state, unit.id)))

    events = referee.play(SYSTEM, VAUX, state, "blue", Move(unit=unit.id, path=(ahead,)), DICE)

    assert {e.only for e in events} == {""}


def test_the_box_is_open_to_all() -> None:
    events = referee.start(SYSTEM, VAUX, DICE)

    assert {e.only for e in events if isinstance(e, Introduced)} == {""}


@pytest.mark.parametrize("viewer", ["", "blue", "orange"])
def test_both_zones_are_shown_to_everyone_while_units_are_placed_MP_SET_5(viewer: str) -> None:
    during, after = drawn_up(VAUX, "blue"), drawn_up(VAUX, "blue", "orange")

    assert look(SYSTEM, VAUX, during, viewer).setup == VAUX.zones
    assert look(SYSTEM, VAUX, after, viewer).setup == {}


def test_the_sparring_partner_draws_up_its_whole_army_in_its_zone_spread_over_the_objectives() -> None:
    state = drawn_up(VAUX, "blue", "orange")

    for side in VAUX.side_ids:
        places = [u.place for u in state.units_on_map(side)]
        assert set(places) <= VAUX.zones[side]
        assert len(set(places)) == 7
        columns = sorted(int(place[:2]) for place in places)
        assert columns[-1] - columns[0] >= 5, "not all in one heap"


def test_what_a_hidden_unit_has_spent_of_its_movement_is_not_seen_MP_SET_6() -> None:
    state = drawn_up(AT_ONCE, "blue")
    unit = next(u for u in state.units_on_map("blue") if u["ma"] > 1)
    spent = state.with_unit(replace(unit, values={**unit.values, "mp": 1}))

    seen = {v: SYSTEM.as_seen_by(AT_ONCE, spent, v).units[unit.id]["mp"] for v in ("blue", "orange", "")}
    assert seen == {"blue": 1, "orange": unit["ma"], "": unit["ma"]}
