"""Zones of control (MP-ZOC): who controls a hex, and what that means for leaving one."""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.ground import demoralised
from engine.systems.morne_plaine.survey import survey


def has_zone(unit: Unit) -> bool:
    """Whether a unit on the map controls anything at all (MP-ZOC-5, 6)."""
    return unit.kind != "artillery" and not demoralised(unit)


def controllers(scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The units of `side` that control a hex; friends in it cancel nothing (MP-ZOC-7)."""
    spread = survey(scn).spread
    return tuple(
        unit
        for near in scn.grid.neighbours(hex_).values()
        if hex_ in spread[near]
        for unit in state.on(near)
        if unit.side == side and has_zone(unit)
    )


def controlled(scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
    """Whether `side` controls a hex (MP-ZOC-1)."""
    return hex_ in zone(scn, state, side)


def zone(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    """Every hex that a side controls, as the table stands (MP-ZOC-8)."""
    return state.kept((survey(scn), side), lambda: _zone(scn, state, side))


def _zone(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    spread = survey(scn).spread
    return frozenset().union(*(spread[unit.place] for unit in state.fielded(side) if has_zone(unit)))
