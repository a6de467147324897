"""Zones of control (PP-ZOC): who controls a hex, whom that slows, whom it disorders.

What happens to a unit that enters a zone is the business of `arrival`.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.zoc import Zones
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.ground import cover, features
from engine.systems.pousse_pion.losses import disorder
from engine.systems.pousse_pion.marks import UNCOMMANDED
from engine.systems.pousse_pion.values import exposed, fights, in_order, top


def has_zone(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit on the map controls anything at all (PP-ZOC-01, 02, 04)."""
    if not fights(unit):
        return False
    if not in_order(state, unit) and scn.option("zoc.in_disorder") != "exerts":
        return False
    return not state.marked(unit.id, UNCOMMANDED) or scn.option("zoc.uncommanded") != "none"


def spreads(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether ground and hexside let a zone spread from a hex to its neighbour (PP-ZOC-03); bridges and ways
    make no difference."""
    if cover(scn, a) or cover(scn, b):
        return False
    blocked = scn.chart("zoc", "blocked_by")
    return not any(lies in blocked for lies in features(scn, a, b))


ZONES = Zones(spreads=spreads, has=has_zone)
controllers = ZONES.controllers  # units in the hex cancel nothing, PP-ZOC-05
controlled = ZONES.controlled  # PP-ZOC-01
zone = ZONES.zone


def dear(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> tuple[Unit, ...]:
    """The enemies for whose zone a unit pays the surcharge when it leaves a hex: commanded, and at least as
    fast; none when it is in disorder (PP-ZOC-04, PP-ZOC-08 to 10)."""
    if not in_order(state, unit):
        return ()
    return tuple(
        enemy
        for enemy in controllers(scn, state, hex_, scn.enemy(unit.side))
        if top(enemy) >= top(unit) and not state.marked(enemy.id, UNCOMMANDED)
    )


def shake(scn: Scenario, ledger: Ledger) -> None:
    """Put every general and battery in the zone of an enemy in order in disorder (PP-ZOC-16, 17, 20).

    An enemy in disorder never does it, whether or not a switch lets him control hexes (PP-ZOC-02).
    """
    state = ledger.state
    for unit in state.fielded():
        if not exposed(unit) or not in_order(state, unit):
            continue
        enemies = controllers(scn, state, unit.place, scn.enemy(unit.side))
        if any(in_order(state, enemy) for enemy in enemies):
            disorder(ledger, unit.id, "PP-ZOC-16")
