"""A rout under way: what is known of it, and which steps it may make (DC-ROU-02 to 06, 24, 40 to 42).

Nothing is changed here. It waits on the agenda in words, so that a question may stand between two steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Grid, Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.destinations import unit_besides
from engine.systems.desastre_colonial.ground import impassable
from engine.systems.desastre_colonial.values import troops

EDGE = "edge"
Toll = tuple[int, int]
"""Enemies and friends passed through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """A unit that runs: hexes still to go; the hex it runs to, or EDGE, or "" until it is known; chiefs to be
    asked whether they follow, those that do; whom it passed that are to test, in order."""

    unit: str
    left: int
    goal: Hex = ""
    asked: tuple[str, ...] = ()
    chiefs: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The flight as it waits on the agenda."""
        return self.unit, str(self.left), self.goal, *map(",".join, (self.asked, self.chiefs, self.crossed))

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Flight:
        """The flight of these words.

        >>> Flight.read(("c1", "2", "0305", "", "c8,c9", "c2")).chiefs
        ('c8', 'c9')
        """
        unit, left, goal, *lists = words
        asked, chiefs, crossed = (tuple(filter(None, names.split(","))) for names in lists)
        return cls(unit=unit, left=int(left), goal=goal, asked=asked, chiefs=chiefs, crossed=crossed)


def steps(scn: Scenario, here: Hex, goal: Hex) -> tuple[Hex, ...]:
    """The hexes that are one nearer to where a unit runs, clockwise from north (DC-ROU-02, 05, 40).

    Terrain has no effect (DC-ROU-03, DC-ROU-41). None at the goal, or where the next step leaves the map.
    """
    away = from_edge(scn) if goal == EDGE else _from(scn.grid, goal)
    near = scn.grid.neighbours(here).values()
    return tuple(hex_ for hex_ in near if away[hex_] < away[here])


def from_edge(scn: Scenario) -> dict[Hex, int]:
    """By hex, the steps after which one stands at the edge of the map."""
    return scn.kept("from_edge", lambda: _depths(scn.grid))


def _depths(grid: Grid) -> dict[Hex, int]:
    found = {hex_: 0 for hex_ in grid if grid.at_edge(hex_)}
    waiting = list(found)
    for hex_ in waiting:  # grows under way
        for near in grid.neighbours(hex_).values():
            if near not in found:
                found[near] = found[hex_] + 1
                waiting.append(near)
    return found


def _from(grid: Grid, goal: Hex) -> dict[Hex, int]:
    return {hex_: grid.distance(hex_, goal) for hex_ in grid}


def may_end(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is neither held by another unit nor impassable (DC-ROU-20, 25, 34, 47)."""
    return unit_besides(state, unit, hex_) is None and not impassable(scn, state, hex_)


def lowest(scn: Scenario, hexes: tuple[Hex, ...]) -> Hex:
    """The hex of the lowest q, then of the lowest r (7.1)."""
    return min(hexes, key=lambda hex_: scn.grid.cubes[hex_])


def farthest(scn: Scenario, state: State, unit: Unit, hexes: tuple[Hex, ...]) -> Hex:
    """The hex farthest from the nearest enemy unit; of equals the lowest (7.1)."""
    foes = [foe.place for foe in troops(state, scn.enemy(unit.side))]

    def near(hex_: Hex) -> int:
        return min((scn.grid.distance(hex_, foe) for foe in foes), default=0)

    best = max(map(near, hexes))
    return lowest(scn, tuple(hex_ for hex_ in hexes if near(hex_) == best))


def easiest(scn: Scenario, state: State, unit: Unit, hexes: tuple[Hex, ...], left: int) -> Hex:
    """The first step of a way to the edge, `left` hexes long, that passes through the fewest enemies, then
    the fewest friends; of equals the lowest (7.1)."""
    known: dict[tuple[Hex, int], Toll] = {}

    def toll(hex_: Hex, more: int) -> Toll:
        if (hex_, more) not in known:
            known[hex_, more] = _met(state, unit, hex_, ahead(hex_, more))
        return known[hex_, more]

    def ahead(hex_: Hex, more: int) -> Toll:
        if not more and may_end(scn, state, unit, hex_):
            return 0, 0
        return min((toll(near, max(0, more - 1)) for near in steps(scn, hex_, EDGE)), default=(0, 0))

    return min(hexes, key=lambda hex_: (toll(hex_, max(0, left - 1)), scn.grid.cubes[hex_]))


def _met(state: State, unit: Unit, hex_: Hex, then: Toll) -> Toll:
    """What is met from a hex on, that in the hex itself included."""
    there = unit_besides(state, unit, hex_)
    if there is None:
        return then
    return (then[0] + 1, then[1]) if there.side != unit.side else (then[0], then[1] + 1)
