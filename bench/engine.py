"""Reach under zones of control: the engine as it plays, beside libraries, naive code and C.

One side of 80 units on 40 x 30 hexes, 160 units on the map, by the rules of Morne Plaine: ground, streams,
rivers, slopes, roads with every second step free, tracks, occupied hexes, zones of control that end a
movement and cost a point to leave, units in the middle of a move, demoralised ones. Every rival finds the
same hexes at the same costs; what rivals are given ready (see searchers/errands.py) the engine works out in
the time taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from bench.field import Field, field, plain
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
from bench.searchers import tuples
from bench.searchers.errands import Errand, Reach, errands
from engine.systems.morne_plaine import routes

SIZES = ((10, 8), (20, 15), (30, 22), (40, 30), (80, 60))  # columns and rows
TRIPS = 16
TURNS = 5  # that everybody does it when his turn comes, so that a cold start does not weigh too much
TIMES = 10  # that C does it where others do it once, so that it too takes a time worth measuring


def run(quick: bool) -> Iterator[Figure]:
    """The figures of reach, paths and growth."""
    n = 1 if quick else 15
    yield from _reach(n, 1 if quick else TURNS)
    yield from _paths(n)
    yield from _growth(n, SIZES[:3] if quick else SIZES)


def side(of: Field) -> Callable[[], list[Reach]]:
    """What the engine is asked: the reach of every unit of the side that moves, on a new table."""

    def found() -> list[Reach]:
        state = replace(of.state)  # nothing is known of it yet
        return [routes.costs(of.scenario, state, id_) for id_ in of.movers]

    return found


def _reach(n: int, often: int) -> Iterator[Figure]:
    """Every unit's reach, against those who can find the same (goal 7)."""
    at = field()
    asked, engine = errands(at), side(at)
    wanted = {id_: found for id_, found in zip(at.movers, engine(), strict=True) if found}
    candidates: dict[str, Callable[[], object]] = {"engine": engine, "tuples": tuples.search(at)}
    _agree("tuples", wanted, dict(zip(at.movers, tuples.search(at)(), strict=True)))
    _agree("routes", wanted, _by_routes(at))
    if (networks := _rival("networks")) is not None:
        candidates["networkx"] = networks.search(asked)
        _agree("networkx", wanted, _of(asked, networks.search(asked)()))
    if (floor := _rival("floor")) is not None:
        try:
            candidates["C"], last = floor.search(asked, TIMES)
        except Missing as why:
            skipped("C", str(why))
        else:
            candidates["C"]()
            _agree("C", wanted, _of(asked, last()))
    if (pieces := _rival("pieces")) is not None:
        candidates["chess"] = pieces.search()
    turns = rounds({name: _often(do, often) for name, do in candidates.items()}, n)
    times = {name: [seconds / often for seconds in row] for name, row in turns.items()}
    yield milliseconds("engine_side", times["engine"], "reach of 80 units")
    hexes = sum(map(len, wanted.values()))
    if "networkx" in times:
        yield figure("engine_v_networkx", ratio(times, "networkx", "engine"), 3)
    yield figure("engine_v_tuples", ratio(times, "tuples", "engine"), 7)
    if "C" in times:
        each = [engine / c for engine, c in zip(times["engine"], times["C"], strict=True)]
        yield figure("engine_v_c", spread([r * TIMES for r in each]), 15, better="less")
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
    found = {id_: routes.routes(at.scenario, at.state, id_) for id_ in at.movers}
    return {id_: {hex_: route.cost for hex_, route in ways.items()} for id_, ways in found.items()}


def _of(asked: Sequence[Errand], found: Sequence[Reach]) -> dict[str, Reach]:
    return {errand.unit: reach for errand, reach in zip(asked, found, strict=True)}


def _agree(name: str, wanted: dict[str, Reach], found: dict[str, Reach]) -> None:
    """Raises WrongOutput unless every unit reaches the same hexes at the same costs."""
    found = {id_: reach for id_, reach in found.items() if reach}
    wrong = [id_ for id_ in wanted.keys() | found.keys() if wanted.get(id_) != found.get(id_)]
    agree(not wrong, f"{name} and the engine differ on the reach of {', '.join(sorted(wrong)[:5])}")


def _paths(n: int) -> Iterator[Figure]:
    """Paths across the map, one goal each (goal 7)."""
    stars = _rival("stars")
    if stars is None:
        return
    at = plain()
    trips = _trips(at)

    def engine() -> list[int]:
        state = replace(at.state)
        found = (routes.route(at.scenario, state, errand.unit, goal) for errand, goal in trips)
        return [route.cost for route in found if route is not None]

    star = stars.search(at, trips)
    agree(engine() == star(), "hexutil and the engine differ on the cost of a path")
    times = rounds({"engine": engine, "hexutil": star}, n)
    yield milliseconds("engine_paths", times["engine"], f"{TRIPS} paths across the map")
    yield figure("paths_v_hexutil", ratio(times, "hexutil", "engine"), 8)


def _trips(at: Field) -> list[tuple[Errand, str]]:
    """Horsemen that stand free, and for each the farthest hex it can get to."""
    found = []
    for errand in errands(at):
        reach = routes.costs(at.scenario, at.state, errand.unit)
        free = errand.column[1] == "cavalry" and errand.start not in errand.ends
        if free and len(reach) > len(at.scenario.hexes) // 2:
            far = {at.scenario.grid.distance(errand.home, hex_): hex_ for hex_ in sorted(reach)}
            found.append((errand, far[max(far)]))
    return found[:TRIPS]


def _growth(n: int, sizes: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """The reach of a whole side on maps of several sizes, equally crowded (goal 6)."""
    fields = {columns * rows: field(columns, rows) for columns, rows in sizes}
    times = rounds({str(hexes): side(at) for hexes, at in fields.items()}, n)
    each = [fitted(list(fields), row) for row in zip(*times.values(), strict=True)]
    yield figure("engine_growth_by_hexes", spread(each), 1.25, unit="exponent", better="less")


def _rival(name: str) -> Any:
    """A module of rivals; None, with a line that says so, when what it needs is not installed."""
    try:
        return import_module(f"bench.searchers.{name}")
    except Missing as why:
        skipped(name, str(why))
        return None
