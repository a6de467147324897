"""Reach under zones of control: the engine compared with libraries.

One side of 80 units on 40 x 30 hexes, 160 units on the map, by the rules of Morne Plaine: ground, streams,
rivers, slopes, roads with every second step free, tracks, occupied hexes, zones of control that end a
movement and cost a point to leave, units in the middle of a move, demoralised ones. Every rival finds the
same hexes at the same costs; what rivals are given ready (searchers/search_tasks.py) the engine works out in
the time taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from bench.harness import (
    Figure,
    Missing,
    agree,
    figure,
    fitted,
    milliseconds,
    ratio,
    rounds,
    skipped,
    spread,
)
from bench.rules.field import Field, field, plain
from bench.rules.searchers.search_tasks import Reach, SearchTask, search_tasks
from engine.systems.morne_plaine.movement import routes

SIZES = ((10, 8), (20, 15), (30, 22), (40, 30), (80, 60))  # columns and rows
TRIPS = 16
TURNS = 5  # that everybody does it when his turn comes, so that a cold start does not weigh too much


def run(quick: bool) -> Iterator[Figure]:
    """The figures of reach, paths and growth."""
    n = 1 if quick else 15
    yield from _reach(n, 1 if quick else TURNS)
    yield from _paths(n)
    yield from _growth(n, SIZES[:3] if quick else SIZES)


def reach_of_side(of: Field) -> Callable[[], list[Reach]]:
    """What the engine is asked: the reach of every unit of the side that moves, on a new table."""

    def reaches() -> list[Reach]:
        state = replace(of.state)  # nothing is known of it yet
        return [routes.costs(of.scenario, state, id_) for id_ in of.movers]

    return reaches


def _reach(n: int, often: int) -> Iterator[Figure]:
    """Every unit's reach, against those who can find the same (goal 7)."""
    at = field()
    tasks, engine = search_tasks(at), reach_of_side(at)
    expected = {id_: reach for id_, reach in zip(at.movers, engine(), strict=True) if reach}
    candidates: dict[str, Callable[[], object]] = {"engine": engine}
    _agree("routes", expected, _by_routes(at))
    if (networks := _rival("networkx_reach")) is not None:
        candidates["networkx"] = networks.search(tasks)
        _agree("networkx", expected, _of(tasks, networks.search(tasks)()))
    if (pieces := _rival("chess_moves")) is not None:
        candidates["chess"] = pieces.search()
    turns = rounds({name: _often(do, often) for name, do in candidates.items()}, n)
    times = {name: [seconds / often for seconds in row] for name, row in turns.items()}
    yield milliseconds("engine_side", times["engine"], "reach of 80 units")
    hexes = sum(map(len, expected.values()))
    if "networkx" in times:
        yield figure("engine_v_networkx", ratio(times, "networkx", "engine"), 3)
    if "chess" in times:
        moves = int(str(candidates["chess"]()))
        pairs = zip(times["chess"], times["engine"], strict=True)
        rates = [hexes / engine / (moves / chess) for chess, engine in pairs]
        yield figure("destinations_v_chess_moves", spread(rates), 1.5, note="a second")


def _often(do: Callable[[], object], times: int) -> Callable[[], None]:
    def turn() -> None:
        for _ in range(times):
            do()

    return turn


def _by_routes(at: Field) -> dict[str, Reach]:
    """The same by the search that keeps the paths."""
    by_unit = {id_: routes.routes(at.scenario, at.state, id_) for id_ in at.movers}
    return {id_: {hex_: route.cost for hex_, route in ways.items()} for id_, ways in by_unit.items()}


def _of(tasks: Sequence[SearchTask], reaches: Sequence[Reach]) -> dict[str, Reach]:
    return {errand.unit: reach for errand, reach in zip(tasks, reaches, strict=True)}


def _agree(name: str, expected: dict[str, Reach], actual: dict[str, Reach]) -> None:
    """Raises WrongOutput unless every unit reaches the same hexes at the same costs."""
    actual = {id_: reach for id_, reach in actual.items() if reach}
    wrong = [id_ for id_ in expected.keys() | actual.keys() if expected.get(id_) != actual.get(id_)]
    agree(not wrong, f"{name} and the engine differ on the reach of {', '.join(sorted(wrong)[:5])}")


def _paths(n: int) -> Iterator[Figure]:
    """Paths across the map, one goal each (goal 7)."""
    stars = _rival("hexutil_paths")
    if stars is None:
        return
    at = plain()
    trips = _trips(at)

    def engine() -> list[int]:
        state = replace(at.state)
        paths = (routes.route(at.scenario, state, errand.unit, goal) for errand, goal in trips)
        return [route.cost for route in paths if route is not None]

    star = stars.search(at, trips)
    agree(engine() == star(), "hexutil and the engine differ on the cost of a path")
    times = rounds({"engine": engine, "hexutil": star}, n)
    yield milliseconds("engine_paths", times["engine"], f"{TRIPS} paths across the map")
    yield figure("paths_v_hexutil", ratio(times, "hexutil", "engine"), 8)


def _trips(at: Field) -> list[tuple[SearchTask, str]]:
    """Horsemen that stand free, and for each the farthest hex it can get to."""
    trips = []
    for errand in search_tasks(at):
        reach = routes.costs(at.scenario, at.state, errand.unit)
        free = errand.column[1] == "cavalry" and errand.start not in errand.ends
        if free and len(reach) > len(at.scenario.hexes) // 2:
            far = {at.scenario.grid.distance(errand.home, hex_): hex_ for hex_ in sorted(reach)}
            trips.append((errand, far[max(far)]))
    return trips[:TRIPS]


def _growth(n: int, sizes: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """The reach of a whole side on maps of several sizes, equally crowded (goal 6)."""
    fields = {columns * rows: field(columns, rows) for columns, rows in sizes}
    times = rounds({str(hexes): reach_of_side(at) for hexes, at in fields.items()}, n)
    each = [fitted(list(fields), row) for row in zip(*times.values(), strict=True)]
    yield figure("engine_growth_by_hexes", spread(each), 1.25, unit="exponent", better="less")


def _rival(name: str) -> Any:
    """A module of rivals; None, with a line that says so, when what it needs is not installed."""
    try:
        return import_module(f"bench.rules.searchers.{name}")
    except Missing as why:
        skipped(name, str(why))
        return None
