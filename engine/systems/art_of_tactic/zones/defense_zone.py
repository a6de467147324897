"""The Defense Zone of Defend, Ambush and Fire and Retreat (AT-DZ-01 to AT-DZ-07)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.directions import rotated, turn
from engine.systems.art_of_tactic.marks import PULLING_BACK
from engine.systems.art_of_tactic.unit_card import order_of


def has_defense_zone(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit has a Defense Zone instead of a zone of control (AT-ZOC-02, AT-DZ-01, C-11)."""
    orders = scn.chart("zones", "defense_zone_orders")
    return order_of(state, unit.id) in orders and not state.marked(unit.id, PULLING_BACK)


def defense_zone(scn: Scenario, hex_: Hex, facing: str) -> frozenset[Hex]:
    """The hexes of a Defense Zone: the hex faced and its two neighbours (AT-DZ-02, AT-DZ-03)."""
    neighbours = scn.grid.neighbours(hex_)
    directions = (rotated(scn.grid, facing, n) for n in scn.chart("zones", "defense_zone_dirs"))
    return frozenset(neighbours[direction] for direction in directions if direction in neighbours)


def turn_to_written_facing(scn: Scenario, ledger: Ledger) -> None:
    """Turn the units that have a Defense Zone to the hexside they wrote (AT-DZ-02, AT-DZ-06)."""
    state = ledger.state
    for unit in list(state.units_on_map()):
        facing = state.orders.get(unit.id, {}).get("facing", "")
        if has_defense_zone(scn, state, unit) and facing in scn.grid.directions:
            turn(scn, ledger, unit, facing, "AT-DZ-02")
