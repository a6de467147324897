"""Commanders (AT-ORD-10 to -19): who is under one's eye and may be given any order of its card."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.card import commanded


def has_access(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit has a Commander, or a friend next to it has, as they stand (AT-ORD-11, -12, -13).

    Slopes, enemies and melee between make no difference.
    """
    if unit.hex is None:
        return False
    reach = int(scn.chart("command_distance"))
    return any(
        commanded(friend) and scn.grid.distance(unit.hex, friend.place) <= reach
        for friend in state.fielded(unit.side)
    )
