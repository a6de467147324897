"""The paths a rout may take, and which of them is the default (DC-ROU-02 to 06, 24, 40 to 42; 7.1, C-14).

A path is the hexes that a unit enters, in order, to the hex where its rout ends: the hexes of its length and
those beyond, where it cannot end there (DC-ROU-26, DC-ROU-47). Nothing that happens on the way changes it,
as friends test afterwards (DC-ROU-28).
"""

from __future__ import annotations

from dataclasses import replace

from engine.hexes import Grid, Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.losses import LOSSES
from engine.systems.desastre_colonial.general.values import colonial, is_chief, troops
from engine.systems.desastre_colonial.rout.destinations import free_neighbours, may_end, other_unit_on
from engine.systems.desastre_colonial.rout.flight import EDGE, Flight

Crossed = tuple[int, int]
"""Numbers of enemies and of friends that a path passes through."""
Path = tuple[Hex, ...]
MOST_PATHS = 1000
"""Where more paths are equally direct (a rout across a large map), all are cut to the greatest length at
which they are no more; the rest is a decision of its own."""


def whole_paths(scn: Scenario, state: State, unit: Unit, flight: Flight) -> tuple[Path, ...]:
    """The whole paths that are equally direct, at most MOST_PATHS, the first steps clockwise from north
    (C-14). None where the next step leaves the map."""
    paths: list[Path] = [()]
    while True:
        longer: list[Path] = []
        for path in paths:
            onward = () if _is_over(scn, state, unit, flight, path) else _onward(scn, unit, flight, path)
            longer += [(*path, hex_) for hex_ in onward] or [path]
        if longer == paths or len(longer) > MOST_PATHS:
            return tuple(path for path in paths if path)
        paths = longer


def default_path(scn: Scenario, state: State, unit: Unit, flight: Flight, most: int) -> Path:
    """The path of a rout whose owner does not choose, up to so many hexes: at each step the lowest hex, and
    for native units the path that crosses the fewest enemies, then friends (7.1)."""
    path: Path = ()
    while len(path) < most and not _is_over(scn, state, unit, flight, path):
        options = _onward(scn, unit, flight, path)
        if not options:
            break
        if colonial(scn, unit):
            path = (*path, lowest(scn, options))
        else:
            left = max(0, flight.left - len(path))
            path = (*path, crossing_fewest(scn, state, unit, options, left))
    return path


def _onward(scn: Scenario, unit: Unit, flight: Flight, path: Path) -> tuple[Hex, ...]:
    return steps(scn, path[-1] if path else unit.place, flight.goal)


def _is_over(scn: Scenario, state: State, unit: Unit, flight: Flight, path: Path) -> bool:
    """Whether a rout ends where a path leads: its length is made or its destination reached, and the unit can
    stop or step aside there (DC-ROU-05, 20, 26, 47; C-11); or it has been lost on the way (DC-ROU-46)."""
    if not path:
        return False
    here, is_colonial = path[-1], colonial(scn, unit)
    if not is_colonial and _is_lost(scn, state, unit, path):
        return True
    if len(path) < flight.left and here != flight.goal:
        return False
    if may_end(scn, state, unit, here):
        return True
    return is_colonial and bool(free_neighbours(scn, _without_overrun(state, unit, path), unit, here))


def _is_lost(scn: Scenario, state: State, unit: Unit, path: Path) -> bool:
    """Whether a native unit has its last loss when it has passed through the enemies on a path."""
    met = (other_unit_on(state, unit, hex_) for hex_ in path)
    enemies = sum(other is not None and other.side != unit.side for other in met)
    losses = unit[LOSSES] + enemies * int(scn.chart("native_rout", "losses_per_enemy"))
    return enemies > 0 and losses >= int(scn.chart("eliminated_at"))


def _without_overrun(state: State, unit: Unit, path: Path) -> State:
    """The position without the lone enemy Chiefs on a path, who have fled by then (DC-MOV-19)."""
    overrun = {
        other.id
        for hex_ in path
        if all(map(is_chief, state.on(hex_)))
        for other in state.on(hex_)
        if other.side != unit.side
    }
    if not overrun:
        return state
    return replace(state, units={id_: other for id_, other in state.units.items() if id_ not in overrun})


def steps(scn: Scenario, here: Hex, goal: Hex) -> tuple[Hex, ...]:
    """The neighbouring hexes that are nearer to a goal, a hex or EDGE, clockwise from north (DC-ROU-02, 05,
    40).

    Terrain has no effect (DC-ROU-03, DC-ROU-41). None at the goal itself: at EDGE the next step leaves the
    map.
    """
    grid = scn.grid
    nearby = tuple(grid.neighbours(here).values())
    distance = from_edge(scn) if goal == EDGE else {h: grid.distance(h, goal) for h in (here, *nearby)}
    return tuple(hex_ for hex_ in nearby if distance[hex_] < distance[here])


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
