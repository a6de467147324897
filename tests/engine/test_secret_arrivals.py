"""Units that wait off the map unknown to the enemy: who knows of them, and when."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import scenarios
from engine import referee
from engine.events import Ended
from engine.evolve import replay
from engine.fog import without_secret_arrivals
from engine.ledger import SeededDice
from engine.scenario import RESERVE
from engine.state import HIDDEN, Mark, State
from engine.systems import find


def waiting() -> tuple[Any, State, dict[str, str]]:
    """A battle in which a unit of each side comes in secret, the position, these units by side."""
    ormes = scenarios.load("ormes")
    state = replay(State(), referee.start(find(ormes.system), ormes, SeededDice(b"a")))
    units = {side: next(iter(state.units_on_map(side))).id for side in ormes.side_ids}
    come = [SimpleNamespace(secret=True, side=side, units=(unit,)) for side, unit in units.items()]
    places = {id_: replace(state.units[id_], place=RESERVE) for id_ in units.values()}
    marks = {Mark(name="due", on=id_) for id_ in units.values()}
    state = replace(state, units={**state.units, **places}, marks=state.marks | marks)
    return SimpleNamespace(arrivals=lambda: come), state, units


def test_each_side_knows_of_its_own_alone_and_a_spectator_of_none_whoever_looked_before() -> None:
    battle, state, units = waiting()

    for viewer in ("blue", "orange", "", "blue"):
        seen = without_secret_arrivals(battle, state, viewer)
        places = {side: seen.units[unit].place for side, unit in units.items()}
        assert places == {side: RESERVE if side == viewer else HIDDEN for side in units}
        known = {mark.on for mark in seen.marks if mark.name == "due"}
        assert known == ({units[viewer]} if viewer else set())


def test_when_the_game_is_over_all_know_of_all() -> None:
    battle, state, _ = waiting()
    over = replay(state, [Ended(winner="blue", level="", reason="resigned")])

    assert without_secret_arrivals(battle, over, "") == over
