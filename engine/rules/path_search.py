"""Path search over steps whose costs are known: how far points reach, and by which path. No rule is here.

A place is a number: a hex, or a hex in one of several states. A step is the place it leads to and its weight:
the cost in points, then what breaks ties between equal costs (hazards, then steps), as digits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.hexes import Grid, Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class HexIndex:
    """The label of every number, the number of every label, and the neighbours of every hex, clockwise."""

    labels: tuple[Hex, ...]
    ids: Mapping[Hex, int]
    neighbours: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def hex_index(grid: Grid) -> HexIndex:
    """The numbers of a grid: column times rows plus row, both from 0.

    >>> hex_index(Grid(columns=3, rows=4)).ids["0203"]
    6
    """
    labels = tuple(sorted(grid, key=grid.column_and_row))
    ids = {label: number for number, label in enumerate(labels)}
    neighbours = tuple(tuple(ids[near] for near in grid.neighbours(label).values()) for label in labels)
    return HexIndex(labels=labels, ids=ids, neighbours=neighbours)


Place = int
Link = tuple[Place, int]
"""A step: where it leads, and its weight; or, where weights do not matter, its cost in points."""

DIGIT = 16  # bits of a tie-break: no path has as many as 65,536 hazards or steps
COST = 2 * DIGIT


def weight(cost: int, *, hazard: bool = False) -> int:
    """The weight of one step of that cost in points."""
    return cost << COST | hazard << DIGIT | 1


def with_surcharge(links: Iterable[Link], points: int) -> tuple[Link, ...]:
    """The same steps, each at so many points more."""
    return tuple((to, step + (points << COST)) for to, step in links)


Steps = tuple[tuple[Link, ...], ...]
"""The steps out of every place, or into it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StepGraph:
    """Places, each with its hex, and the steps between them: out of places by weight; by cost alone, out of
    places to those with so many points (from 0 up to the dearest step), and into places."""

    hexes: tuple[Hex, ...]
    links: Steps
    outward: tuple[Steps, ...]
    inward: Steps


def step_graph(hexes: Sequence[Hex], links: Sequence[tuple[Link, ...]]) -> StepGraph:
    """The net of these steps out of each place, by weight."""
    priced = [[(to, step >> COST) for to, step in out] for out in links]
    dearest = max((price for out in priced for _, price in out), default=0)
    inward: list[list[Link]] = [[] for _ in hexes]
    for place, out in enumerate(priced):
        for to, price in out:
            inward[to].append((place, price))
    return StepGraph(
        hexes=tuple(hexes),
        links=tuple(links),
        outward=tuple(
            tuple(tuple(step for step in out if step[1] <= most) for out in priced)
            for most in range(dearest + 1)
        ),
        inward=tuple(map(tuple, inward)),
    )


def cost_limits(places: int, points: int, shut: Iterable[Place]) -> list[int]:
    """What the cost of a path must stay below to enter each of so many places; 0 where it is shut."""
    below = [points + 1] * places
    for place in shut:
        below[place] = 0
    return below


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStart:
    """Where a search begins: the place, its first steps, the points to spend and the fewest that must be left
    for a step. `below` is the `room` there is; the places of `home`, its own hex, are open all the same;
    nothing goes on from `ends`."""

    place: Place
    first: Sequence[Link]
    points: int
    least: int
    below: Sequence[int]
    home: Sequence[Place]
    ends: frozenset[Place]

    def cost_limits(self) -> list[int]:
        """What the cost of a path must stay below to enter each place; the start is never entered again."""
        below = list(self.below)
        for place in self.home:
            below[place] = self.points + 1
        below[self.place] = 0
        return below


def costs(net: StepGraph, start: SearchStart) -> dict[Hex, int]:
    """The least cost in points of every hex in reach but the start's, the dearest first.

    Places wait in buckets, one for each cost (Dial's algorithm).
    """
    below, ends, points = start.cost_limits(), start.ends, start.points
    buckets: list[list[Place]] = [[] for _ in range(points + 1)]
    for to, step in start.first:
        total = step >> COST
        if total < below[to]:
            below[to] = total
            buckets[total].append(to)
    for spent in range(points - start.least + 1):
        outward = net.outward[min(points - spent, len(net.outward) - 1)]
        for place in buckets[spent]:  # grows under way, by steps that cost nothing
            if below[place] == spent and place not in ends:  # otherwise reached for less, or held there
                for to, price in outward[place]:
                    total = spent + price
                    if total < below[to]:
                        below[to] = total
                        buckets[total].append(to)
    hexes, dearest_first = net.hexes, range(points, -1, -1)  # of a hex's places the cheapest is told last
    reached = {hexes[p]: spent for spent in dearest_first for p in buckets[spent] if below[p] == spent}
    reached.pop(hexes[start.place], None)
    return reached


class Path(NamedTuple):
    """A way to a place: the hexes entered, the cost of each step and of the whole, in points."""

    hexes: tuple[Hex, ...] = ()
    steps: tuple[int, ...] = ()
    cost: int = 0

    def longer(self, hex_: Hex, cost: int) -> Path:
        """The same way and one more hex, at that cost of the whole."""
        return Path(hexes=(*self.hexes, hex_), steps=(*self.steps, cost - self.cost), cost=cost)


def paths(net: StepGraph, start: SearchStart, goals: Sequence[Place] = ()) -> Iterator[tuple[Place, Path]]:
    """The path of least weight to every place in reach but the start, in ascending order of weight and place.

    Among equal weights the path is taken whose hexes come first by their labels. With `goals`, others are
    told only where a cheapest path to one of these leads through them.
    """
    below = _limits_towards(net, start, goals) if goals else start.cost_limits()
    known, done = {start.place: 0}, dict[Place, Path]()
    before = dict[Place, Place]()  # the last place but one of the best path so far
    heap = [(0, start.place)]
    while heap:
        spent, place = heappop(heap)
        if place in done:
            continue
        begun = place == start.place
        done[place] = path = Path() if begun else done[before[place]].longer(net.hexes[place], spent >> COST)
        if not begun:
            yield place, path
            if start.points - path.cost < start.least or place in start.ends:
                continue
        for to, step in start.first if begun else net.links[place]:
            longer = spent + step
            if longer >> COST >= below[to]:
                continue
            if longer < known.get(to, longer + 1):
                known[to], before[to] = longer, place
                heappush(heap, (longer, to))
            elif longer == known[to] and path.hexes < done[before[to]].hexes:
                before[to] = place


def _limits_towards(net: StepGraph, start: SearchStart, goals: Sequence[Place]) -> list[int]:
    """The room there is when only cheapest paths to the goals count: searched for backwards, by cost."""
    below, inward, points = start.cost_limits(), net.inward, start.points
    for place in start.ends.difference(goals):
        below[place] = 0
    away = list(below)
    buckets: list[list[Place]] = [[] for _ in range(points + 1)]
    buckets[0] = [place for place in goals if below[place]]
    for place in buckets[0]:
        away[place] = 0
    doors = [(to, step >> COST) for to, step in start.first if below[to]]
    best, gone = points, 0
    while gone <= best:
        for place in buckets[gone]:
            if away[place] == gone:
                for origin, price in inward[place]:
                    total = gone + price
                    if total < away[origin]:
                        away[origin] = total
                        buckets[total].append(origin)
        for to, price in doors:
            if away[to] + price < best:
                best = away[to] + price
        gone += 1
    return [best + 1 - left if open_ else 0 for left, open_ in zip(away, below, strict=True)]
