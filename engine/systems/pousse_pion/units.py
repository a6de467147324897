"""What a unit is: its class, its main characteristic, its state (PP-GEN-02 to 06, PP-GEN-15)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import order_checks
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import DISORDERED

MAIN = {"general": "cd", "infantry": "vc", "cavalry": "vc", "artillery": "vt"}


def main_value(unit: Unit) -> str:
    """The name of its main characteristic: "cd", "vc" or "vt" (PP-GEN-04)."""
    return MAIN[unit.kind]


def max_mv(unit: Unit) -> int:
    """Maximum MV, as printed (PP-ZOC-09)."""
    return unit.printed["mv"]


def in_order(state: State, unit: Unit) -> bool:
    """Whether a unit is in order; if not, it is in disorder (PP-GEN-06)."""
    return not state.marked(unit.id, DISORDERED)


def is_combat_unit(unit: Unit) -> bool:
    """Whether a unit is a combat unit, one with a Vc (PP-GEN-05)."""
    return MAIN[unit.kind] == "vc"


def kept_from_contact(unit: Unit) -> bool:
    """Whether enemy contact is closed to a unit, and an enemy zone disorders it: a general or artillery
    (PP-ZOC-15, PP-ZOC-16)."""
    return MAIN[unit.kind] != "vc"


def heavy_cavalry(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit is heavy cavalry (PP-GEN-15)."""
    return unit.kind == "cavalry" and max_mv(unit) == scn.chart("heavy_mv")


def own_unit(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = order_checks.own_unit(state, side, unit_id)
    return unit, order_checks.hex_on_map(unit, "PP-GEN-18", "PP-GEN-20")
