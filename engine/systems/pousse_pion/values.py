"""What a unit is: its class, its main characteristic, its state (PP-GEN-02 to 06, PP-GEN-15)."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import DISORDERED

MAIN = {"general": "cd", "infantry": "vc", "cavalry": "vc", "artillery": "vt"}


def main(unit: Unit) -> str:
    """The name of its main characteristic: "cd", "vc" or "vt" (PP-GEN-04)."""
    return MAIN[unit.kind]


def top(unit: Unit) -> int:
    """Maximum MV, as printed (PP-ZOC-09)."""
    return unit.printed["mv"]


def in_order(state: State, unit: Unit) -> bool:
    """Whether a unit is in order; if not, it is in disorder (PP-GEN-06)."""
    return not state.marked(unit.id, DISORDERED)


def fights(unit: Unit) -> bool:
    """Whether a unit is a combat unit, one with a Vc (PP-GEN-05)."""
    return main(unit) == "vc"


def exposed(unit: Unit) -> bool:
    """Whether enemy contact is closed to a unit and an enemy zone disorders it (PP-ZOC-15, PP-ZOC-16)."""
    return not fights(unit)


def heavy(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit is heavy cavalry (PP-GEN-15)."""
    return unit.kind == "cavalry" and top(unit) == scn.chart("heavy_mv")
