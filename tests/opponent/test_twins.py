"""Twin positions that differ only in what the enemy hides: the same orders, the same advice.

Each pair is unlike for the enemy and alike for the side that decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.commands import Write
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import play
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from opponent import LEVELS, Level, Player, View
from opponent.advice.alternatives import Alternatives
from opponent.advice.comparison import compare
from opponent.advice.suggestions import advise
from tests.opponent.battles import start

MOST_PLACED, ENOUGH = 100, 400.0
QUICK = 10.0
"""Processor milliseconds of search in the quick form."""
Pair = tuple[System, Scenario, str, State, State]


def enemy_orders() -> Pair:
    """Blue has written no order, or one for each unit."""
    system, scenario, state = start("nonaka")
    orders = {unit.id: {"order": "rest"} for unit in state.units_on_map("blue")}
    return system, scenario, "red", state, replace(state, envelopes={"blue": orders})


def enemy_set_up() -> Pair:
    """Blue's units wait to be placed, or stand somewhere in its zone."""
    system, scenario, state = start("takase")
    return system, scenario, "red", state, _set_up(scenario, state, "blue")


def hidden_units() -> Pair:
    """Both have set up unseen by each other; in the twin two of Blue's units have changed places."""
    system, scenario, state = start("takase")
    state = _set_up(scenario, _set_up(scenario, state, "red"), "blue")
    one, other = [unit for unit in state.units.values() if unit.side == "blue"][:2]
    twin = state.with_unit(replace(one, place=other.place)).with_unit(replace(other, place=one.place))
    return system, scenario, "red", state, twin


def _set_up(scenario: Scenario, state: State, side: str) -> State:
    """The side's units on the hexes of its zone."""
    units = [unit for unit in state.units.values() if unit.side == side]
    for unit, hex_ in zip(units, sorted(scenario.zones[side]), strict=False):
        state = state.with_unit(replace(unit, place=hex_))
    return state


def orders_after_set_up() -> Pair:
    """Both have set up by the rules; Blue has written no order, or one for each unit."""
    system, scenario, state = start("takase")
    dice = SeededDice(b"set up")
    for number in range(MOST_PLACED):
        if not system.role_of(state.phase):
            break
        side = next(side for side in scenario.side_ids if side in state.active)
        command = Player("easy").choose(View(system, scenario, state, side))
        state = replay(state, play(system, scenario, state, side, command, dice, order=number + 1))
    assert Write in system.phases[state.phase].takes
    orders = {unit.id: {"order": "rest"} for unit in state.units_on_map("blue")}
    return system, scenario, "red", state, replace(state, envelopes={"blue": orders})


PAIRS = [enemy_orders, enemy_set_up, hidden_units, orders_after_set_up]
LEVEL = [
    *(pytest.param(replace(each, effort=min(each.effort, QUICK)), id=name) for name, each in LEVELS.items()),
    *(pytest.param(LEVELS[name], id=f"{name}, whole", marks=pytest.mark.long) for name in ("normal", "hard")),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_the_positions_of_a_pair_differ_and_look_alike(pair: Callable[[], Pair]) -> None:
    system, scenario, side, state, twin = pair()
    enemy = scenario.enemy(side)

    assert View(system, scenario, state, enemy).state != View(system, scenario, twin, enemy).state
    assert View(system, scenario, state, side).state == View(system, scenario, twin, side).state


@pytest.mark.parametrize("level", LEVEL)
@pytest.mark.parametrize("pair", PAIRS)
def test_a_level_orders_alike_whatever_the_enemy_hides(pair: Callable[[], Pair], level: Level) -> None:
    system, scenario, side, state, twin = pair()

    first = Player(level, b"seed").choose(View(system, scenario, state, side))

    assert Player(level, b"seed").choose(View(system, scenario, twin, side)) == first


@pytest.mark.parametrize("pair", PAIRS)
def test_advice_is_alike_whatever_the_enemy_hides(
    pair: Callable[[], Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opponent.advice.suggestions.PLANNING", QUICK)
    monkeypatch.setattr("opponent.advice.suggestions.COMPARING", QUICK)
    system, scenario, side, state, twin = pair()

    first = advise(View(system, scenario, state, side), b"seed")

    assert first.suggestions
    assert advise(View(system, scenario, twin, side), b"seed") == first


@pytest.mark.parametrize("pair", [enemy_orders, orders_after_set_up])
def test_a_comparison_is_alike_whatever_the_enemy_hides(pair: Callable[[], Pair]) -> None:
    system, scenario, side, state, twin = pair()
    view = View(system, scenario, state, side)
    command = Alternatives(view, b"seed", ENOUGH).candidates()[0]

    first = compare(view, command, b"seed", 1, ENOUGH)

    assert first.given is not None
    assert compare(View(system, scenario, twin, side), command, b"seed", 1, ENOUGH) == first
