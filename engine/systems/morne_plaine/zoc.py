"""Zones of control (MP-ZOC): who controls a hex, and what that means for leaving one."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.zoc import Zones
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.ground import covered, demoralised, steep


def has_zone(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit on the map controls anything at all (MP-ZOC-5, 6)."""
    return unit.kind != "artillery" and not demoralised(unit)


def spreads(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether ground and hexside let a zone of control spread from a hex to its neighbour (MP-ZOC-2 to 4)."""
    return not (covered(scn, a) or covered(scn, b) or scn.hexside(a, b).water or steep(scn, a, b))


ZONES = Zones(spreads=spreads, has=has_zone)


def controllers(scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The units of `side` that control a hex; friends in it cancel nothing (MP-ZOC-7)."""
    return ZONES.controllers(scn, state, hex_, side)


def controlled(scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
    """Whether `side` controls a hex (MP-ZOC-1)."""
    return ZONES.controlled(scn, state, hex_, side)


def zone(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    """Every hex that a side controls, as the table stands (MP-ZOC-8)."""
    return ZONES.zone(scn, state, side)
