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
controllers = ZONES.controllers  # friends in the hex cancel nothing, MP-ZOC-7
controlled = ZONES.controlled  # MP-ZOC-1
zone = ZONES.zone  # as the table stands, MP-ZOC-8
