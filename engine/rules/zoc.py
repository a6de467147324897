"""Zones of control: which units control a hex. Who exerts one, and over what, is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit

Exerts = Callable[[Scenario, State, Unit, Hex], bool]
"""Whether a unit controls a hex next to its own."""


def controllers(scn: Scenario, state: State, hex_: Hex, side: str, exerts: Exerts) -> tuple[Unit, ...]:
    """The units of `side` that control a hex, clockwise; friends in it cancel nothing."""
    return tuple(
        unit
        for near in scn.grid.neighbours(hex_).values()
        for unit in state.on(near)
        if unit.side == side and exerts(scn, state, unit, hex_)
    )


def controlled(scn: Scenario, state: State, hex_: Hex, side: str, exerts: Exerts) -> bool:
    """Whether `side` controls a hex."""
    return any(
        unit.side == side and exerts(scn, state, unit, hex_)
        for near in scn.grid.neighbours(hex_).values()
        for unit in state.on(near)
    )


def zone(scn: Scenario, state: State, side: str, exerts: Exerts) -> frozenset[Hex]:
    """Every hex that a side controls, as the table stands."""
    return frozenset(
        near
        for unit in state.fielded(side)
        for near in scn.grid.neighbours(unit.place).values()
        if exerts(scn, state, unit, near)
    )
