"""Whole games of Pousse-pion played at random to their end: the table stays a table, and can be told again.

The long form: SOAK=1 plays 400 games instead of 8 (`make soak`).
"""

from __future__ import annotations

import os
import random

import pytest

import scenarios
from engine.commands import Command, Done, Release
from engine.events import Event
from engine.evolve import evolve, replay
from engine.ledger import SeededDice
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find

BATTLES = [name for name in scenarios.all() if scenarios.load(name).system == "pousse_pion"]
GAMES = 400 if os.environ.get("SOAK") == "1" else 8
MOST_ORDERS = 6_000


def chosen(chance: random.Random, system: System, scn: Scenario, state: State, side: str) -> Command:
    """Any order but not always the last: one in ten times the phase is over."""
    found = [o.command for o in options(system, scn, state, side)]
    rest = [c for c in found if not isinstance(c, (Done, Release))]
    return Done() if Done() in found and (not rest or chance.random() < 0.1) else chance.choice(rest or found)


def after_each(system: System, scn: Scenario, state: State, events: tuple[Event, ...]) -> State:
    """The table after the events, looked at after every one of them; nobody shares a hex after the last."""
    for event in events:
        state = evolve(state, event)
        assert {m.name for m in state.marks} <= system.marks, event
        for unit in state.units.values():
            assert unit.place.startswith("@") or unit.place in scn.grid, event
            assert 0 <= unit["mp"] <= unit.printed["mv"], event
            assert all(0 <= unit[name] <= most for name, most in unit.printed.items()), event
    places = [unit.place for unit in state.fielded()]
    assert len(places) == len(set(places)), events
    assert state.questions or not state.agenda, events
    return state


@pytest.mark.parametrize("name", BATTLES)
def test_games_at_random_come_to_an_end_and_can_be_told_again(name: str) -> None:
    scn = scenarios.load(name)
    system = find(scn.system)
    for game in range(-(-GAMES // len(BATTLES))):
        chance, dice = random.Random(game), SeededDice(f"{name}/{game}".encode())
        log = list(start(system, scn, dice))
        state = replay(State(), log)
        for order in range(1, MOST_ORDERS):
            if state.result is not None:
                break
            side = state.questions[0].side if state.questions else min(state.active)
            command = chosen(chance, system, scn, state, side)
            events = play(system, scn, state, side, command, dice, order)
            state = after_each(system, scn, state, events)
            log += events

        assert state.result is not None, f"{name}, game {game}: still going after {MOST_ORDERS} orders"
        assert replay(State(), log) == state
