"""The Kill Zone of ranged units with Defend or Fire and Retreat, and fire into it (AT-DZ-10 to AT-DZ-17)."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.line_of_sight import in_reach
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.line_of_sight import visible
from engine.systems.art_of_tactic.combat.shots import Shot, shoot_into_kill_zones
from engine.systems.art_of_tactic.directions import facing
from engine.systems.art_of_tactic.marks import FIRED_INTO_KILL_ZONE, HAS_KILL_ZONE
from engine.systems.art_of_tactic.orders.commander_access import has_commander_access
from engine.systems.art_of_tactic.unit_card import is_ranged, order_of, units_by_id
from engine.systems.art_of_tactic.zones.defense_zone import has_defense_zone

FIRE_AND_RETREAT = "fire_and_retreat"


def kill_zone(scn: Scenario, hex_: Hex, direction: str, max_range: int) -> frozenset[Hex]:
    """The hexes of a Kill Zone up to a range in hexes: those its unit can see (AT-DZ-10, AT-DZ-11)."""
    return frozenset(h for h in scn.grid.fan(hex_, direction, max_range) if visible(scn, hex_, h))


def may_have_kill_zone(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit has the access to a Commander that a Kill Zone takes (AT-DZ-10, R-47)."""
    return scn.option("kill_zone_needs_commander") == "no" or has_commander_access(scn, state, unit)


def mark_kill_zones(scn: Scenario, ledger: Ledger) -> None:
    """Mark the units that have a Kill Zone this turn (AT-DZ-10, AT-DZ-15).

    Access to a Commander is checked now and not again (AT-ORD-14).
    """
    state = ledger.state
    for unit in units_by_id(state):
        ordered = order_of(state, unit.id) in scn.chart("zones", "kill_zone_orders")
        if not ordered or not is_ranged(unit) or state.marked(unit.id, HAS_KILL_ZONE):
            continue
        if may_have_kill_zone(scn, state, unit) and unit["ammo"] > 0:
            ledger.tell(ev.Marked(name=HAS_KILL_ZONE, on=unit.id, rule="AT-DZ-10", only=unit.side))


def fire_into_kill_zones(
    scn: Scenario, ledger: Ledger, substep: int, origins: Mapping[str, Hex]
) -> frozenset[str]:
    """Fire at units that moved into Kill Zones or set out inside; the units that must stop (AT-DZ-12, -17).

    `origins` has the hex from which each unit moved in this sub-step; of one about to set out, the hex on
    which it stands. A unit stops that is destroyed or lost its order, or that failed any test when the fire
    came from Fire and Retreat (R-29).
    """
    before = ledger.state
    shots = []
    for shooter in units_by_id(before):
        target = _target(scn, before, shooter, origins)
        if target is not None:
            ledger.tell(ev.Marked(name=FIRED_INTO_KILL_ZONE, on=shooter.id, rule="AT-DZ-15"))
            shots.append(Shot(unit=shooter, target=target))
    failed_tests = shoot_into_kill_zones(scn, ledger, shots, str(substep))
    after = ledger.state
    halted = {test.unit for test in failed_tests if order_of(before, test.shooter) == FIRE_AND_RETREAT}
    lost_order = {u.id for u in before.units_on_map() if order_of(before, u.id) != order_of(after, u.id)}
    return frozenset(halted | lost_order)


def _target(scn: Scenario, state: State, shooter: Unit, origins: Mapping[str, Hex]) -> Unit | None:
    """The unit at which a Kill Zone fires: first by the written preference, then the nearest, the one of most
    figures, the lowest id (AT-DZ-14)."""
    if not _can_fire(scn, state, shooter):
        return None
    order = state.orders[shooter.id]
    max_range = min(int(order.get("max_range", shooter["range"])), shooter["range"])
    zone = kill_zone(scn, shooter.place, facing(scn.grid, shooter), in_reach(scn, state, max_range))
    preferred = order.get("prefer", "").split()
    candidates = [
        unit
        for unit in _entering_or_setting_out(state, zone, origins)
        if unit.side != shooter.side
        and not is_engaged(scn, state, unit.id)
        and _provokes_fire(state, shooter, unit)
    ]
    return min(
        candidates,
        key=lambda unit: (
            preferred.index(unit.id) if unit.id in preferred else len(preferred),
            scn.grid.distance(shooter.place, unit.place),
            -unit["figures"],
            unit.id,
        ),
        default=None,
    )


def _can_fire(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit can still fire into its Kill Zone (AT-DZ-15, AT-DZ-16, C-11)."""
    return (
        state.marked(unit.id, HAS_KILL_ZONE)
        and not state.marked(unit.id, FIRED_INTO_KILL_ZONE)
        and unit["ammo"] >= 1
        and order_of(state, unit.id) in scn.chart("zones", "kill_zone_orders")
        and has_defense_zone(scn, state, unit)
        and not is_engaged(scn, state, unit.id)
    )


def _entering_or_setting_out(state: State, zone: frozenset[Hex], origins: Mapping[str, Hex]) -> list[Unit]:
    """The units in a Kill Zone that were not in it before, or that begin to move inside it (AT-DZ-12)."""
    units = [(state.units[id_], origin) for id_, origin in origins.items()]
    return [
        unit for unit, origin in units if unit.place in zone and (origin not in zone or origin == unit.place)
    ]


def _provokes_fire(state: State, shooter: Unit, target: Unit) -> bool:
    """Whether an enemy draws fire: any from Defend; from Fire and Retreat only the one that assaults the
    shooter (AT-ORD-24, R-17)."""
    if order_of(state, shooter.id) != FIRE_AND_RETREAT:
        return True
    order = state.orders.get(target.id, {})
    return order.get("order") == "assault" and order.get("target") == shooter.id
