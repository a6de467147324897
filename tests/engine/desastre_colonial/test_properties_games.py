"""Whole games of Désastre Colonial, by the computer player on both sides and at random: the position stays a
position, a side owes a decision until there is a result, and the game can be replayed.

The long form: SOAK=1 plays 30 games of each battle and kind (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import scenarios
from engine.events import Event
from engine.evolve import evolve
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from tests.engine.random_games import at_random, by_the_partner, play_game
from tests.long_forms import long_but

BATTLES = [name for name in scenarios.all() if scenarios.load(name).system == "desastre_colonial"]
GAMES = 30 if os.environ.get("SOAK") == "1" else 1
MOST_ORDERS = 6_000


def after_each(system: System, scn: Scenario, state: State, events: tuple[Event, ...]) -> State:
    """The position after the events: marks are known and losses within bounds after each, and after the last
    no units share a hex, a side owes a decision, and only its own side sees a standing order."""
    for event in events:
        state = evolve(state, event)
        assert {m.name for m in state.marks} <= system.marks, event
        for unit in state.units.values():
            assert unit.place.startswith("@") or unit.place in scn.grid, event
            assert 0 <= unit["losses"] <= int(scn.chart("eliminated_at")), event
    if not state.questions and not state.agenda:  # a rout that waits for an answer is still under way
        _one_unit_a_hex(state)
    if state.result is None:
        assert state.questions or (state.active and not state.agenda), events[-1]
        assert len({question.side for question in state.questions}) <= 1, events[-1]
        assert len(state.active) <= 1, events[-1]
    for viewer in (*scn.side_ids, ""):
        seen = system.as_seen_by(scn, state, viewer)
        assert set(seen.standing) <= {viewer}
        assert seen.units == state.units
    return state


def _one_unit_a_hex(state: State) -> None:
    """One unit per hex, and none with the enemy's chiefs (DC-GEN-10, DC-MOV-19)."""
    units = Counter(unit.place for unit in state.units_on_map() if unit.kind != "chief")
    assert all(number == 1 for number in units.values()), units
    for chief in state.units_on_map():
        if chief.kind == "chief":
            assert {other.side for other in state.on(chief.place)} == {chief.side}


@pytest.mark.long
@pytest.mark.parametrize("name", long_but({"puits"}, BATTLES))
def test_the_partner_plays_both_sides_to_the_end(name: str) -> None:
    for game in range(GAMES):
        play_game(name, game, by_the_partner, after_each, MOST_ORDERS)


@pytest.mark.parametrize("name", long_but({"puits"}, BATTLES))
def test_games_at_random_come_to_an_end_and_can_be_told_again(name: str) -> None:
    for game in range(GAMES):
        play_game(name, game, at_random(random.Random(game)), after_each, MOST_ORDERS)
