"""What is odd about a map: ways that lead nowhere, water without source or mouth, water that runs uphill."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from engine.hexes import Hex, Side
from engine.scenario import HexsidePrint, Scenario
from scenarios.review.findings import Finding

Corner = frozenset[Hex]
"""Where hexsides meet: three hexes, or two at the edge of the map."""
STILL = frozenset({"lake", "marsh", "river", "ford", "bridge"})
"""Terrain that water comes from or runs into."""
BUILT = frozenset({"village", "built_up"})
NAMES = {
    "stream": "map.streams",
    "river": "map.rivers",
    "major_river": "map.major_rivers",
    "ru": "map.rivulets",
}


def map_findings(scenario: Scenario) -> Iterator[Finding]:
    """All findings about the printed map."""
    yield from _loose_ways(scenario)
    yield from _loose_water(scenario)
    yield from _water_uphill(scenario)
    yield from _dry_springs(scenario)


def _loose_ways(scenario: Scenario) -> Iterator[Finding]:
    """Ends of roads and tracks in the open: not at the edge of the map, a place, or another way."""
    degree: Counter[Hex] = Counter()
    roads: set[Hex] = set()
    for (a, b), printed in scenario.hexsides.items():
        if printed.road or printed.track:
            degree.update((a, b))
            roads |= {a, b} if printed.road else set()
    for hex_, ways in sorted(degree.items()):
        if ways == 1 and not scenario.grid.at_edge(hex_) and not _is_place(scenario, hex_):
            kind = "road" if hex_ in roads else "track"
            what = f"a {kind} ends at {hex_}, in the open: lead it to a place, another way or the map's edge"
            yield Finding(what=what, hexes=(hex_,), key=f"map.{kind}s")


def _is_place(scenario: Scenario, hex_: Hex) -> bool:
    printed = scenario.hexes[hex_]
    special = bool(printed.name or printed.site or printed.terrain in BUILT)
    return special or bool(scenario.objectives_at(hex_))


def _water(printed: HexsidePrint) -> str:
    """The water on a hexside; a stream may also be terrain along the edge of a hex."""
    return printed.water or ("stream" if printed.linear == "stream" else "")


def _loose_water(scenario: Scenario) -> Iterator[Finding]:
    """Streams that both begin and end in the open; rivers that do so at either end."""
    for kind in NAMES:
        for sides in _connected(scenario, kind):
            ends = _ends(scenario, sides)
            loose = [corner for corner in ends if _in_the_open(scenario, corner, kind)]
            if not loose or (kind in ("stream", "ru") and len(loose) < max(2, len(ends))):
                continue
            hexes = tuple(sorted({min(corner) for corner in loose}))
            name = {"ru": "rivulet", "major_river": "major river"}.get(kind, kind)
            where = " and ".join(hexes)
            what = f"a {name} begins and ends in the open ({where}): it should come from somewhere"
            if len(loose) < len(ends):
                what = f"a {name} ends in the open ({where}): lead it to the map's edge or to other water"
            yield Finding(what=what, hexes=hexes, key=NAMES[kind])


def _in_the_open(scenario: Scenario, corner: Corner, kind: str) -> bool:
    around_it = [scenario.hexes[hex_] for hex_ in corner]
    if len(corner) < 3 or any(printed.spring or printed.terrain in STILL for printed in around_it):
        return False
    a, b, c = sorted(corner)
    around = {_water(scenario.hexside(*pair)) for pair in ((a, b), (a, c), (b, c))}
    return not around - {"", kind}


def _connected(scenario: Scenario, kind: str) -> Iterator[list[Side]]:
    """The hexsides of each stretch of connected water of one kind."""
    sides = {side for side, printed in scenario.hexsides.items() if _water(printed) == kind}
    at = _by_corner(scenario, sides)
    while sides:
        todo, stretch = [min(sides)], []
        sides -= {*todo}
        while todo:
            side = todo.pop()
            stretch.append(side)
            near = {s for corner in corners(scenario, side) for s in at[corner]} & sides
            sides -= near
            todo += sorted(near)
        yield stretch


def _by_corner(scenario: Scenario, sides: set[Side]) -> Mapping[Corner, set[Side]]:
    at: defaultdict[Corner, set[Side]] = defaultdict(set)
    for side in sides:
        for corner in corners(scenario, side):
            at[corner].add(side)
    return at


def _ends(scenario: Scenario, sides: list[Side]) -> list[Corner]:
    met = Counter(corner for side in sides for corner in corners(scenario, side))
    return [corner for corner, times in met.items() if times == 1]


def corners(scenario: Scenario, side: Side) -> tuple[Corner, Corner]:
    """The two corners at the ends of a hexside. Those at the map's edge lack a hex, and differ by a mark."""
    a, b = side
    grid = scenario.grid
    common = sorted({*grid.neighbours(a).values()} & {*grid.neighbours(b).values()})
    full = [frozenset((a, b, c)) for c in common]
    if len(full) == 2:
        return full[0], full[1]
    edge = frozenset((a, b))
    return (full[0], edge) if full else (edge, frozenset((a,)))


def _water_uphill(scenario: Scenario) -> Iterator[Finding]:
    """Hexsides whose two hexes both lie higher than the water on either side of them."""
    for kind, key in NAMES.items():
        sides = {side for side, printed in scenario.hexsides.items() if _water(printed) == kind}
        at = _by_corner(scenario, sides)
        for side in sorted(sides):
            here = _ground(scenario, side)
            near = [at[corner] - {side} for corner in corners(scenario, side)]
            if all(others and max(_ground(scenario, s) for s in others) < here for others in near):
                what = f"water runs over a height at {'/'.join(side)}: its bed is lower before and after"
                yield Finding(what=what, hexes=side, key=key)


def _ground(scenario: Scenario, side: Side) -> int:
    return min(scenario.hexes[hex_].level for hex_ in side)


def _dry_springs(scenario: Scenario) -> Iterator[Finding]:
    """Springs beside which no stream rises."""
    wet = {side for side, printed in scenario.hexsides.items() if _water(printed)}
    watered = {hex_ for side in wet for corner in corners(scenario, side) for hex_ in corner}
    for hex_ in scenario.grid:
        near = {scenario.hexes[h].terrain for h in (hex_, *scenario.grid.neighbours(hex_).values())}
        if scenario.hexes[hex_].spring and hex_ not in watered and not near & STILL:
            yield Finding(what=f"no stream rises at the spring in {hex_}", hexes=(hex_,), key="map.springs")
