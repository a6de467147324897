"""Paths that the program finds for a player: they charge nothing, and no dice are thrown before the hex the
player named. Who wants more than that writes the path.

The position is always the one the player may know.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from heapq import heappop, heappush

from engine import events as ev
from engine.commands import Move
from engine.display import PricedPath, Route
from engine.errors import Fact, IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.referee import play
from engine.scenario import Scenario
from engine.state import State
from engine.system import System

MOST_SEARCHES = 8
"""How many paths are tried before the goal counts as one that cannot be reached without dice."""
Edge = tuple[Hex, Hex]

CHARGE = "charge"
"""What a charge is called among the purposes of dice and the referee's remarks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Risk:
    """What a path brings that was not named: a charge at `target`, or dice on entering `hex`. `edge` is the
    step that brings it."""

    hex: Hex
    edge: Edge
    target: str = ""


def risk(system: System, scn: Scenario, state: State, side: str, order: Move) -> Risk | None:
    """The first risk on a path, None where there is none. Dice thrown in the last hex, such as fire at the
    unit that enters it, are none, since that hex was named; a charge always is."""
    try:
        events = play(system, scn, state, side, order, SeededDice(b"path"))
    except Refused:  # the referee will say why
        return None
    hexes, made = (state.units[order.unit].place, *order.path), 0
    for event in events:
        if (
            isinstance(event, ev.Moved)
            and event.unit == order.unit
            and event.hex in hexes[made + 1 : made + 2]
        ):
            made += 1
        elif isinstance(event, (ev.Rolled, ev.Asked)):
            edge = (hexes[max(made, 1) - 1], hexes[max(made, 1)])
            if isinstance(event, ev.Rolled) and event.purpose == CHARGE:
                return Risk(hex=edge[1], edge=edge, target=_charged(events))
            return Risk(hex=edge[1], edge=edge) if made < len(order.path) else None
    return None


def _charged(events: tuple[ev.Event, ...]) -> str:
    remarks = (e for e in events if isinstance(e, ev.Noted) and e.kind == CHARGE)
    return next((str(remark.facts["target"]) for remark in remarks), "")


def safe_path(
    system: System, scn: Scenario, state: State, side: str, unit: str, route: Route
) -> tuple[Hex, ...]:
    """The path of a route when it brings nothing that was not named, else the cheapest one that does not.

    Raises IllegalOrder, with the path to write, when there is none: way_charges, way_tests.
    """
    first = found = risk(system, scn, state, side, Move(unit=unit, path=route.path))
    path, shut = route.path, set[Edge]()
    for _ in range(MOST_SEARCHES):
        if found is None:
            return path
        shut.add(found.edge)
        goal = route.path[-1]
        other = quiet_routes(system, scn, state, unit, frozenset(shut), wanted=(goal,)).get(goal)
        if other is None:
            break
        path = other.path
        found = risk(system, scn, state, side, Move(unit=unit, path=path))
    assert first is not None
    facts: dict[str, Fact] = {"hex": route.path[-1], "at": first.hex, "path": " ".join(route.path)}
    if first.target:
        raise IllegalOrder("", "way_charges", unit=unit, target=first.target, **facts)
    raise IllegalOrder("", "way_tests", unit=unit, **facts)


def quiet_routes(
    system: System,
    scn: Scenario,
    state: State,
    unit_id: str,
    shut: frozenset[Edge] = frozenset(),
    *,
    wanted: Collection[Hex] | None = None,
) -> dict[Hex, Route]:
    """The cheapest route to each hex without a charge, without a test before its last hex and without the
    steps that are `shut`. With `wanted`, the search ends when these are found, and tells what it has met."""
    start, around = state.units[unit_id].hex, scn.grid.neighbours_of
    best, done = dict[Hex, Route](), set[Edge]()
    priced = dict[tuple[Hex, ...], PricedPath]()
    heap: list[tuple[int, int, tuple[Hex, ...]]] = [(0, 0, ())]
    missing = None if wanted is None else set(wanted)
    while heap and start is not None and missing != set():
        cost, _, path = heappop(heap)
        here = (start, *path)[-1]
        edge = ((start, start, *path)[-2], here)  # what is charged depends on where a unit comes from
        if edge in done:
            continue
        done.add(edge)
        if path and here != start:
            made = priced[path].steps
            last, steps = made[-1], tuple(step.cost for step in made)
            best.setdefault(here, Route(path=path, cost=cost, steps=steps, left=last.left, ends=last.ends))
            if missing is not None:
                missing.discard(here)
            if last.ends or last.test:
                continue
        for to in around[here].values():
            longer = (*path, to)
            if to == start or (here, to) in shut or (here, to) in done:
                continue
            price = system.display.price_path(scn, state, unit_id, longer, "")
            if len(price.steps) == len(longer) and not price.steps[-1].charges:
                priced[longer] = price
                heappush(heap, (price.cost, len(longer), longer))
    return best
