"""Fog of war: what a side may know of a game of Morne Plaine (MP-SET-6, O-9)."""

from __future__ import annotations

from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State
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
