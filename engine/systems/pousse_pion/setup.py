"""Set-up (rules file, section 2 and R-03): who places what where."""

from __future__ import annotations

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import Unit


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
