"""Which orders a unit may be given now, whatever their parameters (AT-ORD-01 to AT-ORD-19).

Every function works on the position as the unit's own side may know it.
"""

from __future__ import annotations

from engine.errors import Fact, IllegalOrder, Refused
from engine.rules.order_checks import hex_on_map, refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import OrderCard
from engine.systems.art_of_tactic import fatigue
from engine.systems.art_of_tactic.marks import ENGAGED, PURSUES
from engine.systems.art_of_tactic.movement.paths import movement_value
from engine.systems.art_of_tactic.orders.ambush import AMBUSH, hiders, terrain_allows_ambush
from engine.systems.art_of_tactic.orders.commander_access import has_commander_access
from engine.systems.art_of_tactic.orders.parameters import (
    SHOOTING_ORDERS,
    optional_parameters,
    required_parameters,
)
from engine.systems.art_of_tactic.orders.possible_orders import impossible
from engine.systems.art_of_tactic.unit_card import PANICKED, SHAKEN, is_cavalry, uses_level

DEFAULT_ORDER_RULES = {  # orders that no player writes
    "rest": "AT-ORD-04",
    "fight_on": "AT-ORD-05",
    "flee": "AT-MOR-03",
    "panic": "AT-MOR-04",
    "pursue": "AT-MOR-50",
}
_NOT_ON_EVERY_CARD = {  # the rule of an order, and which units have it on their card
    "all_around_defense": ("AT-ORD-20", "infantry"),
    "defend": ("AT-ORD-21", "infantry"),
    "fire_and_retreat": ("AT-ORD-24", "ranged"),
    "fire_ranged_weapons": ("AT-ORD-30", "ranged"),
    "move_and_fire": ("AT-ORD-44", "mounted_archers"),
    "reconnaissance": ("AT-ORD-51", "ninja"),
    "receive_supplies": ("AT-ORD-53", "ranged"),
}


def order_types(scn: Scenario) -> tuple[str, ...]:
    """Every order that can be written, in the order of the steps in which they are carried out (2.2)."""
    writable = {*scn.chart("common_orders"), *_NOT_ON_EVERY_CARD}
    return tuple(o for step in scn.chart("steps") for o in scn.chart("step_orders", step) if o in writable)


def orders_on_card(scn: Scenario, unit: Unit) -> frozenset[str]:
    """The orders on a unit's card (AT-ORD-02, 8.2)."""
    infantry = () if is_cavalry(unit) else scn.chart("infantry_only_orders")
    special = scn.chart("units").get(unit.symbol, {}).get("orders", ())
    return frozenset((*scn.chart("common_orders"), *infantry, *special))


def cards(scn: Scenario, state: State, unit_id: str) -> tuple[OrderCard, ...]:
    """Every order of a unit's card, with the reason if it cannot be written now."""
    unit = state.units[unit_id]
    return tuple(
        OrderCard(
            order=order,
            needs=required_parameters(unit, order),
            optional=optional_parameters(unit, order),
            hexes=movement_value(scn, unit, order),
            refusal=order_refusal(scn, state, unit, order),
        )
        for order in order_types(scn)
        if order in orders_on_card(scn, unit)
    )


def order_refusal(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why an order cannot be written for a unit now, whatever its parameters."""
    return type_refusal(scn, state, unit, order) or impossible(scn, state, unit, order)


def type_refusal(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why a unit cannot be given an order of that type, even if it could be completed."""
    return (
        _not_on_card(scn, unit, order)
        or _off_the_map(unit)
        or _acts_by_itself(scn, state, unit)
        or _in_or_out_of_melee(scn, state, unit, order)
        or fatigue.tiredness_refusal(scn, unit, order)
        or _without_commander(scn, state, unit, order)
        or _without_ammunition(unit, order)
        or _without_cover(scn, unit, order)
    )


def _not_on_card(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """An order that does not exist, or is not on this unit's card (AT-ORD-02)."""
    if order not in order_types(scn):
        return IllegalOrder("AT-ORD-02", "no_such_order", unit=unit.id, order=order)
    if order in orders_on_card(scn, unit):
        return None
    rule, units = _NOT_ON_EVERY_CARD[order]
    return IllegalOrder(rule, "not_on_card", unit=unit.id, order=order, who=units)


def _off_the_map(unit: Unit) -> Refused | None:
    return refusal(hex_on_map, unit, "AT-GEN-09")


def _acts_by_itself(scn: Scenario, state: State, unit: Unit) -> Refused | None:
    """A unit that flees, panics or pursues, whatever its player wants (AT-MOR-03, -04, -50)."""
    order = automatic_order(scn, state, unit)
    if not order:
        return None
    return IllegalOrder(DEFAULT_ORDER_RULES[order], "acts_by_itself", unit=unit.id, order=order)


def automatic_order(scn: Scenario, state: State, unit: Unit) -> str:
    """The order a unit carries out in place of any other, "" when its player decides (AT-ORD-61).

    Below level Intermediate morale does not count, whatever markers a unit has (AT-MOR-01).
    """
    if not uses_level(scn, "intermediate"):
        return ""
    if unit["morale"] >= PANICKED:
        return "panic"
    if unit["morale"] == SHAKEN:
        return "flee"
    return "pursue" if state.targets_of_mark(unit.id, PURSUES) else ""


def default_order(scn: Scenario, state: State, unit_id: str) -> str:
    """The order a unit carries out when none is written (AT-ORD-04, AT-ORD-05)."""
    engaged = "engaged" if state.targets_of_mark(unit_id, ENGAGED) else "unengaged"
    return automatic_order(scn, state, state.units[unit_id]) or str(scn.chart("default_order", engaged))


def _in_or_out_of_melee(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Engaged units may only retreat (AT-ORD-06), and only they may (AT-ORD-60)."""
    engaged = bool(state.targets_of_mark(unit.id, ENGAGED))
    leaves_melee = order in scn.chart("engaged_orders")
    if engaged and not leaves_melee:
        return IllegalOrder("AT-ORD-06", "in_melee", unit=unit.id, order=order)
    if leaves_melee and not engaged:
        return IllegalOrder("AT-ORD-60", "not_in_melee", unit=unit.id, order=order)
    return None


def _without_commander(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """An order that takes access to a Commander (AT-ORD-10, -11, -19)."""
    always_allowed = (*scn.chart("no_commander_orders"), *scn.chart("free_orders"))
    if order in always_allowed or has_commander_access(scn, state, unit):
        return None
    return IllegalOrder("AT-ORD-10", "no_commander", unit=unit.id, order=order)


def _without_ammunition(unit: Unit, order: str) -> Refused | None:
    """A shot without ammunition (AT-RNG-01)."""
    if order not in SHOOTING_ORDERS or unit["ammo"] >= 1:
        return None
    return IllegalOrder("AT-RNG-01", "no_ammunition", unit=unit.id, order=order)


def _without_cover(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """An ambush in terrain that does not allow it, or allows it to others (AT-TER-07)."""
    if order != AMBUSH or terrain_allows_ambush(scn, unit):
        return None
    facts: dict[str, Fact] = {"unit": unit.id, "hex": unit.place, "terrain": scn.terrain(unit.place)}
    who = hiders(scn, unit.place)
    return IllegalOrder("AT-TER-07", "no_cover", **facts, **({"who": who} if who != "none" else {}))
