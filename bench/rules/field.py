"""The field of the engine's benchmark: a Morne Plaine battle by random numbers, always the same.

40 x 30 hexes, 80 units a side, 7 movement points on average; every terrain of the movement chart, 350
hexsides of stream, rivers with bridges and fords, hills with slopes too steep, 6 roads and 3 tracks. Both
sides stand all over the map, so that zones of control and counters are in every unit's way. Other sizes keep
the density.

One switch is not as usual: a road step that costs nothing may be made without a movement point left
(MP-MOV-5), since a search by costs alone cannot tell otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import scenarios
from engine.hexes import Grid, Hex, Side, hexside
from engine.rules import setup
from engine.scenario import Army, Counter, HexPrint, HexsidePrint, Scenario
from engine.scenario_builder.charts import chart_values
from engine.state import Mark, State
from engine.systems.morne_plaine.marks import MOVED, PAID

SEED = 1809
SIDES = ("blue", "orange")
PATCHES = ("woods", "woods", "rough", "coppice", "orchard", "marsh", "village", "village")
ALLOWANCE = {"infantry": 6, "cavalry": 8, "artillery": 6, "leader": 10}  # movement points
ARMS = ("infantry",) * 4 + ("cavalry",) * 2 + ("artillery", "leader")  # 7 movement points on average
SHAKEN = 8  # one unit in so many is demoralised
MOVING = 10  # one unit in so many has made a part of its move, and had its free road step
SPANS = ("bridge", "ford", "", "")  # of rivers, in turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A scenario and its table, the first side to move."""

    scenario: Scenario
    state: State

    @property
    def movers(self) -> tuple[str, ...]:
        """The units of the side that moves."""
        return tuple(unit.id for unit in self.state.units_on_map(SIDES[0]))


def field(columns: int = 40, rows: int = 30) -> Field:
    """The field of that size, with everything on it."""
    chance = random.Random(f"{SEED} {columns} {rows}")
    grid = Grid(columns=columns, rows=rows)
    return _field_of(grid, _land(grid, chance), _hexsides(grid, chance), _army(grid, chance))


def plain(columns: int = 40, rows: int = 30, allowance: int = 99) -> Field:
    """A field where nothing but the hex entered costs, 1 to 3 for cavalry: no hexsides, heights or villages.
    Units go far."""
    chance = random.Random(f"{SEED} plain {columns} {rows}")
    grid = Grid(columns=columns, rows=rows)
    land = {hex_: HexPrint(terrain=chance.choice(("clear", "rough", "woods"))) for hex_ in grid}
    army = [replace(c, values={**c.values, "ma": allowance}) for c in _army(grid, chance)]
    return _field_of(grid, land, {}, army)


def _field_of(
    grid: Grid, land: Mapping[Hex, HexPrint], hexsides: Mapping[Side, HexsidePrint], army: Iterable[Counter]
) -> Field:
    counters = {c.id: c for c in army}
    scenario = Scenario(
        id="field", system="morne_plaine", title={"en": "The field"}, intro={"en": ""}, turns=9,
        sides=tuple(Army(id=s, name={"en": s}) for s in SIDES), grid=grid, hexes=land, hexsides=hexsides,
        counters=counters, charts=chart_values(scenarios.charts("morne_plaine")),
        options={"free_step_at_zero": "yes"},
    )  # fmt: skip
    units = {c.id: setup.counter_unit(c, {"mp": c.values["ma"]}) for c in counters.values()}
    begun = [u.id for n, u in enumerate(units.values()) if n % MOVING == 1]
    marks = frozenset(Mark(name=name, on=id_) for id_ in begun for name in (MOVED, PAID))
    state = State(units=units, marks=marks, turn=1, phase="movement", player=SIDES[0])
    return Field(scenario=scenario, state=replace(state, active=frozenset(SIDES[:1])))


def _land(grid: Grid, chance: random.Random) -> dict[Hex, HexPrint]:
    """Open ground with patches of the other terrains, and hills up to three levels high."""
    hexes = list(grid)
    terrain = dict.fromkeys(hexes, "clear")
    for number in range(len(hexes) // 7):
        centre = chance.choice(hexes)
        around = list(grid.neighbours(centre).values())
        for hex_ in (centre, *chance.sample(around, min(2, len(around)))):
            terrain[hex_] = PATCHES[number % len(PATCHES)]
    levels = dict.fromkeys(hexes, 0)
    for number in range(len(hexes) // 30):
        centre = chance.choice(hexes)
        levels[centre] = max(levels[centre], 2 + number % 2)
        for near in grid.neighbours(centre).values():
            levels[near] = max(levels[near], 1)
    return {h: HexPrint(terrain=terrain[h], level=levels[h]) for h in hexes}


def _hexsides(grid: Grid, chance: random.Random) -> dict[Side, HexsidePrint]:
    """Streams, rivers, roads and tracks; a way over a stream is a bridge."""
    count = len(grid.cubes)
    sides = sorted({hexside(a, b) for a in grid for b in grid.neighbours(a).values()})
    hexsides = {side: HexsidePrint(water="stream") for side in chance.sample(sides, count * 7 // 24)}
    for number, side in enumerate(chance.sample(sides, count // 20)):
        hexsides[side] = HexsidePrint(water="river", crossing=SPANS[number % len(SPANS)])
    for number in range(9):
        for side in _way(grid, chance, ("E", "NE", "SE") if number % 2 else ("SE", "SW")):
            printed = hexsides.get(side, HexsidePrint())
            crossing = "bridge" if printed.water == "stream" else printed.crossing
            road, track = printed.road or number < 6, printed.track or number >= 6
            hexsides[side] = replace(printed, crossing=crossing, road=road, track=track)
    return hexsides


def _way(grid: Grid, chance: random.Random, ways: tuple[str, ...]) -> Iterator[Side]:
    """The hexsides of a way from one edge of the map to another, along these directions."""
    column, row = chance.randint(1, grid.columns), chance.randint(1, grid.rows)
    at = grid.label(1, row) if "E" in ways else grid.label(column, 1)
    path = [at]
    while onward := [near for way, near in grid.neighbours(at).items() if way in ways]:
        at = chance.choice(onward)
        path.append(at)
    return (hexside(a, b) for a, b in pairwise(path))


def _army(grid: Grid, chance: random.Random) -> list[Counter]:
    """Both sides' counters, one to fifteen hexes of the map for each side."""
    count = max(4, len(grid.cubes) // 15)
    places = chance.sample(list(grid), 2 * count)
    return [_counter(n, hex_) for n, hex_ in enumerate(places)]


def _counter(number: int, place: Hex) -> Counter:
    side, kind = SIDES[number % 2], ARMS[number // 2 % len(ARMS)]
    morale = 0 if number // 2 % SHAKEN == 3 else 4
    return Counter(
        id=f"{side[0]}{number // 2 + 1}", side=side, kind=kind, place=place,
        values={"cs": 4, "ma": ALLOWANCE[kind], "mv": morale, "bv": 5, "range": 3, "radius": 3},
    )  # fmt: skip
