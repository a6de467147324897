"""Placement (rules file, section 2 and R-03): who places what where, and what the other side may know of it."""

from __future__ import annotations

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State, Unit


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """None: every terrain has a price for every class (PP-MOV-07, 08)."""
    return None


SETUP = setup.SetUp(
    placeable=setup.placeable,
    barred=barred,
    fixed="PP-GEN-01",
    zone="PP-GEN-01",
    complete="PP-GEN-01",
    boxed="PP-GEN-18",
)


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it: enemy positions are hidden through the first turn (R-03)."""
    return setup.veil(state, viewer) if setup.hiding(scn, state) else state
