"""Random whole games of Pousse-pion: every state is valid, and the game can be replayed.

The long form: SOAK=1 plays 400 games instead of 8 (`make soak`).
"""

from __future__ import annotations

import os
import random

import pytest

import scenarios
from engine.events import Event
from engine.evolve import evolve
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from tests.engine.random_games import at_random, play_game
from tests.long_forms import long_but

BATTLES = [name for name in scenarios.all() if scenarios.load(name).system == "pousse_pion"]
GAMES = 400 if os.environ.get("SOAK") == "1" else 8
MOST_ORDERS = 6_000


def after_each(system: System, scn: Scenario, state: State, events: tuple[Event, ...]) -> State:
    """The state after the events, checked after each of them; no units share a hex after the last."""
    for event in events:
        state = evolve(state, event)
        assert {m.name for m in state.marks} <= system.marks, event
        for unit in state.units.values():
            assert unit.place.startswith("@") or unit.place in scn.grid, event
            assert 0 <= unit["mp"] <= unit.printed["mv"], event
            assert all(0 <= unit[name] <= most for name, most in unit.printed.items()), event
    places = [unit.place for unit in state.units_on_map()]
    assert len(places) == len(set(places)), events
    assert state.questions or not state.agenda, events
    return state


@pytest.mark.parametrize("name", long_but({"gue"}, BATTLES))
def test_games_at_random_come_to_an_end_and_can_be_told_again(name: str) -> None:
    for game in range(-(-GAMES // len(BATTLES))):
        play_game(name, game, at_random(random.Random(game)), after_each, MOST_ORDERS)
