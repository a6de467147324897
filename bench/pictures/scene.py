"""The reference scene: a large battle by random numbers, always the same, as the view a player is shown.

40 x 30 hexes, eight terrains, 350 stream and 200 slope hexsides, 6 roads, 80 counters with symbol and three
numbers, 415 hexes under zones of control, 16 lines of support. Other sizes keep the density.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.display import Clash, CounterFace
from engine.hexes import Grid, Hex, hexside
from engine.view import CounterView, HexsideView, HexView, View
from render.caption import Caption
from render.page.legend_keys import legend_keys

SEED = 1921  # of some hundreds of scenes, the one with exactly as many zone hexes as wanted
RADIUS = 32.0  # pixels
SIDES = (("blue", {"en": "Blue"}), ("orange", {"en": "Orange"}))
TERRAINS = ("clear", "rough", "coppice", "orchard", "woods", "village", "marsh", "rice_fields")
SHARES = (52, 8, 8, 6, 12, 5, 5, 4)  # of a hundred regions
BARRED = {"village"}  # hexes no zone reaches into
STREAMS, SLOPES = 350 / 1200, 200 / 1200  # hexsides a hex
FIGHTS, SUPPORTS = 6 / 80, 16 / 80  # fights and lines of support a counter
ROADS = 6
ROAM = 3  # hexes a unit goes at most from where it began, so that one phase is as crowded as the next
ARMS = ("infantry", "infantry", "infantry", "cavalry", "artillery", "leader")

Edge = tuple[Hex, Hex]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A printed map and where every unit began."""

    view: View
    homes: Mapping[str, Hex] = field(repr=False)


def scene(columns: int = 40, rows: int = 30, counters: int | None = None) -> Scene:
    """A scene of that size; as many counters as the density of the reference asks for, or that many."""
    grid = Grid(columns=columns, rows=rows)
    chance = random.Random(f"{SEED} {columns} {rows}")
    count = max(4, round(columns * rows / 15)) if counters is None else counters
    land = _land(grid, chance)
    units = _units(grid, count, random.Random(f"{SEED} units {columns} {rows}"))
    view = View(
        scenario="reference", title={"en": "The reference"}, grid=grid, hexes=land,
        hexsides=_hexsides(grid, land, chance), sides=SIDES, counters=units, zones={}, clashes=(),
        objectives=(), scores={}, turn=1, turns=99, phase="combat", player="blue", result=None,
    )  # fmt: skip
    return Scene(view=settled(view), homes={c.id: c.hex for c in units if c.hex})


def caption(view: View) -> Caption:
    """Words for all that the picture of the view can say."""
    words = {key: key.rpartition("/")[2].replace("_", " ").capitalize() for key in legend_keys(view)}
    return Caption(header="The reference scene", sub=f"Turn {view.turn} of {view.turns}", legend=words)


def phases(of: Scene, share: float = 0.2) -> Iterator[View]:
    """The scene after one phase, two, three ...: each time that share of the counters has moved."""
    chance = random.Random(f"{SEED} phases")
    view = of.view
    while True:
        view = moved(of, view, round(len(view.counters) * share), chance)
        yield view


def previews(of: Scene, units: int) -> Iterator[View]:
    """The scene as a player tries orders: that many units put somewhere else, then others, and so on.

    The fights stay as they were announced.
    """
    chance = random.Random(f"{SEED} previews {units}")
    view = of.view
    while True:
        view = replace(moved(of, view, units, chance), clashes=of.view.clashes, turn=of.view.turn)
        yield view


def moved(of: Scene, view: View, units: int, chance: random.Random) -> View:
    """A turn later: some units elsewhere near their homes, zones and supports accordingly."""
    at = {c.id: c.hex for c in view.counters}
    for unit in chance.sample(sorted(at), min(units, len(at))):
        occupied = {*at.values()}
        free = sorted(h for h in view.grid.within(of.homes[unit], ROAM) if h not in occupied)
        at[unit] = chance.choice(free) if free else at[unit]
    placed = tuple(replace(c, hex=at[c.id]) for c in view.counters)
    return settled(replace(view, counters=placed, turn=view.turn % view.turns + 1))


def settled(view: View) -> View:
    """The view with zones of control and possible fights as its counters stand."""
    return replace(
        view,
        zones={side: _zone(view, side) for side, _ in view.sides},
        clashes=_clashes(view.grid, view.counters),
    )


def _zone(view: View, side: str) -> frozenset[Hex]:
    """The hexes around the units of a side, but for those no zone reaches into."""
    near = {
        h for c in view.counters if c.hex and c.side == side for h in view.grid.neighbours(c.hex).values()
    }
    return frozenset(h for h in near if view.hexes[h].terrain not in BARRED)


def _clashes(grid: Grid, counters: Sequence[CounterView]) -> tuple[Clash, ...]:
    """Fights between the nearest enemies, each unit in one, and those who stand nearest to help."""
    blue, orange = ([c for c in counters if c.side == side] for side, _ in SIDES)
    pairs = sorted((grid.span(_hex(a), _hex(d)), a.id, d.id) for a in blue for d in orange)
    at = {c.id: _hex(c) for c in counters}
    fights: list[tuple[str, str]] = []
    busy: set[str] = set()
    for _, attacker, defender in pairs:
        if len(fights) < round(FIGHTS * len(counters)) and not busy & {attacker, defender}:
            fights.append((attacker, defender))
            busy |= {attacker, defender}
    lines, clashes = round(SUPPORTS * len(counters)), []
    for n, (attacker, defender) in enumerate(fights):
        count = lines * (n + 1) // len(fights) - lines * n // len(fights)
        free = [c.id for c in blue if c.id not in busy]
        helpers = sorted(free, key=lambda id_: (grid.span(at[id_], at[attacker]), id_))[:count]
        busy |= {*helpers}
        odds = f"{1 + n % 4}:{1 + n % 2}"
        clashes.append(Clash(attacker=attacker, defender=defender, helpers=tuple(helpers), odds=odds))
    return tuple(clashes)


def _hex(counter: CounterView) -> Hex:
    """Where a counter of the scene stands: none of them is off the map."""
    assert counter.hex is not None
    return counter.hex


def _units(grid: Grid, count: int, chance: random.Random) -> tuple[CounterView, ...]:
    """Two armies across the middle of the map, one north and one south of a line where they touch."""
    rows = sorted(range(1, grid.rows + 1), key=lambda row: abs(row - grid.rows / 2 - 0.5))
    units: list[CounterView] = []
    for side, north in ((SIDES[0][0], False), (SIDES[1][0], True)):
        own = [row for row in rows if (row <= grid.rows / 2) == north]
        spots = [grid.label(c, row) for row in own for c in range(1, grid.columns + 1)]
        size = count // 2 + (count % 2 if north else 0)
        near = spots[: max(size * 15, 2)]
        for n, hex_ in enumerate(chance.sample(near, min(size, len(near)))):
            units.append(_unit(side, n, hex_, chance))
    return tuple(units)


def _unit(side: str, n: int, hex_: Hex, chance: random.Random) -> CounterView:
    corps, place = divmod(n, 8)
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[corps % 26]
    kind = ARMS[n % len(ARMS)]
    corners = {where: str(chance.randint(2, 9)) for where in ("sw", "se", "ne")}
    name = f"{letter if side == 'orange' else corps + 1}/{place + 1}"
    return CounterView(
        id=name, name="", side=side, kind=kind, symbol="", corps=name.partition("/")[0], hex=hex_, box="",
        face=CounterFace(corners=corners), facing={},
    )  # fmt: skip


def _land(grid: Grid, chance: random.Random) -> dict[Hex, HexView]:
    """Every hex: the terrain of the nearest of many seeds, and hills raised one hexside after another."""
    hexes = list(grid)
    seeds = chance.sample(hexes, max(8, len(hexes) // 6))
    kinds = dict(zip(seeds, _kinds(len(seeds), chance), strict=True))
    nearest = _nearest(grid, seeds)
    levels = _levels(grid, chance)
    names = {h for h in seeds if kinds[h] == "village"}
    return {
        h: HexView(hex=h, terrain=kinds[nearest[h]], level=levels[h], name=f"Bourg-{h}" if h in names else "")
        for h in hexes
    }


def _kinds(count: int, chance: random.Random) -> list[str]:
    """So many terrains, all eight among them, in the shares of a field in the Low Countries."""
    kinds = [*TERRAINS, *chance.choices(TERRAINS, weights=SHARES, k=count - len(TERRAINS))]
    chance.shuffle(kinds)
    return kinds


def _nearest(grid: Grid, seeds: Sequence[Hex]) -> dict[Hex, Hex]:
    """The seed each hex is reached from first, all spreading one hex at a time."""
    owner = {h: h for h in seeds}
    rim = list(seeds)
    while rim:
        onward = []
        for here in rim:
            for h in grid.neighbours(here).values():
                if h not in owner:
                    owner[h] = owner[here]
                    onward.append(h)
        rim = onward
    return owner


def _levels(grid: Grid, chance: random.Random) -> dict[Hex, int]:
    """Hills of level 1, grown until they have the slopes wanted."""
    levels = dict.fromkeys(grid, 0)
    hexes, target, slopes = list(grid), round(SLOPES * len(levels)), 0
    rim: list[Hex] = []
    while slopes < target:
        if not rim or chance.random() < 0.03:
            rim = [chance.choice(hexes)]
        here = rim.pop(chance.randrange(len(rim)))
        if levels[here]:
            continue
        around = list(grid.neighbours(here).values())
        levels[here] = 1
        slopes += sum(1 if levels[h] == 0 else -1 for h in around)
        rim += [h for h in around if not levels[h]]
    return levels


def _hexsides(grid: Grid, land: Mapping[Hex, HexView], chance: random.Random) -> tuple[HexsideView, ...]:
    """Streams between regions, slopes between levels, roads from edge to edge, bridges where they cross."""
    streams, roads = _streams(grid, chance), _roads(grid, chance)
    sides = []
    for a in grid:
        for b in grid.neighbours(a).values():
            side, rise = hexside(a, b), land[b].level - land[a].level
            if a > b or not (rise or side in streams or side in roads):
                continue
            low, high = (a, b) if rise >= 0 else (b, a)
            wet, road = side in streams, side in roads
            sides.append(
                HexsideView(
                    low=low, high=high, slope=abs(rise), water="stream" if wet else "",
                    crossing="bridge" if wet and road else "", road=road,
                )
            )  # fmt: skip
    return tuple(sides)


def _streams(grid: Grid, chance: random.Random) -> frozenset[Edge]:
    """Hexsides where large regions meet, region by region until there are enough."""
    hexes = list(grid)
    region = _nearest(grid, chance.sample(hexes, max(4, len(hexes) // 30)))
    rims = sorted(
        (*sorted((region[a], region[b])), *hexside(a, b))
        for a in grid
        for b in grid.neighbours(a).values()
        if a < b and region[a] != region[b]
    )
    return frozenset((a, b) for _, _, a, b in rims[: round(STREAMS * len(hexes))])


def _roads(grid: Grid, chance: random.Random) -> frozenset[Edge]:
    """Six roads: three across, three down, each by way of a point inland."""
    edges: set[Edge] = set()
    for n in range(ROADS):
        c, r = chance.randint(1, grid.columns), chance.randint(1, grid.rows)
        ends = ((1, r), (grid.columns, r)) if n % 2 else ((c, 1), (c, grid.rows))
        inland = (chance.randint(1, grid.columns), chance.randint(1, grid.rows))
        for start, goal in pairwise(grid.label(*spot) for spot in (ends[0], inland, ends[1])):
            edges |= _way(grid, start, goal)
    return frozenset(edges)


def _way(grid: Grid, start: Hex, goal: Hex) -> set[Edge]:
    """The hexsides crossed on the straightest way."""
    edges = set()
    while start != goal:
        onward = min(grid.neighbours(start).values(), key=lambda h: (grid.span(h, goal), h))
        edges.add(hexside(start, onward))
        start = onward
    return edges
