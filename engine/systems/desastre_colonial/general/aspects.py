"""Front, flank and rear hexes of a unit (DC-GEN-20 to 25, DC-FOR-07, DC-FOR-08).

Hexsides 0 to 5 and vertices 0 to 5 are counted clockwise from north; vertex v lies between hexsides v and
v + 1.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import SQUARE
from engine.systems.desastre_colonial.general.values import bases, is_chief

FRONT, FLANK, REAR = "front", "flank", "rear"
SIDES = 6
BY_HEXSIDE = (FRONT, FRONT, FLANK, REAR, REAR, FLANK)
"""The aspects of a base in line, by hexsides clockwise from the vertex it faces (DC-GEN-20, DC-GEN-21)."""


def in_square(state: State, unit: Unit) -> bool:
    """Whether a unit is in square (DC-FOR-01)."""
    return state.marked(unit.id, SQUARE)


def of_base(unit: Unit, base: str, hexside: int) -> str:
    """Front, flank or rear of one base in line (DC-GEN-20, DC-GEN-21)."""
    return BY_HEXSIDE[(hexside - unit.facing[base]) % SIDES]


def aspect(state: State, unit: Unit, hexside: int) -> str:
    """Front, flank or rear of a unit: front of any base is front, rear of both is rear, all else is flank; a
    square has only front (DC-GEN-23, DC-GEN-25, DC-FOR-07)."""
    if in_square(state, unit):
        return FRONT
    aspects = {of_base(unit, base, hexside) for base in bases(unit)}
    if FRONT in aspects:
        return FRONT
    return REAR if aspects == {REAR} else FLANK


def hexside_towards(scn: Scenario, unit: Unit, hex_: Hex) -> int | None:
    """The hexside of a unit that a neighbouring hex lies on; None for any other hex."""
    direction = scn.grid.direction(unit.place, hex_) if unit.hex is not None else None
    return None if direction is None else scn.grid.directions.index(direction)


def aspect_towards(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> str | None:
    """Front, flank or rear: what a neighbouring hex is of a unit (DC-GEN-23); None for any other hex."""
    hexside = hexside_towards(scn, unit, hex_)
    return None if hexside is None else aspect(state, unit, hexside)


def in_front(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is a front hex of a unit (DC-GEN-23)."""
    return aspect_towards(scn, state, unit, hex_) == FRONT


def flank_or_rear_of_both(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is flank or rear of both bases; never of a square (DC-GEN-24, DC-MOR-A6, DC-MOR-23)."""
    hexside = hexside_towards(scn, unit, hex_)
    if hexside is None or in_square(state, unit):
        return False
    return all(of_base(unit, base, hexside) != FRONT for base in bases(unit))


def rear_of_both(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is rear of both bases; never of a square (DC-GEN-24, DC-MOR-A7, DC-MOR-23)."""
    hexside = hexside_towards(scn, unit, hex_)
    if hexside is None or in_square(state, unit):
        return False
    return all(of_base(unit, base, hexside) == REAR for base in bases(unit))


def around(scn: Scenario, state: State, unit_id: str) -> dict[Hex, str]:
    """Front, flank or rear by hex around a unit; empty for a Chief."""
    unit = state.units[unit_id]
    if unit.hex is None or is_chief(unit):
        return {}
    directions = scn.grid.directions
    neighbours = scn.grid.neighbours(unit.hex)
    return {hex_: aspect(state, unit, directions.index(way)) for way, hex_ in neighbours.items()}
