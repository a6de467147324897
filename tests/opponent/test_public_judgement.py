"""Judgements that both sides hear of count only what both may know."""

from __future__ import annotations

from dataclasses import replace

import scenarios
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.systems import find
from engine.systems.art_of_tactic.marks import HIDDEN
from engine.systems.morne_plaine.marks import OWNS
from opponent.draws import accepts_draw
from opponent.position_value import leads, public_leads


def begun(battle: Scenario) -> State:
    return replay(State(), referee.start(find(battle.system), battle, SeededDice(b"a")))


def test_a_draw_is_accepted_unless_one_is_ahead_in_points_that_both_know_of() -> None:
    """In the first turn of Vaux no one sees what the other has taken."""
    vaux = scenarios.load("vaux")
    system, state = find(vaux.system), begun(vaux)
    goal = next(o for o in vaux.objectives if o.scored == "passing" and o.owner != "blue" and o.points)
    taken = replace(state, marks=state.marks | {Mark(name=OWNS, on=goal.id, to="blue")})
    later = replace(taken, turn=2)

    def ahead(at: State) -> int:
        scores = system.display.scores(vaux, at)
        return scores["blue"] - scores["orange"]

    assert ahead(state) <= 0 < ahead(taken)
    assert accepts_draw(system, vaux, state, "blue")
    assert accepts_draw(system, vaux, taken, "blue"), "to refuse would tell of it"
    assert not accepts_draw(system, vaux, later, "blue")
    assert accepts_draw(system, vaux, later, "orange")


def test_where_a_hidden_unit_stands_changes_no_lead_that_is_told() -> None:
    nonaka = scenarios.load("nonaka")
    system, state = find(nonaka.system), begun(nonaka)
    unit = next(u for u in state.units_on_map("blue") if u.kind == "infantry")
    hides = replace(state, marks=state.marks | {Mark(name=HIDDEN, on=unit.id)})
    free = [hex_ for hex_ in nonaka.grid if not state.on(hex_)]
    places = [replace(hides, units={**hides.units, unit.id: replace(unit, place=hex_)}) for hex_ in free[::7]]

    assert len({leads(system, nonaka, at, "red") for at in places}) > 1
    assert len({public_leads(system, nonaka, at, "red") for at in places}) == 1
