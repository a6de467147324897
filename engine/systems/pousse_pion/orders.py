"""What every order is asked first, by the rules of Pousse-pion."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import orders
from engine.state import State, Unit


def own(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    return unit, orders.standing(unit, "PP-GEN-18", "PP-GEN-20")


def foe(state: State, side: str, unit_id: str, not_enemy: str) -> tuple[Unit, Hex]:
    """An enemy unit on the map, and its hex. Raises NotOnTable, or IllegalOrder by the rule `not_enemy`
    when it is a friend."""
    return orders.foe(state, side, unit_id, not_enemy, "PP-GEN-18", "PP-GEN-20")
