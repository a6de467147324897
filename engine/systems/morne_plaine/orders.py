"""What every order is asked first, by the rules of Morne Plaine."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import orders
from engine.rules.orders import on_map
from engine.state import State, Unit

__all__ = ["foe", "on_map", "own"]


def own(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    return unit, orders.standing(unit, "MP-GEN-12", "MP-SET-4")


def foe(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """An enemy unit on the map, and its hex. Raises NotOnTable or IllegalOrder."""
    return orders.foe(state, side, unit_id, "MP-CBT-2", "MP-GEN-12", "MP-SET-4")
