"""The printed map out of text: rows of letters and levels, hexsides as "0304 SE", ways as chains of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any, TypeVar

from engine.box.page import LONG, Page, guess
from engine.hexes import Grid, Hex, Side, hexside
from engine.scenario import PLAIN, HexPrint, HexsidePrint

T = TypeVar("T")

WATERS = {"streams": "stream", "rivers": "river", "major_rivers": "major_river"}
MORE_WATERS = {"rivulets": "ru", "great_rivers": "major_river"}
BARS = {"steep_slopes": "steep", "abattis": "abattis"}
EDGES = ("walls",)
FEATURES = (*MORE_WATERS, *BARS, *EDGES)  # on the maps of rulebooks whose charts name them as `map_features`
CROSSINGS = {"bridges": "bridge", "fords": "ford"}
WAYS = ("roads", "tracks")
ONLY_AT_CROSSINGS = ("river", "major_river")


def grid(page: Page, features: Iterable[str] = ()) -> Grid:
    """The hexes of the map, which may have these `features` besides those of every map."""
    page.only(
        *("columns", "rows", "stands_on", "shoved", "legend", "terrain", "levels", "names"),
        *(*WATERS, *features, *CROSSINGS, *WAYS),
    )
    return Grid(
        columns=page.number("columns", 1, 99),
        rows=page.number("rows", 1, 99),
        stands_on=page.choice("stands_on", ("point", "side"), default="point"),
        shoved=page.choice("shoved", ("odd", "even"), default="even"),
    )


def hexes(page: Page, grid: Grid, terrains: Iterable[str]) -> dict[Hex, HexPrint]:
    """Every hex as printed."""
    known = tuple(terrains)
    legend = page.page("legend")
    for letter in legend.entries:
        if len(letter) != 1 or letter.isspace():
            raise legend.wrong("should be a single letter", letter, at=letter)
    meant = {letter: legend.choice(letter, known) for letter in legend.entries}
    terrain = dict(filled(page, "terrain", grid, meant))
    digits = {str(level): level for level in range(10)}
    levels = dict(filled(page, "levels", grid, digits)) if "levels" in page else {}
    names = page.page("names")
    titles = {read_hex(names, label, grid, label): str(names.text(label)) for label in names.entries}
    return {h: HexPrint(terrain=terrain[h], level=levels.get(h, 0), name=titles.get(h, "")) for h in grid}


def filled(page: Page, name: str, grid: Grid, legend: Mapping[str, T]) -> Iterator[tuple[Hex, T]]:
    """What the letters of the rows stand for, hex by hex; blanks between letters do not count."""
    rows = page.texts(name)
    if len(rows) != grid.rows:
        raise page.wrong(f"has {len(rows)} rows, the map has {grid.rows}", name)
    for r, row in enumerate(rows, 1):
        letters = "".join(row.split())
        if len(letters) != grid.columns:
            what = f"row {r} has {len(letters)} hexes, the map has {grid.columns} columns"
            raise page.wrong(what, name, at=row)
        for c, letter in enumerate(letters, 1):
            if letter not in legend:
                what = f"row {r}, column {c}: {letter!r} is not in the legend"
                raise page.wrong(what + guess(letter, legend), name, at=row)
            yield grid.label(c, r), legend[letter]


def read_hex(page: Page, name: str, grid: Grid, text: str, at: str = "") -> Hex:
    """A hex label as it stands in a text, four digits. Raises BadScenario when the map has none such."""
    if text not in grid:
        first, last = grid.label(1, 1), grid.label(grid.columns, grid.rows)
        raise page.wrong(f"{str(text)!r} is no hex of the map ({first} to {last})", name, at=at or text)
    return str(text)


def area(page: Page, name: str, grid: Grid) -> frozenset[Hex]:
    """Hexes listed as "0304", as blocks "0101-0903" or as circles "0304+2", in any mixture."""
    text = page.text(name, most=LONG)
    found: set[Hex] = set()
    for word in text.replace(",", " ").split():
        centre, plus, radius = word.partition("+")
        corner, dash, opposite = word.partition("-")
        if plus:
            if not (radius.isascii() and radius.isdigit() and len(radius) <= 2):
                raise page.wrong(f"{word!r} should be a hex and a number of hexes, like 0304+2", name)
            found |= grid.within(read_hex(page, name, grid, centre, at=text), int(radius))
        elif dash:
            ends = [grid.place(read_hex(page, name, grid, end, at=text)) for end in (corner, opposite)]
            (left, right), (top, bottom) = (sorted(pair) for pair in zip(*ends, strict=True))
            found |= {grid.label(c, r) for c in range(left, right + 1) for r in range(top, bottom + 1)}
        else:
            found.add(read_hex(page, name, grid, word, at=text))
    if not found:
        raise page.wrong("names no hex", name)
    return frozenset(found)


def hexsides(
    page: Page, grid: Grid, hexes: Mapping[Hex, HexPrint], rules: Mapping[str, Any], *, sound: bool = True
) -> dict[Side, HexsidePrint]:
    """Every hexside on which something is printed, as the charts of a rulebook know it.

    A `sound` map has no way where nobody could follow it, and no steep slope that leads nowhere.
    """
    features = tuple(rules.get("map_features", ()))
    waters = {**WATERS, **{name: water for name, water in MORE_WATERS.items() if name in features}}
    linear: Mapping[str, str] = rules.get("linear", {})
    found: dict[Side, HexsidePrint] = {}
    for name, water in waters.items():
        for side, text, _ in _sides(page, name, grid) if name not in linear else ():
            if found.get(side, PLAIN).water not in ("", water):
                raise page.wrong(f"{_named(side)} already carries a {found[side].water}", name, at=text)
            found[side] = HexsidePrint(water=water)
    for name, crossing in CROSSINGS.items():
        for side, text, _ in _sides(page, name, grid):
            if side not in found:
                raise page.wrong(f"there is no water at {_named(side)} for a {crossing}", name, at=text)
            if found[side].crossing not in ("", crossing):
                raise page.wrong(f"{_named(side)} already has a {found[side].crossing}", name, at=text)
            found[side] = replace(found[side], crossing=crossing)
    for name in (name for name in BARS if name in features):
        for side, text, _ in _sides(page, name, grid):
            if sound and name == "steep_slopes" and not _climb(hexes, side):
                raise page.wrong(f"{_named(side)}: both hexes lie on the same level", name, at=text)
            found[side] = HexsidePrint(**{**asdict(found.get(side, PLAIN)), BARS[name]: True})
    _lay(page, grid, linear, found)
    for name in WAYS:
        for side, text in _steps(page, name, grid):
            here = found.get(side, PLAIN)
            if here.water and not here.crossing and rules.get("ways_bridge") == "yes":
                here = replace(here, crossing="bridge")
            if sound:
                _check_way(page, name, side, text, here, _climb(hexes, side), rules)
            found[side] = HexsidePrint(**{**asdict(here), name.removesuffix("s"): True})
    return found


def _lay(page: Page, grid: Grid, linear: Mapping[str, str], found: dict[Side, HexsidePrint]) -> None:
    """Add the terrain that lies along hexsides, each on the edge of the hex it is said of."""
    for name, lies in linear.items():
        for side, text, of in _sides(page, name, grid):
            here = found.get(side, PLAIN)
            if here.linear not in ("", lies):
                raise page.wrong(f"{_named(side)} already carries a {here.linear}", name, at=text)
            found[side] = replace(here, linear=lies, of=of)


def _climb(hexes: Mapping[Hex, HexPrint], side: Side) -> int:
    """Levels between the two hexes of a hexside."""
    return abs(hexes[side[0]].level - hexes[side[1]].level)


def _check_way(
    page: Page, name: str, side: Side, text: str, here: HexsidePrint, climb: int, rules: Mapping[str, Any]
) -> None:
    """Refuse a way over a hexside that nobody could follow."""
    if name == "roads" and climb > int(rules.get("steepest_road", 1)):
        raise page.wrong(f"{_named(side)} climbs {climb} levels: only a track can", name, at=text)
    if here.water in ONLY_AT_CROSSINGS and not here.crossing:
        what = f"{_named(side)} crosses a {here.water} with neither bridge nor ford"
        raise page.wrong(what, name, at=text)


def _named(side: Side) -> str:
    return "/".join(side)


def _sides(page: Page, name: str, grid: Grid) -> Iterator[tuple[Side, str, Hex]]:
    """The hexsides of a list, the text each stands in, the hex named first: "0304 SE", "0304 E SE SW" or
    "0304 0404"."""
    for text in page.texts(name):
        for part in text.split(","):
            first, *others = part.split() or [""]
            origin = read_hex(page, name, grid, first, at=text)
            if not others:
                raise page.wrong(f"{first!r}: which side? Say {first} {grid.directions[0]}", name, at=text)
            for word in others:
                yield hexside(origin, _across(page, name, grid, origin, word, text)), text, origin


def _across(page: Page, name: str, grid: Grid, origin: Hex, word: str, text: str) -> Hex:
    """The hex on the other side, given as a direction or as a hex."""
    around = grid.neighbours(origin)
    if word.isdigit():
        other = read_hex(page, name, grid, word, at=text)
        if other not in around.values():
            raise page.wrong(f"{origin} and {other} are not neighbours", name, at=text)
        return other
    if word.upper() not in grid.directions:
        what = f"{word!r} is no direction here{guess(word.upper(), grid.directions)}"
        raise page.wrong(what, name, at=text)
    if word.upper() not in around:
        raise page.wrong(f"{origin} has no neighbour {word.upper()}: the map ends there", name, at=text)
    return around[word.upper()]


def _steps(page: Page, name: str, grid: Grid) -> Iterator[tuple[Side, str]]:
    """The hexsides that ways written as chains of hexes cross."""
    for text in page.texts(name):
        chain = [read_hex(page, name, grid, word, at=text) for word in text.split()]
        if len(chain) < 2:
            raise page.wrong(f"a way needs two hexes or more, not {str(text)!r}", name, at=text)
        for here, there in pairwise(chain):
            if not grid.adjacent(here, there):
                raise page.wrong(f"jumps from {here} to {there}, which are not neighbours", name, at=text)
            yield hexside(here, there), text
