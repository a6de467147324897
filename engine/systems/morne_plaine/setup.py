"""Set-up (MP-SET): who places what where.

The zones of both sides are part of every view while units are placed (MP-SET-5).
"""

from __future__ import annotations

from engine.battle.reinforcements import ReinforcementRules
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.rules.hidden_setup import HiddenSetupRules
from engine.scenario import Counter, Scenario
from engine.state import Unit
from engine.systems.morne_plaine.fire import blocked_by
from engine.systems.morne_plaine.movement.step_cost import step_cost
from engine.systems.morne_plaine.movement.terrain_cost import chart_cost, column
from engine.systems.morne_plaine.zoc import controlled


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a unit where it could never enter (MP-SET-10)."""
    if chart_cost(scn, column(scn, unit), hex_) is not None:
        return None
    return IllegalOrder("MP-SET-10", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


SETUP = setup.SetupRules(
    placeable=setup.placeable,  # by the kind of set-up (MP-SET-1, MP-SET-2)
    barred=barred,
    fixed_rule="MP-SET-2",
    zone_rule="MP-SET-3",
    complete_rule="MP-SET-4",
    boxed_rule="MP-GEN-12",
)
REINFORCEMENTS = ReinforcementRules(setup=SETUP, controlled=controlled)


def _points(scn: Scenario, counter: Counter) -> tuple[int, ...]:
    """The movement points of a unit in the first turn: it can move in one phase."""
    return (counter.values["ma"],)


HIDDEN_SETUP = HiddenSetupRules(
    rules="MP-SET-6, MP-SET-9", points=_points, step_cost=step_cost, blocked_by=blocked_by
)
