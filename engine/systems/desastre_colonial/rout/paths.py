"""The steps a rout may take, and which of them is the default (DC-ROU-02 to 06, 24, 40 to 42; 7.1)."""

from __future__ import annotations

from engine.hexes import Grid, Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.values import troops
from engine.systems.desastre_colonial.rout.destinations import may_end, other_unit_on
from engine.systems.desastre_colonial.rout.flight import EDGE

Crossed = tuple[int, int]
"""Numbers of enemies and of friends that a path passes through."""


def steps(scn: Scenario, here: Hex, goal: Hex) -> tuple[Hex, ...]:
    """The neighbouring hexes that are nearer to a goal, a hex or EDGE, clockwise from north (DC-ROU-02, 05,
    40).

    Terrain has no effect (DC-ROU-03, DC-ROU-41). None at the goal itself: at EDGE the next step leaves the
    map.
    """
    grid = scn.grid
    distance = from_edge(scn) if goal == EDGE else {hex_: grid.distance(hex_, goal) for hex_ in grid}
    return tuple(hex_ for hex_ in grid.neighbours(here).values() if distance[hex_] < distance[here])


def from_edge(scn: Scenario) -> dict[Hex, int]:
    """By hex, the number of steps to the nearest hex at the edge of the map."""
    return scn.cached("from_edge", lambda: _steps_from_edge(scn.grid))


def _steps_from_edge(grid: Grid) -> dict[Hex, int]:
    distance = {hex_: 0 for hex_ in grid if grid.at_edge(hex_)}
    queue = list(distance)
    for hex_ in queue:  # grows while it is read
        for near in grid.neighbours(hex_).values():
            if near not in distance:
                distance[near] = distance[hex_] + 1
                queue.append(near)
    return distance


def lowest(scn: Scenario, hexes: tuple[Hex, ...]) -> Hex:
    """The hex of the lowest q, then of the lowest r (7.1)."""
    return min(hexes, key=lambda hex_: scn.grid.cubes[hex_])


def farthest_from_enemies(scn: Scenario, state: State, unit: Unit, hexes: tuple[Hex, ...]) -> Hex:
    """The hex farthest from its nearest enemy unit; of equals the lowest (7.1)."""
    enemies = [enemy.place for enemy in troops(state, scn.enemy(unit.side))]

    def to_nearest_enemy(hex_: Hex) -> int:
        return min((scn.grid.distance(hex_, enemy) for enemy in enemies), default=0)

    most = max(map(to_nearest_enemy, hexes))
    return lowest(scn, tuple(hex_ for hex_ in hexes if to_nearest_enemy(hex_) == most))


def crossing_fewest(scn: Scenario, state: State, unit: Unit, hexes: tuple[Hex, ...], left: int) -> Hex:
    """The first step of the path to the edge, `left` hexes long, that crosses the fewest enemies, then the
    fewest friends; of equals the lowest (7.1)."""
    known: dict[tuple[Hex, int], Crossed] = {}

    def crossed_from(hex_: Hex, more: int) -> Crossed:
        """The fewest units crossed from a hex on, the one in it included."""
        if (hex_, more) not in known:
            known[hex_, more] = _add_unit_in(state, unit, hex_, crossed_after(hex_, more))
        return known[hex_, more]

    def crossed_after(hex_: Hex, more: int) -> Crossed:
        if not more and may_end(scn, state, unit, hex_):
            return 0, 0
        onward = (crossed_from(near, max(0, more - 1)) for near in steps(scn, hex_, EDGE))
        return min(onward, default=(0, 0))

    return min(hexes, key=lambda hex_: (crossed_from(hex_, max(0, left - 1)), scn.grid.cubes[hex_]))


def _add_unit_in(state: State, unit: Unit, hex_: Hex, crossed: Crossed) -> Crossed:
    enemies, friends = crossed
    other = other_unit_on(state, unit, hex_)
    if other is None:
        return crossed
    return (enemies + 1, friends) if other.side != unit.side else (enemies, friends + 1)
