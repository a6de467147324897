"""Fog of war: what a side may know of a game of Morne Plaine (MP-SET-6, O-9)."""

from __future__ import annotations

from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State
from engine.systems.morne_plaine import victory


def fog(scn: Scenario, state: State, viewer: str) -> State:
    """The state as a side may know it: enemy positions are hidden through the first turn (MP-SET-6), and the
    objectives that the enemy chooses until both sides have chosen (O-9). A spectator ("") sees neither side
    until then."""
    state = victory.hide_choices(scn, state, viewer)
    return setup.hide_units(state, viewer) if setup.hiding(scn, state) else state
