"""Access to a Commander (AT-ORD-10 to AT-ORD-14): which units may be given any order of their card."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.unit_card import has_commander


def has_commander_access(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit has a Commander or stands next to a friend that has one (AT-ORD-11, -12, -13).

    Slopes, enemies and melee in between make no difference.
    """
    if unit.hex is None:
        return False
    distance = int(scn.chart("command_distance"))
    return any(
        has_commander(friend) and scn.grid.distance(unit.hex, friend.place) <= distance
        for friend in state.units_on_map(unit.side)
    )
