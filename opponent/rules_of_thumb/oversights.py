"""Oversights: the attacks and moves that a player who makes mistakes does not see in a turn."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Scenario
from engine.state import State, Unit
from opponent.plans import LEADERS, STAFF, Plan
from opponent.rulebooks import rulebook

GUARDED = frozenset({*LEADERS, "artillery"})
"""Kinds of counters that an alert player always looks after."""
SPENT = 0.5
"""The part of a fresh unit's worth from which down an alert player looks after it, too."""


def overlooks_attack(scenario: Scenario, state: State, plan: Plan, unit: str, target: str = "") -> bool:
    """Whether the attack of a unit on a target, or on any, goes unnoticed in this turn."""
    if not plan.missed or (plan.alert and is_last_turn(scenario, state)):
        return False
    return plan.overlooks(f"{state.turn}/{unit}/{target}" if target else f"{state.turn}/{unit}")


def overlooks_move(scenario: Scenario, state: State, plan: Plan, unit: Unit) -> bool:
    """Whether it goes unnoticed in this turn that a unit could move."""
    if not plan.missed or (plan.alert and (is_last_turn(scenario, state) or _is_guarded(scenario, unit))):
        return False
    return plan.overlooks(f"{state.turn}/{unit.id}/move")


def is_last_turn(scenario: Scenario, state: State) -> bool:
    """Whether the game may end with this turn."""
    return state.turn >= (scenario.ending.turn if scenario.ending else scenario.turns)


def _is_guarded(scenario: Scenario, unit: Unit) -> bool:
    if unit.kind in GUARDED or STAFF in unit.traits:
        return True
    worth = rulebook(scenario.system).worth
    fresh = replace(unit, values={**unit.values, **unit.printed})
    return worth(scenario, unit) <= SPENT * worth(scenario, fresh)
