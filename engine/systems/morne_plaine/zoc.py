"""Zones of control (MP-ZOC): who controls a hex. What that means for movement is in `movement.step_cost`."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.zoc import ZocRules
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.terrain import covered, steep
from engine.systems.morne_plaine.units import demoralised


def exerts_any(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit on the map controls anything at all (MP-ZOC-5, 6)."""
    return unit.kind != "artillery" and not demoralised(unit)


def extends(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether terrain and hexside let a zone extend from a hex to its neighbour (MP-ZOC-2 to 4)."""
    return not (covered(scn, a) or covered(scn, b) or scn.hexside(a, b).water or steep(scn, a, b))


ZOC = ZocRules(extends=extends, exerts_any=exerts_any)
controllers = ZOC.controllers  # friends in the hex cancel nothing, MP-ZOC-7
controlled = ZOC.controlled  # MP-ZOC-1
zone = ZOC.zone  # in the present position, MP-ZOC-8
