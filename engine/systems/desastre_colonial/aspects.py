"""Front, flank and rear: which way bases face and what lies there (DC-GEN-20 to 25, DC-FOR-07, DC-FOR-08).

Hexsides 0 to 5 and vertices 0 to 5 are counted clockwise from north; vertex v lies between hexsides v and
v + 1.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.marks import SQUARE
from engine.systems.desastre_colonial.values import bases, is_chief

FRONT, FLANK, REAR = "front", "flank", "rear"
SIDES = 6
_OF_A_BASE = (FRONT, FRONT, FLANK, REAR, REAR, FLANK)
"""By hexsides clockwise from the vertex a base faces (DC-GEN-20, DC-GEN-21)."""


def in_square(state: State, unit: Unit) -> bool:
    """Whether a unit is in square (DC-FOR-01)."""
    return state.marked(unit.id, SQUARE)


def of_base(unit: Unit, base: str, hexside: int) -> str:
    """Front, flank or rear of one base in line (DC-GEN-20, DC-GEN-21)."""
    return _OF_A_BASE[(hexside - unit.facing[base]) % SIDES]


def aspect(state: State, unit: Unit, hexside: int) -> str:
    """Front, flank or rear of a unit on a hexside: front of any, rear of both, else flank (DC-GEN-23, 25)."""
    if in_square(state, unit):
        return FRONT
    found = {of_base(unit, base, hexside) for base in bases(unit)}
    if FRONT in found:
        return FRONT
    return REAR if found == {REAR} else FLANK


def side_of(scn: Scenario, unit: Unit, hex_: Hex) -> int | None:
    """The hexside of a unit on which a neighbouring hex lies; None for any other hex."""
    way = scn.grid.direction(unit.place, hex_) if unit.hex is not None else None
    return None if way is None else scn.grid.directions.index(way)


def in_front(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is a front hex of a unit (DC-GEN-23)."""
    side = side_of(scn, unit, hex_)
    return side is not None and aspect(state, unit, side) == FRONT


def beside_both(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is flank or rear of both bases, never of a square (DC-GEN-24, DC-MOR-A6, DC-MOR-23)."""
    side = side_of(scn, unit, hex_)
    if side is None or in_square(state, unit):
        return False
    return all(of_base(unit, base, side) != FRONT for base in bases(unit))


def behind_both(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is rear of both bases, never of a square (DC-GEN-24, DC-MOR-A7, DC-MOR-23)."""
    side = side_of(scn, unit, hex_)
    if side is None or in_square(state, unit):
        return False
    return all(of_base(unit, base, side) == REAR for base in bases(unit))


def aspects(scn: Scenario, state: State, unit_id: str) -> dict[Hex, str]:
    """Which of the hexes around a unit are its front, flank or rear; none around a chief."""
    unit = state.units[unit_id]
    if unit.hex is None or is_chief(unit):
        return {}
    ways = scn.grid.directions
    around = scn.grid.neighbours(unit.hex)
    return {hex_: aspect(state, unit, ways.index(way)) for way, hex_ in around.items()}
