"""Zone of control, Defense Zone, Kill Zone: the hexes a unit has its eye on (rules file, 4.5 and 4.6)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.board import facing, sheer, turned
from engine.systems.art_of_tactic.card import order
from engine.systems.art_of_tactic.marks import LOCKED, PULLED
from engine.systems.art_of_tactic.sight import visible

NOBODY: frozenset[str] = frozenset()


def guards(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit has a Defense Zone instead of a zone of control (AT-ZOC-02, AT-DZ-01, C-11)."""
    words = scn.chart("zones", "defense_zone_orders")
    return order(state, unit.id) in words and not state.marked(unit.id, PULLED)


def covers(scn: Scenario, state: State, unit: Unit, hex_: Hex, moving: frozenset[str] = NOBODY) -> bool:
    """Whether a unit's zone, of control or Defense, includes a hex (6.1).

    `moving` are the units under way by Flee, Panic, Retreat or a pull-back: they have none (AT-ZOC-15).
    """
    here = unit.hex
    if here is None or not scn.grid.adjacent(here, hex_) or sheer(scn, here, hex_):
        return False
    if guards(scn, state, unit):
        return hex_ in defense_zone(scn, here, facing(scn.grid, unit))
    return unit.id not in moving and not state.marked(unit.id, LOCKED)


def zone(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    """Every hex in the zone of a side's units, as the table stands (AT-ZOC-01, AT-ZOC-14)."""
    return frozenset(
        near
        for unit in state.fielded(side)
        for near in scn.grid.neighbours(unit.place).values()
        if covers(scn, state, unit, near)
    )


def defense_zone(scn: Scenario, at: Hex, way: str) -> frozenset[Hex]:
    """The hexes of a Defense Zone: that faced and its two neighbours (AT-DZ-02, AT-DZ-03)."""
    near = scn.grid.neighbours(at)
    ways = (turned(scn.grid, way, by) for by in scn.chart("zones", "defense_zone_dirs"))
    return frozenset(near[name] for name in ways if name in near)


def kill_zone(scn: Scenario, at: Hex, way: str, reach: int) -> frozenset[Hex]:
    """The hexes of a Kill Zone of that reach, in hexes: those its unit can see (AT-DZ-10, AT-DZ-11)."""
    return frozenset(hex_ for hex_ in scn.grid.fan(at, way, reach) if visible(scn, at, hex_))
