"""Terrain, and two of the four meanings of "adjacent" (rules file, 4.2).

The others: `neighbour` is the grid's, `zoc` is in `zoc.py`.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Scenario

COVER = frozenset({"woods", "village"})
RIVERS = frozenset({"river", "major_river"})  # one like the other (MP-GEN-35)
CROSSINGS = frozenset({"bridge", "ford"})


def covered(scn: Scenario, hex_: Hex) -> bool:
    """Whether a hex is woods or village."""
    return scn.terrain(hex_) in COVER


def impassable_water(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether a river lies between, neither bridged nor forded (MP-MOV-8, MP-CBT-5, MP-RET-2)."""
    side = scn.hexside(a, b)
    return side.water in RIVERS and side.crossing not in CROSSINGS


def steep(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether a slope of two levels or more lies between (MP-GEN-33, MP-MOV-12)."""
    return abs(scn.slope(a, b)) >= 2


def stream_or_ford(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether an unbridged stream, or a ford of any water, lies between (MP-MOV-9, MP-CBT-23, R-07)."""
    side = scn.hexside(a, b)
    return side.crossing == "ford" or (side.water == "stream" and side.crossing != "bridge")


def contact(scn: Scenario, a: Hex, b: Hex) -> bool:
    """`contact`: neighbours with a slope of at most 1 and no impassable river between; a stream is no bar."""
    return scn.grid.adjacent(a, b) and not steep(scn, a, b) and not impassable_water(scn, a, b)


def leader_adjacent(scn: Scenario, a: Hex, b: Hex) -> bool:
    """`leader-adjacent`: neighbours with a slope of at most 1 and no water at all between (MP-RAL-4)."""
    return scn.grid.adjacent(a, b) and not steep(scn, a, b) and not scn.hexside(a, b).water
