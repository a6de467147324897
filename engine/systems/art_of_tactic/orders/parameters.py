"""The parameters of an order (AT-ORD-07, R-13): path, target, facing, range, preferred targets,
the unit to join."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import IllegalOrder, NotOnTable
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.line_of_sight import in_sight
from engine.systems.art_of_tactic.marks import ENGAGED, HIDDEN
from engine.systems.art_of_tactic.movement.paths import check_path
from engine.systems.art_of_tactic.movement.terrain import Path
from engine.systems.art_of_tactic.unit_card import figures_lost, is_ranged

WrittenOrder = Mapping[str, str]
"""The name of an order under "order", and its parameters by name."""

SHOOTING_ORDERS = ("fire_ranged_weapons", "move_and_fire")
_KILL_ZONE_ORDERS = ("defend", "fire_and_retreat")  # with a maximum range if the unit is ranged (AT-DZ-10)
_REQUIRED = {
    "march": ("path",),
    "run": ("path",),
    "assault": ("target", "path"),
    "move_and_fire": ("path", "target"),
    "defend": ("facing",),
    "fire_and_retreat": ("facing", "path"),
    "fire_ranged_weapons": ("target",),
    "ambush": ("facing",),
    "join_up": ("with",),
    "retreat": ("path",),
}


def required_parameters(unit: Unit, order: str) -> tuple[str, ...]:
    """The parameters an order must have for this unit, in the order a player is asked (AT-ORD-07)."""
    parameters = _REQUIRED.get(order, ())
    if order in _KILL_ZONE_ORDERS and is_ranged(unit):
        return (parameters[0], "max_range", *parameters[1:])
    return parameters


def optional_parameters(unit: Unit, order: str) -> tuple[str, ...]:
    """The parameters an order may have as well (AT-DZ-14, R-54)."""
    if order == "reconnaissance":
        return ("target",)
    return ("prefer",) if order in _KILL_ZONE_ORDERS and is_ranged(unit) else ()


def written_path(order: WrittenOrder) -> Path:
    """The hexes an order says are to be entered."""
    return tuple(order.get("path", "").split())


def check_parameters(scn: Scenario, state: State, unit: Unit, order: WrittenOrder) -> None:
    """Raise Refused unless the parameters of an order are complete and legal (AT-ORD-07, AT-ORD-08)."""
    name = order["order"]
    required = required_parameters(unit, name)
    _check_names(unit, order, required)
    if "path" in required:
        check_path(scn, unit, name, written_path(order))
    if "facing" in required and order["facing"] not in scn.grid.directions:
        raise IllegalOrder("AT-ORD-07", "no_such_facing", unit=unit.id, facing=order["facing"])
    if "max_range" in required and order["max_range"] not in map(str, range(1, unit["range"] + 1)):
        raise IllegalOrder(
            "AT-DZ-10", "no_such_range", unit=unit.id, range=order["max_range"], most=unit["range"]
        )
    for unit_id in order.get("prefer", "").split():
        _enemy(state, unit, unit_id)
    if order.get("target"):
        check_target(scn, state, unit, order, _enemy(state, unit, order["target"]))
    if order.get("with"):
        check_partner(scn, state, unit, order["with"])


def _check_names(unit: Unit, order: WrittenOrder, required: tuple[str, ...]) -> None:
    """Raise IllegalOrder when a parameter is missing, or is not one of the order's (AT-ORD-07)."""
    name = order["order"]
    for word in required:
        if not order.get(word):
            raise IllegalOrder("AT-ORD-07", "word_missing", unit=unit.id, order=name, word=word)
    for word in order:
        if word not in ("order", *required, *optional_parameters(unit, name)):
            raise IllegalOrder("AT-ORD-07", "word_unwanted", unit=unit.id, order=name, word=word)


def _unit(state: State, unit_id: str) -> Unit:
    """The unit of that id. Raise NotOnTable when there is none."""
    if unit_id not in state.units:
        raise NotOnTable("", "no_such_unit", unit=unit_id)
    return state.units[unit_id]


def _enemy(state: State, unit: Unit, unit_id: str) -> Unit:
    """The enemy unit of that id. Raise NotOnTable or IllegalOrder when there is none."""
    other = _unit(state, unit_id)
    if other.side == unit.side:
        raise IllegalOrder("AT-ORD-07", "not_an_enemy", unit=unit_id)
    return other


def check_target(scn: Scenario, state: State, unit: Unit, order: WrittenOrder, target: Unit) -> None:
    """Raise IllegalOrder unless the order may name that enemy (AT-ORD-30, -42, -44, R-19)."""
    name, facts = order["order"], {"unit": unit.id, "target": target.id}
    if target.hex is None or state.marked(target.id, HIDDEN):
        raise IllegalOrder("AT-RNG-12", "target_not_on_map", **facts)
    if name in SHOOTING_ORDERS and state.targets_of_mark(target.id, ENGAGED):
        raise IllegalOrder("AT-RNG-11", "target_in_melee", **facts)
    distance = scn.grid.distance(unit.place, target.hex)
    if name == "fire_ranged_weapons" and distance > unit["range"]:
        raise IllegalOrder(
            "AT-RNG-05", "out_of_range", **facts, hex=target.hex, away=distance, range=unit["range"]
        )
    if name in ("fire_ranged_weapons", "assault") and not in_sight(scn, state, unit, target):
        rule = "AT-ORD-42" if name == "assault" else "AT-RNG-06"
        raise IllegalOrder(rule, "out_of_sight", **facts)
    path = written_path(order)
    if name == "assault" and path and scn.grid.distance(path[-1], target.hex) > 1:
        raise IllegalOrder("AT-ORD-43", "path_misses_target", **facts, hex=path[-1])


def check_partner(scn: Scenario, state: State, unit: Unit, partner_id: str) -> None:
    """Raise Refused unless two units may join up (AT-ORD-52, R-55)."""
    partner, facts = _unit(state, partner_id), {"unit": unit.id, "target": partner_id}
    if partner.side != unit.side or partner.id == unit.id:
        raise IllegalOrder("AT-ORD-52", "not_a_friend", **facts)
    if partner.hex is None or not scn.grid.adjacent(unit.place, partner.hex):
        raise IllegalOrder("AT-ORD-52", "not_next_to_it", **facts)
    if partner.symbol != unit.symbol:
        raise IllegalOrder("AT-ORD-52", "another_type", **facts)
    if state.targets_of_mark(partner.id, ENGAGED):
        raise IllegalOrder("AT-ORD-52", "partner_in_melee", **facts)
    if not figures_lost(unit) or not figures_lost(partner):
        raise IllegalOrder("AT-ORD-52", "not_depleted", **facts)
