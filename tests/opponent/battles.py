"""Positions for tests of the computer player: battles at their start, units moved, phases begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import scenarios
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from opponent import Player, View


def start(name: str) -> tuple[System, Scenario, State]:
    """A battle at its first decision."""
    scenario = scenarios.load(name)
    system = find(scenario.system)
    return system, scenario, replay(State(), referee.start(system, scenario, SeededDice(b"start")))


def placed(state: State, places: Mapping[str, str]) -> State:
    """The position with only these units on the map, each on its hex."""
    units = {id_: replace(unit, place=places.get(id_, "@off_map")) for id_, unit in state.units.items()}
    return replace(state, units=units)


def written(
    system: System, scenario: Scenario, state: State, side: str, level: str
) -> dict[str, Mapping[str, str]]:
    """The secret orders that a player writes before it locks them, by unit."""
    player = Player(level)
    dice = SeededDice(b"written")
    while side in state.active and state.phase == "planning":
        command = player.choose(View(system, scenario, state, side))
        before = dict(state.envelopes.get(side, {}))
        state = replay(state, referee.play(system, scenario, state, side, command, dice))
        if side not in state.active or state.phase != "planning":
            return before
    raise AssertionError("orders are never locked")
