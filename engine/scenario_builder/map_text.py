"""Read the map: rows of letters and levels, hexsides as "0304 SE", ways as chains of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any, TypeVar
from unicodedata import normalize

from engine.hexes import Grid, Hex, Side, hexside
from engine.scenario import PLAIN, SITES, HexPrint, HexsidePrint
from engine.scenario_builder.mapping_reader import LONG, MappingReader, suggestion

T = TypeVar("T")

WATERS = {"streams": "stream", "rivers": "river", "major_rivers": "major_river"}
MORE_WATERS = {"rivulets": "ru", "great_rivers": "major_river"}
BARS = {"steep_slopes": "steep", "abattis": "abattis"}
EDGES = ("walls",)
FEATURES = (*MORE_WATERS, *BARS, *EDGES)  # on the maps of rulebooks whose charts name them as `map_features`
CROSSINGS = {"bridges": "bridge", "fords": "ford"}
WAYS = ("roads", "tracks")
LOOKS = ("country", "sites", "hills", "springs")
"""How the map is to look: without effect in play."""
STANDS_ON = ("point", "side")
RISES = ("1", "2", "3")  # levels that a hill may look higher than its hexes are
LOOKS_LIKE_A_DIGIT = str.maketrans("OIL", "011")
ONLY_AT_CROSSINGS = ("river", "major_river")


def grid(
    reader: MappingReader, features: Iterable[str] = (), sheet: Mapping[str, Any] = MappingProxyType({})
) -> Grid:
    """The hexes of the map, which may have these `features` in addition to those of every map; a rulebook's
    `sheet` may say what they stand on, since units face their corners (DC-GEN-13)."""
    stands_on = (sheet["stands_on"],) if "stands_on" in sheet else STANDS_ON
    reader.allow_only(
        *("columns", "rows", "stands_on", "shoved", "legend", "terrain", "levels", "names"),
        *LOOKS,
        *(*WATERS, *features, *CROSSINGS, *WAYS),
    )
    return Grid(
        columns=reader.number("columns", 1, 99),
        rows=reader.number("rows", 1, 99),
        stands_on=reader.choice("stands_on", stands_on, default=stands_on[0]),
        shoved=reader.choice("shoved", ("odd", "even"), default="even"),
    )


def hexes(reader: MappingReader, grid: Grid, terrains: Iterable[str]) -> dict[Hex, HexPrint]:
    """Every hex as printed."""
    known = tuple(terrains)
    legend = reader.mapping("legend")
    for letter in legend.names():
        if len(letter) != 1 or letter.isspace():
            raise legend.mistake("should be a single letter", letter, at=letter)
    meant = {letter: legend.choice(letter, known) for letter in legend.entries}
    terrain = dict(read_rows(reader, "terrain", grid, meant))
    digits = {str(level): level for level in range(10)}
    levels = dict(read_rows(reader, "levels", grid, digits)) if reader.texts("levels") else {}
    names = reader.mapping("names")
    titles = {read_hex(names, label, grid, label): str(names.text(label)) for label in names.names()}
    kinds, rises = _sites(reader, grid), _hills(reader, grid)
    springs = area(reader, "springs", grid, optional=True)
    return {
        h: HexPrint(
            terrain=terrain[h],
            level=levels.get(h, 0),
            name=titles.get(h, ""),
            site=kinds.get(h, ""),
            rise=rises.get(h, 0),
            spring=h in springs,
        )
        for h in grid
    }


def _sites(reader: MappingReader, grid: Grid) -> dict[Hex, str]:
    """What is drawn in some hexes on top of their terrain."""
    kinds = reader.mapping("sites")
    return {read_hex(kinds, label, grid, label): kinds.choice(label, SITES) for label in kinds.names()}


def _hills(reader: MappingReader, grid: Grid) -> dict[Hex, int]:
    """By how many levels some hexes are to look higher: the last area that names a hex counts."""
    rises: dict[Hex, int] = {}
    hills = reader.mapping("hills")
    hills.known(*RISES)
    areas = {name: area(hills, name, grid, optional=True) for name in RISES}
    for name in hills.entries:
        if name not in RISES:
            raise hills.mistake(f"should be one of {', '.join(RISES)}", name, at=name)
        rises |= dict.fromkeys(areas[name], int(name))
    return rises


def read_rows(
    reader: MappingReader, name: str, grid: Grid, legend: Mapping[str, T]
) -> Iterator[tuple[Hex, T]]:
    """What the letters of the rows stand for, hex by hex; blanks between letters do not count."""
    rows = reader.texts(name)
    if len(rows) != grid.rows:
        raise reader.mistake(f"has {len(rows)} rows, the map has {grid.rows}", name)
    widths = {len("".join(row.split())) for row in rows}
    if len(rows) > 1 and len(widths) == 1 and widths != {grid.columns}:
        raise reader.mistake(f"should be {min(widths)}: so many hexes has every row of {name}", "columns")
    for r, row in enumerate(rows, 1):
        letters = "".join(row.split())
        if len(letters) != grid.columns:
            what = f"row {r} has {len(letters)} hexes, the map has {grid.columns} columns"
            raise reader.mistake(what, name, at=row)
        for c, letter in enumerate(letters, 1):
            if letter not in legend:
                what = f"row {r}, column {c}: {letter!r} is not in the legend"
                raise reader.mistake(what + suggestion(letter, legend), name, at=row)
            yield grid.label(c, r), legend[letter]


def read_hex(reader: MappingReader, name: str, grid: Grid, text: str, at: str = "") -> Hex:
    """A hex label as it stands in a text, four digits. Raises BadScenario when the map has none such."""
    if text not in grid:
        first, last = grid.label(1, 1), grid.label(grid.columns, grid.rows)
        meant = normalize("NFKC", str(text)).upper().translate(LOOKS_LIKE_A_DIGIT).zfill(4)
        hint = f"; did you mean {meant!r}?" if meant in grid else ""
        raise reader.mistake(
            f"{str(text)!r} is not on the map ({first} to {last}){hint}", name, at=at or text
        )
    return str(text)


def area(reader: MappingReader, name: str, grid: Grid, *, optional: bool = False) -> frozenset[Hex]:
    """Hexes listed as "0304", as blocks "0101-0903" or as circles "0304+2", in any mixture; none where an
    `optional` entry is left out."""
    text = reader.text(name, "" if optional else None, LONG)
    if not text:
        return frozenset()
    hexes: set[Hex] = set()
    for word in text.replace(",", " ").split():
        centre, plus, radius = word.partition("+")
        corner, dash, opposite = word.partition("-")
        if plus:
            if not (radius.isascii() and radius.isdigit() and len(radius) <= 2):
                raise reader.mistake(f"{word!r} should be a hex and a number of hexes, like 0304+2", name)
            hexes |= grid.within(read_hex(reader, name, grid, centre, at=text), int(radius))
        elif dash:
            if not corner or not opposite:
                raise reader.mistake(f"{word!r} should be two hexes, like 0304-0506", name)
            ends = [
                grid.column_and_row(read_hex(reader, name, grid, end, at=text)) for end in (corner, opposite)
            ]
            (left, right), (top, bottom) = (sorted(pair) for pair in zip(*ends, strict=True))
            hexes |= {grid.label(c, r) for c in range(left, right + 1) for r in range(top, bottom + 1)}
        else:
            hexes.add(read_hex(reader, name, grid, word, at=text))
    if not hexes:
        raise reader.mistake("names no hex", name)
    return frozenset(hexes)


def hexsides(
    reader: MappingReader,
    grid: Grid,
    hexes: Mapping[Hex, HexPrint],
    rules: Mapping[str, Any],
    *,
    sound: bool = True,
) -> dict[Side, HexsidePrint]:
    """Every hexside on which something is printed, as the charts of a rulebook know it.

    A `sound` map has no way that no unit could follow, and no steep slope that leads nowhere.
    """
    features = tuple(rules.get("map_features", ()))
    waters = {**WATERS, **{name: water for name, water in MORE_WATERS.items() if name in features}}
    linear: Mapping[str, str] = rules.get("linear", {})
    printed: dict[Side, HexsidePrint] = {}
    for name, water in waters.items():
        for side, text, _ in listed_sides(reader, name, grid) if name not in linear else ():
            if printed.get(side, PLAIN).water not in ("", water):
                raise reader.mistake(
                    f"{_side_label(side)} already carries a {printed[side].water}", name, at=text
                )
            printed[side] = HexsidePrint(water=water)
    for name, crossing in CROSSINGS.items():
        for side, text, _ in listed_sides(reader, name, grid):
            if side not in printed:
                raise reader.mistake(
                    f"there is no water at {_side_label(side)} for a {crossing}", name, at=text
                )
            if printed[side].crossing not in ("", crossing):
                raise reader.mistake(
                    f"{_side_label(side)} already has a {printed[side].crossing}", name, at=text
                )
            printed[side] = replace(printed[side], crossing=crossing)
    for name in (name for name in BARS if name in features):
        for side, text, _ in listed_sides(reader, name, grid):
            if sound and name == "steep_slopes" and not _levels_between(hexes, side):
                raise reader.mistake(f"{_side_label(side)}: both hexes are on the same level", name, at=text)
            printed[side] = HexsidePrint(**{**asdict(printed.get(side, PLAIN)), BARS[name]: True})
    _add_linear_terrain(reader, grid, linear, printed)
    for name in WAYS:
        for side, text in listed_steps(reader, name, grid):
            here = printed.get(side, PLAIN)
            if here.water and not here.crossing and rules.get("ways_bridge") == "yes":
                here = replace(here, crossing="bridge")
            if sound:
                _check_way(reader, name, side, text, here, _levels_between(hexes, side), rules)
            printed[side] = HexsidePrint(**{**asdict(here), name.removesuffix("s"): True})
    return printed


def _add_linear_terrain(
    reader: MappingReader, grid: Grid, linear: Mapping[str, str], printed: dict[Side, HexsidePrint]
) -> None:
    """Add the terrain that lies along hexsides, each on the edge of the hex it is said of."""
    for name, lies in linear.items():
        for side, text, of in listed_sides(reader, name, grid):
            here = printed.get(side, PLAIN)
            if here.linear not in ("", lies):
                raise reader.mistake(f"{_side_label(side)} already carries a {here.linear}", name, at=text)
            printed[side] = replace(here, linear=lies, of=of)


def _levels_between(hexes: Mapping[Hex, HexPrint], side: Side) -> int:
    """Levels between the two hexes of a hexside."""
    return abs(hexes[side[0]].level - hexes[side[1]].level)


def _check_way(
    reader: MappingReader,
    name: str,
    side: Side,
    text: str,
    here: HexsidePrint,
    climb: int,
    rules: Mapping[str, Any],
) -> None:
    """Refuse a way over a hexside that no unit could follow."""
    if name == "roads" and climb > int(rules.get("steepest_road", 1)):
        raise reader.mistake(f"{_side_label(side)} climbs {climb} levels: only a track can", name, at=text)
    if here.water in ONLY_AT_CROSSINGS and not here.crossing:
        what = f"{_side_label(side)} crosses a {here.water} with neither bridge nor ford"
        raise reader.mistake(what, name, at=text)


def _side_label(side: Side) -> str:
    return "/".join(side)


def listed_sides(reader: MappingReader, name: str, grid: Grid) -> Iterator[tuple[Side, str, Hex]]:
    """The hexsides of a list, the text each stands in, the hex named first: "0304 SE", "0304 E SE SW" or
    "0304 0404"."""
    for text in reader.texts(name):
        for part in text.split(","):
            first, *others = part.split() or [""]
            origin = read_hex(reader, name, grid, first, at=text)
            if not others:
                raise reader.mistake(
                    f"{first!r}: which side? Say {first} {grid.directions[0]}", name, at=text
                )
            for word in others:
                yield hexside(origin, _across(reader, name, grid, origin, word, text)), text, origin


def _across(reader: MappingReader, name: str, grid: Grid, origin: Hex, word: str, text: str) -> Hex:
    """The hex on the other side, given as a direction or as a hex."""
    around = grid.neighbours(origin)
    if word.isdigit():
        other = read_hex(reader, name, grid, word, at=text)
        if other not in around.values():
            raise reader.mistake(f"{origin} and {other} are not neighbours", name, at=text)
        return other
    if word.upper() not in grid.directions:
        what = f"{word!r} is not a direction here{suggestion(word.upper(), grid.directions)}"
        raise reader.mistake(what, name, at=text)
    if word.upper() not in around:
        raise reader.mistake(f"{origin} has no neighbour {word.upper()}: the map ends there", name, at=text)
    return around[word.upper()]


def listed_steps(reader: MappingReader, name: str, grid: Grid) -> Iterator[tuple[Side, str]]:
    """The hexsides that ways written as chains of hexes cross."""
    for text in reader.texts(name):
        chain = [read_hex(reader, name, grid, word, at=text) for word in text.split()]
        if len(chain) < 2:
            raise reader.mistake(f"a way needs two hexes or more, not {str(text)!r}", name, at=text)
        for here, there in pairwise(chain):
            if not grid.adjacent(here, there):
                between = sorted({*grid.neighbours(here).values()} & {*grid.neighbours(there).values()})
                hint = f"; between them: {' or '.join(between)}" if between else ""
                what = f"jumps from {here} to {there}, which are not neighbours{hint}"
                raise reader.mistake(what, name, at=text)
            yield hexside(here, there), text
