"""Fog of war: what a side may know of a game of Morne Plaine (MP-SET-6, O-9)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import order_checks, setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine import victory
from engine.systems.morne_plaine.marks import OWNS


def fog(scn: Scenario, state: State, viewer: str) -> State:
    """The state as a side may know it: through the first turn without enemy positions, the movement points
    that enemies have spent and the objectives they have passed (MP-SET-6); without the objectives that the
    enemy chooses until both sides have chosen (O-9). A spectator ("") sees neither side until then."""
    state = victory.hide_choices(scn, state, viewer)
    if not setup.hiding(scn, state):
        return state
    return setup.hide_captures(scn, setup.hide_units(state, viewer, "ma"), viewer, OWNS)


def visible_enemy(scn: Scenario, state: State, side: str, unit_id: str, not_enemy: str) -> tuple[Unit, Hex]:
    """An enemy unit that the side sees on the map, and its hex. Raises NotOnTable, or IllegalOrder by the
    rule `not_enemy` when it is a friend; a hidden one counts as off the map, so no refusal gives it away."""
    away = "MP-SET-6" if setup.hiding(scn, state) else "MP-SET-4"
    return order_checks.enemy_unit(fog(scn, state, side), side, unit_id, not_enemy, "MP-GEN-12", away)
