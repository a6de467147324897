"""Set-up (rules file, section 2 and R-03): who places what where."""

from __future__ import annotations

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.rules.hidden_setup import HiddenSetupRules
from engine.scenario import Counter, Scenario
from engine.state import Unit
from engine.systems.pousse_pion.fire import blocked_by
from engine.systems.pousse_pion.movement.manoeuvre import TASK
from engine.systems.pousse_pion.movement.step_cost import step_cost


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """None: every terrain has a price for every class (PP-MOV-07, 08)."""
    return None


SETUP = setup.SetupRules(
    placeable=setup.placeable,
    barred=barred,
    fixed_rule="PP-GEN-01",
    zone_rule="PP-GEN-01",
    complete_rule="PP-GEN-01",
    boxed_rule="PP-GEN-18",
)


def _points(scn: Scenario, counter: Counter) -> tuple[int, ...]:
    """The MV of a unit in the first turn: in a Manoeuvre phase where a Stratege may call one, and in the
    Movement phase (PP-MOV-43, PP-MOV-47, PP-MOV-49)."""
    full, others = counter.values["mv"], scn.counters.values()
    called = any(other.side == counter.side and TASK in other.traits for other in others)
    return (full // int(scn.chart("manoeuvre", "mv_divided_by")), full) if called else (full,)


HIDDEN_SETUP = HiddenSetupRules(rules="PP-GEN-01", points=_points, step_cost=step_cost, blocked_by=blocked_by)
