"""What lies on hexes and hexsides, by the five properties of each terrain (DC-TER-01 to 03).

The ground may change in play (DC-FAU-04), so it is always that of the table. Sight is `sight`, what it does
to movement `toll`.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.sight import entered_from
from engine.scenario import Scenario
from engine.state import State

YES = "yes"
COVERS = ("", "light", "heavy")
"""Kinds of cover, the better the later."""


def terrain(scn: Scenario, state: State, hex_: Hex) -> str:
    """Main terrain of a hex as it lies now."""
    return state.terrain.get(hex_, scn.terrain(hex_))


def slow(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex limits the move of whoever enters it to one hex (DC-TER-04)."""
    return _has(scn, terrain(scn, state, hex_), "slow")


def obstacle(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex blocks fire on its own level (DC-TER-10)."""
    return _has(scn, terrain(scn, state, hex_), "obstacle")


def elevated(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a hex stands above the others (DC-TER-11 to 14)."""
    return _has(scn, terrain(scn, state, hex_), "elevated")


def impassable(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether nobody may enter a hex (DC-TER-09)."""
    return _has(scn, terrain(scn, state, hex_), "impassable")


def cover(scn: Scenario, state: State, hex_: Hex) -> str:
    """The cover a hex gives all round: "light", "heavy" or "" (DC-TER-02)."""
    return _cover(scn, terrain(scn, state, hex_))


def linear(scn: Scenario, state: State, a: Hex, b: Hex) -> str:
    """The linear terrain on the hexside between two neighbours, or "" (DC-TER-03)."""
    return scn.hexside(a, b).linear


def slow_between(scn: Scenario, state: State, a: Hex, b: Hex) -> bool:
    """Whether crossing the hexside between two neighbours limits a move to one hex (DC-TER-04)."""
    return _has(scn, linear(scn, state, a, b), "slow")


def obstacle_between(scn: Scenario, state: State, a: Hex, b: Hex) -> bool:
    """Whether the hexside between two neighbours blocks fire that crosses it (DC-TER-03)."""
    return _has(scn, linear(scn, state, a, b), "obstacle")


def impassable_between(scn: Scenario, state: State, a: Hex, b: Hex) -> bool:
    """Whether nobody may cross the hexside between two neighbours (DC-TER-09)."""
    return _has(scn, linear(scn, state, a, b), "impassable")


def cover_from(scn: Scenario, state: State, hex_: Hex, source: Hex) -> str:
    """The cover a hex gives against somebody at another: its own, or that of the hexside across which he
    comes or fires, whichever is better (DC-TER-03, C-07)."""
    near = entered_from(scn.grid, source, hex_)
    beside = _cover(scn, linear(scn, state, near, hex_)) if near is not None else ""
    return max(cover(scn, state, hex_), beside, key=COVERS.index)


def _has(scn: Scenario, name: str, property_: str) -> bool:
    return bool(name) and scn.chart("terrain", name).get(property_) == YES


def _cover(scn: Scenario, name: str) -> str:
    return str(scn.chart("terrain", name).get("cover", "")) if name else ""
