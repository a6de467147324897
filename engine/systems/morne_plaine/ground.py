"""The four meanings of "adjacent", kept apart (rules file, 4.2), and what a unit is (3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes import Hex
from engine.rules import adjacency
from engine.scenario import Scenario
from engine.state import State, Unit

COVER = frozenset({"woods", "village"})
RIVERS = frozenset({"river", "major_river"})  # one like the other (MP-GEN-35)
CROSSINGS = frozenset({"bridge", "ford"})
MOUNTED = frozenset({"cavalry", "leader"})


def mounted(unit: Unit) -> bool:
    """Cavalry or leader (MP-GEN-21, MP-GEN-22)."""
    return unit.kind in MOUNTED


def demoralised(unit: Unit) -> bool:
    """Whether its morale is 0; leaders never are (MP-MOR-1).

    It bars what MP-MOR-2 lists (`zoc.exerts`, `toll`, `charge_target`, `check_attack`, `supporters`) and an
    advance into a zone (MP-ADV-5), nothing else (MP-MOR-3).
    """
    return unit.kind != "leader" and unit["mv"] <= 0


def covered(scn: Scenario, hex_: Hex) -> bool:
    """Whether a hex is woods or village."""
    return scn.terrain(hex_) in COVER


def morale(unit: Unit) -> int:
    """Current MV; for a leader CS plus command radius (MP-GEN-25)."""
    return unit["cs"] + unit["radius"] if unit.kind == "leader" else unit["mv"]


def barred_by_water(scn: Scenario, a: Hex, b: Hex) -> bool:
    """A river between, neither bridged nor forded (MP-MOV-8, MP-CBT-5, MP-RET-2)."""
    side = scn.hexside(a, b)
    return side.water in RIVERS and side.crossing not in CROSSINGS


def steep(scn: Scenario, a: Hex, b: Hex) -> bool:
    """A slope of two levels or more between (MP-GEN-33, MP-MOV-12)."""
    return abs(scn.slope(a, b)) >= 2


def wet(scn: Scenario, a: Hex, b: Hex) -> bool:
    """An unbridged stream, or a ford of any water, between (MP-MOV-9, MP-CBT-23, R-07)."""
    side = scn.hexside(a, b)
    return side.crossing == "ford" or (side.water == "stream" and side.crossing != "bridge")


def contact(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Neighbours with a slope of at most 1 and no impassable river between; a stream is no bar."""
    return scn.grid.adjacent(a, b) and not steep(scn, a, b) and not barred_by_water(scn, a, b)


def by_leader(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Near enough to one's leader to be rallied: no water, no slope of 2 between (MP-RAL-4)."""
    return scn.grid.adjacent(a, b) and not steep(scn, a, b) and not scn.hexside(a, b).water


def touching(scn: Scenario, state: State, hex_: Hex, side: str) -> Iterator[Unit]:
    """The units of a side in `contact` with a hex, clockwise from NE."""
    return adjacency.touching(scn, state, hex_, side, contact)
