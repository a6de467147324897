"""How good the end of a playout is for a side: about its chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State
from engine.system import System
from opponent.judging.distances import distances
from opponent.judging.expected_margin import ExpectedMargin
from opponent.plans import LEADERS
from opponent.rulebooks import Rulebook, rulebook

DECAY = 0.65
"""What is left of a unit's influence on an objective for each hex away from it."""
CERTAIN = 0.35
"""How far the present owner of an objective decides who will hold it, as a game begins; 1 as it ends."""
BY_RESULT = 0.96
"""How much the result of a finished game counts; the rest is by how much it was won."""


def playout_value(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    before: float = 0.0,
    margin: ExpectedMargin | None = None,
) -> float:
    """From 0 to 1, by the result where the game is over, else by points, units and objectives.

    `before` is the lead from which play went on: what is compared counts, not how far a side was ahead.
    `margin` judges in place of what is usual for the rulebook.
    """
    enemy = scenario.enemy(side)
    lead = lead_in(system, scenario, state, side, margin) - before
    value = 1 / (1 + exp(-max(-30.0, min(30.0, lead))))
    if state.result is None:
        return value
    result = {side: 1.0, enemy: 0.0}.get(state.result.winner, 0.5)
    return BY_RESULT * result + (1 - BY_RESULT) * value


def lead_in(
    system: System, scenario: Scenario, state: State, side: str, margin: ExpectedMargin | None = None
) -> float:
    """How far a side is ahead; 1 is about three chances to win in four."""
    enemy = scenario.enemy(side)
    book = rulebook(system.name)
    if book.losses_decide is not None:
        return book.losses_decide.lead(scenario, state, side)
    late = min(1.0, state.turn / max(1, scenario.turns))
    scores = system.display.scores(scenario, state)
    owners = system.display.objective_owners(scenario, state)
    held = sum(_points(o, side, enemy, _sign(owners.get(o.id), side)) for o in scenario.objectives)
    ahead = scores.get(side, 0) - scores.get(enemy, 0) - held
    if margin is not None:
        pull = _objectives(scenario, state, book, owners, side, 0.0)
        return margin.lead(system, scenario, state, side, ahead=ahead, held=held, pull=pull)
    lead = (0.5 + late) * book.points * ahead
    certain = CERTAIN + (1 - CERTAIN) * late
    lead += (0.5 + late) * book.points * _objectives(scenario, state, book, owners, side, certain)
    return lead + book.units * (_units(scenario, state, book, side) - _units(scenario, state, book, enemy))


def _sign(owner: str | None, side: str) -> float:
    """1 for the side's own, -1 for the enemy's, 0 for one without an owner."""
    return 0.0 if not owner else 1.0 if owner == side else -1.0


def _points(objective: Objective, side: str, enemy: str, control: float) -> float:
    """What an objective is worth to a side that controls it so far, from -1 (the enemy does) to 1."""
    return control * objective.points.get(side if control > 0 else enemy, 0)


def _objectives(
    scenario: Scenario, state: State, book: Rulebook, owners: Mapping[str, str], side: str, certain: float
) -> float:
    """The points of the objectives, by their owners as far as that is certain, else by who is nearer in
    strength."""
    enemy = scenario.enemy(side)
    own = _forces(scenario, state, book, side)
    others = _forces(scenario, state, book, enemy)
    total = 0.0
    for objective in scenario.objectives:
        near, far = (_influence(scenario, force, objective.hexes) for force in (own, others))
        pull = (near - far) / (near + far + 0.1)
        control = certain * _sign(owners.get(objective.id), side) + (1 - certain) * pull
        total += _points(objective, side, enemy, control)
    return total


def _forces(scenario: Scenario, state: State, book: Rulebook, side: str) -> list[tuple[Hex, float]]:
    """Where a side's fighting units stand, and their worth."""
    return [(u.place, book.worth(scenario, u)) for u in state.units_on_map(side) if u.kind not in LEADERS]


def _influence(scenario: Scenario, force: list[tuple[Hex, float]], hexes: frozenset[Hex]) -> float:
    """How strongly a force can work upon the nearest of some hexes."""
    best = 0.0
    for hex_ in hexes:
        away = distances(scenario, hex_)
        best = max(best, sum(worth * DECAY ** away[place] for place, worth in force if place in away))
    return best


def _units(scenario: Scenario, state: State, book: Rulebook, side: str) -> float:
    """The worth of a side's units."""
    return sum(
        book.worth(scenario, u) for u in state.units.values() if u.side == side and u.place != ELIMINATED
    )
