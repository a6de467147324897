"""Zones of control (AT-ZOC; 6.1 `covers`): the hexes in which a unit stops its enemies."""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.directions import facing
from engine.systems.art_of_tactic.marks import ENGAGED_AT_TURN_START
from engine.systems.art_of_tactic.movement.terrain import slope_prevents_melee
from engine.systems.art_of_tactic.zones.defense_zone import defense_zone, has_defense_zone

NO_UNITS: frozenset[str] = frozenset()


def covers(scn: Scenario, state: State, unit: Unit, hex_: Hex, retreating: frozenset[str] = NO_UNITS) -> bool:
    """Whether a unit's zone of control, or its Defense Zone, includes a hex (6.1).

    `retreating` are the ids of units that are moving by Flee, Panic, Retreat or a pull-back: they have no
    zone of control (AT-ZOC-15).
    """
    here = unit.hex
    if here is None or not scn.grid.adjacent(here, hex_) or slope_prevents_melee(scn, here, hex_):
        return False  # AT-ZOC-01, AT-ZOC-13
    if has_defense_zone(scn, state, unit):
        return hex_ in defense_zone(scn, here, facing(scn.grid, unit))  # AT-ZOC-02
    if state.marked(unit.id, ENGAGED_AT_TURN_START):
        return False  # AT-ZOC-03
    return unit.id not in retreating  # AT-ZOC-15


def zone_of_side(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    """Every hex in the zone of a side's units (AT-ZOC-01, AT-ZOC-14)."""
    return frozenset(
        hex_
        for unit in state.units_on_map(side)
        for hex_ in scn.grid.neighbours(unit.place).values()
        if covers(scn, state, unit, hex_)
    )
