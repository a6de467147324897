"""Positions of Art of Tactic for tests: a plain, a few units on it, their revealed orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import scenarios
from engine import events as ev
from engine.errors import Fact
from engine.hexes import Grid, Hex
from engine.ledger import Ledger
from engine.scenario import Army, HexPrint, Scenario
from engine.scenario_builder import charts
from engine.state import Mark, State, Unit

NAMES = ("E", "NE", "NW", "W", "SW", "SE")  # the rulebook's numbers of directions
CHARTS = charts.chart_values(scenarios.charts("art_of_tactic"))
OPTIONS = {"level": "basic", "kill_zone_needs_commander": "yes"}
ARMIES = (
    Army(id="red", name={"en": "Red"}, home="south"),
    Army(id="blue", name={"en": "Blue"}, home="north"),
)


def plain(
    columns: int = 24,
    rows: int = 24,
    levels: Mapping[Hex, int] | None = None,
    terrain: Mapping[Hex, str] | None = None,
    **options: str,
) -> Scenario:
    """A map of plains, with some hexes higher or otherwise."""
    grid = Grid(columns=columns, rows=rows)
    up, other = levels or {}, terrain or {}
    hexes = {h: HexPrint(terrain=other.get(h, "plains"), level=up.get(h, 0)) for h in grid}
    return Scenario(
        id="plain",
        system="art_of_tactic",
        title={},
        intro={},
        turns=10,
        sides=ARMIES,
        grid=grid,
        hexes=hexes,
        hexsides={},
        counters={},
        options={**OPTIONS, **options},
        charts=CHARTS,
    )


def axial(grid: Grid, q: int, r: int, origin: Hex = "1212") -> Hex:
    """The label of an axial hex, [0, 0] being the one in the middle."""
    zero = grid.cubes[origin]
    return next(h for h, cube in grid.cubes.items() if cube == (zero[0] + q, zero[1] + r))


def unit(
    id_: str, side: str, place: Hex, *, card: str = "ashigaru_yari", way: str = "E", **values: int
) -> Unit:
    """A counter with the numbers of its unit card, a Commander among its figures, looking in a direction."""
    printed = CHARTS["units"][card]
    numbers = {n: v for n, v in printed.items() if isinstance(v, int) and n != "warriors"}
    numbers |= {"figures": printed["warriors"] + 1, "commander": 1}
    return Unit(
        id=id_,
        side=side,
        kind=printed["class"],
        symbol=card,
        place=place,
        traits=frozenset(printed["traits"]),
        printed=numbers,
        values={**numbers, "morale": 0, "honor": 0, "fatigue": 0, **values},
        facing={"unit": Grid(columns=1, rows=1).directions.index(way)},
    )


def position(
    units: Iterable[Unit],
    orders: Mapping[str, Mapping[str, str]],
    marks: Iterable[Mark] = (),
    phase: str = "movement",
) -> State:
    """A position: units and their revealed orders in a phase of turn 1."""
    return State(units={u.id: u for u in units}, orders=orders, marks=frozenset(marks), turn=1, phase=phase)


def remarks(ledger: Ledger, kind: str) -> list[Mapping[str, Fact]]:
    """The facts of the notes of a kind."""
    return [e.facts for e in ledger.events if isinstance(e, ev.Noted) and e.kind == kind]


def entered_hexes(ledger: Ledger) -> list[tuple[str, Hex, str]]:
    """Units, the hexes they entered, and how."""
    return [(e.unit, e.hex, e.manner) for e in ledger.events if isinstance(e, ev.Moved)]
