"""Dice: every die has 20 faces; every roll has a key of its own (AT-GEN-03, AT-GEN-07)."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State


def faces(scn: Scenario) -> int:
    """The faces of every die of the game (AT-GEN-03)."""
    return int(scn.chart("die"))


def roll_key(state: State, substep: str, unit_id: str, purpose: str) -> str:
    """The key a roll is drawn by: turn, step, sub-step, unit, purpose; used once a game (AT-GEN-07)."""
    return f"{state.turn}/{state.phase}/{substep}/{unit_id}/{purpose}"
