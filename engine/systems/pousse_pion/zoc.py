"""Zones of control (PP-ZOC): who controls a hex, which units that slows, which it disorders.

What a zone brings to a unit that enters it is in `movement.step_effects`.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.zoc import ZocRules
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.losses import disorder
from engine.systems.pousse_pion.marks import UNCOMMANDED
from engine.systems.pousse_pion.terrain import in_cover, obstacles_between
from engine.systems.pousse_pion.units import in_order, is_combat_unit, kept_from_contact, max_mv


def exerts_any(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit on the map controls anything at all (PP-ZOC-01, 02, 04)."""
    if not is_combat_unit(unit):
        return False
    if not in_order(state, unit) and scn.option("zoc.in_disorder") != "exerts":
        return False
    return not state.marked(unit.id, UNCOMMANDED) or scn.option("zoc.uncommanded") != "none"


def extends(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether terrain and hexside let a zone extend from a hex to its neighbour (PP-ZOC-03); bridges and ways
    make no difference."""
    if in_cover(scn, a) or in_cover(scn, b):
        return False
    blocked = scn.chart("zoc", "blocked_by")
    return not any(obstacle in blocked for obstacle in obstacles_between(scn, a, b))


ZOC = ZocRules(extends=extends, exerts_any=exerts_any)
controllers = ZOC.controllers  # units in the hex cancel nothing, PP-ZOC-05
controlled = ZOC.controlled  # PP-ZOC-01
zone = ZOC.zone


def surcharging_enemies(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> tuple[Unit, ...]:
    """The enemies for whose zone a unit pays the surcharge when it leaves a hex: commanded, and at least as
    fast; none when it is in disorder (PP-ZOC-04, PP-ZOC-08 to 10)."""
    if not in_order(state, unit):
        return ()
    return tuple(
        enemy
        for enemy in controllers(scn, state, hex_, scn.enemy(unit.side))
        if max_mv(enemy) >= max_mv(unit) and not state.marked(enemy.id, UNCOMMANDED)
    )


def disorder_exposed_units(scn: Scenario, ledger: Ledger) -> None:
    """Put every general and battery in the zone of an enemy in order in disorder (PP-ZOC-16, 17, 20).

    An enemy in disorder never does it, whether or not a switch lets it control hexes (PP-ZOC-02).
    """
    state = ledger.state
    for unit_id in state.cached("exposed units", lambda: _exposed_units(scn, state)):
        disorder(ledger, unit_id, "PP-ZOC-16")


def _exposed_units(scn: Scenario, state: State) -> tuple[str, ...]:
    def is_exposed(unit: Unit) -> bool:
        enemies = controllers(scn, state, unit.place, scn.enemy(unit.side))
        return any(in_order(state, enemy) for enemy in enemies)

    kept = (unit for unit in state.units.values() if kept_from_contact(unit) and unit.hex is not None)
    return tuple(unit.id for unit in kept if in_order(state, unit) and is_exposed(unit))
