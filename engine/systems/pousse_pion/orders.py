"""What every order is asked first, by the rules of Pousse-pion."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import orders
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.setup import veil


def own(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    return unit, orders.standing(unit, "PP-GEN-18", "PP-GEN-20")


def foe(scn: Scenario, state: State, side: str, unit_id: str, not_enemy: str) -> tuple[Unit, Hex]:
    """An enemy unit that the side sees on the map, and its hex. Raises NotOnTable, or IllegalOrder by the
    rule `not_enemy` when it is a friend; a hidden one counts as off the map, so no refusal gives it away."""
    return orders.foe(veil(scn, state, side), side, unit_id, not_enemy, "PP-GEN-18", "PP-GEN-20")
