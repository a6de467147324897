"""Rules of thumb: always legal, end every game, repeatable, not absurd."""

from __future__ import annotations

from dataclasses import replace

import pytest

import opponent
import scenarios
from engine import referee
from engine.commands import Attack, Bombard
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.systems import find

MOST_ORDERS = 400


def play_against_itself(scenario_id: str, seed: bytes) -> tuple[State, list[object]]:
    """A game of the partner against itself; the last position and all orders."""
    scenario = scenarios.load(scenario_id)
    system, dice = find(scenario.system), SeededDice(seed)
    state, orders = replay(State(), referee.start(system, scenario, dice)), []
    while state.result is None and len(orders) < MOST_ORDERS:
        side = min(state.active)
        command = opponent.choose(system, scenario, state, side)
        orders.append(command)
        events = referee.play(system, scenario, state, side, command, dice, len(orders))
        state = replay(state, events)
    return state, orders


@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
@pytest.mark.parametrize("scenario", ["tutorial", "ormes"])
def test_it_plays_to_the_end_and_fights(scenario: str, seed: bytes) -> None:
    state, orders = play_against_itself(scenario, seed)

    assert state.result is not None
    assert any(isinstance(order, (Attack, Bombard)) for order in orders)


@pytest.mark.long
def test_it_chooses_the_same_order_in_the_same_position() -> None:
    assert play_against_itself("ormes", b"x")[1] == play_against_itself("ormes", b"x")[1]


def test_it_decides_by_what_its_side_may_see_and_not_by_the_whole_position() -> None:
    scenario = scenarios.load("ormes")
    system, dice = find(scenario.system), SeededDice(b"a")
    state, command = replay(State(), referee.start(system, scenario, dice)), None
    for order in range(MOST_ORDERS):
        side = min(state.active)
        command = opponent.choose(system, scenario, state, side)
        if isinstance(command, Attack):
            break
        state = replay(state, referee.play(system, scenario, state, side, command, dice, order))

    def own_units_only(scenario: Scenario, state: State, side: str) -> State:
        return replace(state, units={id_: u for id_, u in state.units.items() if u.side == side})

    blind = replace(system, fog=own_units_only)
    unaware = opponent.choose(blind, scenario, state, side)

    assert isinstance(command, Attack)
    assert unaware == opponent.choose(system, scenario, own_units_only(scenario, state, side), side)
    assert not isinstance(unaware, Attack)


def test_it_does_not_attack_at_hopeless_odds() -> None:
    scenario = scenarios.load("ormes")
    system, dice = find(scenario.system), SeededDice(b"a")
    state = replay(State(), referee.start(system, scenario, dice))
    weak = replace(state.units["line-1"], place="0705", values={**state.units["line-1"].values, "cs": 1})
    hopeless = replace(
        state,
        phase="combat",
        player="blue",
        active=frozenset({"blue"}),
        units={**state.units, "line-1": weak},
    )

    assert not isinstance(opponent.choose(system, scenario, hopeless, "blue"), Attack)
