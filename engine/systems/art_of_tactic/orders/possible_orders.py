"""Every way to complete an order: the targets, partners, facings and paths there are now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import IllegalOrder, Refused
from engine.rules.order_checks import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.movement.paths import legal_paths, next_hexes, possible_ends
from engine.systems.art_of_tactic.orders.parameters import (
    WrittenOrder,
    check_partner,
    check_target,
    optional_parameters,
    required_parameters,
    written_path,
)


def targets(scn: Scenario, state: State, unit: Unit, order: WrittenOrder) -> tuple[str, ...]:
    """The units an order could name as target, or to join up with, given its path if it has one."""
    name = order.get("order", "")
    if name == "join_up":
        return tuple(id_ for id_ in state.units if refusal(check_partner, scn, state, unit, id_) is None)
    parameters = (*required_parameters(unit, name), *optional_parameters(unit, name))
    if "target" not in parameters or unit.hex is None:
        return ()
    enemies = [
        enemy
        for enemy in state.units_on_map(scn.enemy(unit.side))
        if refusal(check_target, scn, state, unit, order, enemy) is None
    ]
    if name == "assault" and not written_path(order):
        ends = possible_ends(scn, unit, name)
        enemies = [e for e in enemies if any(scn.grid.distance(hex_, e.place) <= 1 for hex_ in ends)]
    return tuple(enemy.id for enemy in enemies)


def impossible(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why an order cannot be completed at all: there is no target, no partner, or no hex to enter."""
    required = required_parameters(unit, order)
    if {"target", "with"} & {*required} and not targets(scn, state, unit, {"order": order}):
        rule = {"assault": "AT-ORD-42", "join_up": "AT-ORD-52"}.get(order, "AT-RNG-01")
        return IllegalOrder(rule, "no_target", unit=unit.id, order=order)
    if "path" in required:
        offers = next_hexes(scn, unit, order, ()).values()
        if all(offer.refusal is not None for offer in offers):
            return IllegalOrder("AT-MOV-07", "no_way", unit=unit.id, order=order)
    return None


def possible_orders(scn: Scenario, state: State, unit: Unit, order: str) -> Iterator[dict[str, str]]:
    """Every legal way to write an order, maximum ranges at their greatest, no preferred targets."""
    required = required_parameters(unit, order)
    written: list[dict[str, str]] = [{"order": order}]
    for parameter in (*required, *optional_parameters(unit, order)):
        if parameter not in ("path", "prefer"):
            values = _values(scn, state, unit, order, parameter)
            longer = [{**words, parameter: value} for words in written for value in values]
            written = longer if parameter in required else [*written, *longer]
    if "path" not in required:
        yield from written
        return
    for path in legal_paths(scn, unit, order):
        for words in written:
            if order != "assault" or scn.grid.distance(path[-1], state.units[words["target"]].place) <= 1:
                yield {**words, "path": " ".join(path)}


def _values(scn: Scenario, state: State, unit: Unit, order: str, parameter: str) -> tuple[str, ...]:
    """The values that a parameter other than a path could have."""
    if parameter == "facing":
        return scn.grid.directions
    if parameter == "max_range":
        return (str(unit["range"]),)
    return targets(scn, state, unit, {"order": order})
