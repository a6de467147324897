"""Zones of control (MP-ZOC): who controls a hex, and what that means for leaving one."""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.ground import covered, demoralised, steep


def exerts(scn: Scenario, unit: Unit, hex_: Hex) -> bool:
    """Whether a unit controls a neighbouring hex (MP-ZOC-1 to 6)."""
    here = unit.hex
    if here is None or unit.kind == "artillery" or demoralised(unit):
        return False
    if covered(scn, here) or covered(scn, hex_):
        return False
    return not scn.hexside(here, hex_).water and not steep(scn, here, hex_)


def controllers(scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The units of `side` that control a hex; friends in it cancel nothing (MP-ZOC-7)."""
    return tuple(
        unit
        for near in scn.grid.neighbours(hex_).values()
        for unit in state.on(near)
        if unit.side == side and exerts(scn, unit, hex_)
    )


def controlled(scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
    """Whether `side` controls a hex (MP-ZOC-1)."""
    return bool(controllers(scn, state, hex_, side))


def zone(scn: Scenario, state: State, side: str) -> frozenset[Hex]:
    """Every hex that a side controls, as the table stands (MP-ZOC-8)."""
    return frozenset(
        near
        for unit in state.fielded(side)
        if unit.hex is not None
        for near in scn.grid.neighbours(unit.hex).values()
        if exerts(scn, unit, near)
    )
