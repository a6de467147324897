"""Terrain of hexes and hexsides, by the five properties of each kind (DC-TER-01 to 03).

A Faux Pas can change the terrain of a hex (DC-FAU-04), so every function reads the state first.
"""

from __future__ import annotations

from itertools import permutations

from engine.hexes import Hex
from engine.rules.line_of_sight import entered_from
from engine.scenario import Scenario
from engine.state import State

YES = "yes"
COVERS = ("", "light", "heavy")
"""Kinds of cover, worst first."""


def at(scn: Scenario, state: State, hex_: Hex) -> str:
    """The terrain of a hex now."""
    return state.terrain.get(hex_, scn.terrain(hex_))


def slow(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex is slowing terrain (DC-TER-04)."""
    return _has(scn, at(scn, state, hex_), "slow")


def obstacle(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex blocks fire between hexes of its own level (DC-TER-10)."""
    return _has(scn, at(scn, state, hex_), "obstacle")


def elevated(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex is elevated (DC-TER-11 to 14)."""
    return _has(scn, at(scn, state, hex_), "elevated")


def impassable(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex is impassable (DC-TER-09)."""
    return _has(scn, at(scn, state, hex_), "impassable")


def cover(scn: Scenario, state: State, hex_: Hex) -> str:
    """The cover that the terrain of a hex gives on all sides: "light", "heavy" or "" (DC-TER-02)."""
    return _cover(scn, at(scn, state, hex_))


def linear(scn: Scenario, a: Hex, b: Hex) -> str:
    """The linear terrain on the hexside between two neighbours, or "" (DC-TER-03)."""
    return scn.cached("linear terrain", lambda: _linear(scn)).get((a, b), "")


def _linear(scn: Scenario) -> dict[tuple[Hex, Hex], str]:
    """All linear terrain, by the hexes on both sides of it, in either order."""
    lies = {side: printed.linear for side, printed in scn.hexsides.items() if printed.linear}
    return {(a, b): name for side, name in lies.items() for a, b in permutations(side)}


def slow_between(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether the linear terrain between two neighbours is slowing (DC-TER-04)."""
    return _has(scn, linear(scn, a, b), "slow")


def obstacle_between(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether the linear terrain between two neighbours blocks fire that crosses it (DC-TER-03)."""
    return _has(scn, linear(scn, a, b), "obstacle")


def impassable_between(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether the linear terrain between two neighbours is impassable (DC-TER-09)."""
    return _has(scn, linear(scn, a, b), "impassable")


def cover_from(scn: Scenario, state: State, hex_: Hex, source: Hex) -> str:
    """The cover in a hex against an enemy in another: its own, or that of the hexside the fire or attack
    crosses, whichever is better (DC-TER-03, C-07)."""
    crossed_from = entered_from(scn.grid, source, hex_)
    of_hexside = _cover(scn, linear(scn, crossed_from, hex_)) if crossed_from is not None else ""
    return max(cover(scn, state, hex_), of_hexside, key=COVERS.index)


def _has(scn: Scenario, name: str, property_: str) -> bool:
    return bool(name) and scn.chart("terrain", name).get(property_) == YES


def _cover(scn: Scenario, name: str) -> str:
    return str(scn.chart("terrain", name).get("cover", "")) if name else ""
