"""Read a map that Tiled saved, .tmj or .tmx: every mistake by layer and object. pytiled-parser reads the
file, this module what it means for a battle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytiled_parser
from pytiled_parser import tiled_object
from pytiled_parser.layer import ImageLayer, ObjectLayer, TileLayer

from engine.errors import BadScenario
from engine.hexes import Hex, Side, hexside
from engine.scenario import COUNTRIES
from engine.scenario_builder.mapping_reader import suggestion
from scenarios.tiled import map_file
from scenarios.tiled.facts import AREAS, ON_HEXES, Area, Line, MapFacts
from scenarios.tiled.lattice import Corner, Lattice, Point

NOTE = "#"
"""Layers whose names begin so are the author's own, and not read."""
GID = 0x0FFFFFFF
"""The bits of a tile's number that are not turns and flips."""
STEPS = 8
"""Points looked at along a line, for each hex that it is long."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a map may hold: terrains, layers along hexsides (those that matter hex by hex among them), names
    of areas by layer, units; `stacking`: units that may share a hex with others."""

    tiles: Mapping[str, frozenset[str]]
    lines: tuple[str, ...]
    of_hexes: frozenset[str]
    areas: Mapping[str, frozenset[str]]
    units: frozenset[str]
    stacking: frozenset[str] = frozenset()


@dataclass
class Reading:
    """What was read of a file: the facts of the layers that it has, and every mistake."""

    file: str
    facts: MapFacts
    mistakes: list[BadScenario] = field(default_factory=list)

    def mistake(self, what: str, layer: str = "", thing: Any = None) -> None:
        """Note a mistake, with the layer and the object that it is in."""
        named = f", object {thing.id}" + (f" ({thing.name})" if thing.name else "") if thing else ""
        self.mistakes.append(BadScenario(what, f"layer {layer}{named}" if layer else "map", self.file))


def read(path: Path, known: Known) -> Reading:
    """What a file says of the map of a battle.

    Raises BadScenario when it is no map of hexes that Tiled could have saved.
    """
    tiled = map_file.parsed(path)
    lattice = map_file.lattice_of(tiled, path.name)
    reading = Reading(path.name, MapFacts(grid=lattice.grid))
    country = str((tiled.properties or {}).get("country", ""))
    if country and country not in COUNTRIES:
        reading.mistake(f"country {country!r} is unknown{suggestion(country, COUNTRIES)}")
    words = {
        first + number: str(tile.class_ or "")
        for first, tileset in tiled.tilesets.items()
        for number, tile in (tileset.tiles or {}).items()
    }
    parts = _Parts(reading, known, lattice, words, map_file.centred(tiled))
    for layer in map_file.flat(tiled.layers or ()):
        parts.add(layer)
    parts.require_terrain()
    reading.facts = replace(
        reading.facts,
        country=country,
        tiles=parts.tiles,
        names=parts.names,
        lines=parts.lines,
        areas=parts.areas,
        units=parts.units,
    )
    return reading


class _Parts:
    """What the layers of a file hold."""

    def __init__(
        self,
        reading: Reading,
        known: Known,
        lattice: Lattice,
        words: Mapping[int, str],
        centred: frozenset[int],
    ) -> None:
        self.reading, self.known, self.lattice = reading, known, lattice
        self.words, self.centred = words, centred
        self.tiles: dict[str, dict[Hex, str]] = {}
        self.names: dict[Hex, str] = {}
        self.lines: dict[str, frozenset[Line]] = {}
        self.areas: dict[str, dict[str, Area]] = {}
        self.units: dict[str, Hex] = {}
        self._standing: dict[Hex, str] = {}

    def add(self, layer: Any) -> None:
        """Read a layer by what it is called."""
        name = str(layer.name)
        if name.startswith(NOTE) or isinstance(layer, ImageLayer):
            return
        objects = (*self.known.lines, "names", *AREAS, "units")
        if name not in (*ON_HEXES, *objects):
            hint = (
                suggestion(name, (*ON_HEXES, *objects))
                or "; a name that begins with # marks one that is yours"
            )
            self.reading.mistake(f"is unknown{hint}", name)
        elif isinstance(layer, TileLayer) != (name in ON_HEXES):
            self.reading.mistake(f"should be a layer of {'tiles' if name in ON_HEXES else 'objects'}", name)
        elif isinstance(layer, TileLayer):
            self._add_tiles(layer)
        elif isinstance(layer, ObjectLayer):
            self._add_objects(layer)

    def require_terrain(self) -> None:
        """Every hex needs a terrain."""
        terrain, grid = self.tiles.get("terrain"), self.lattice.grid
        bare = [hex_ for hex_ in grid if terrain is not None and hex_ not in terrain]
        if terrain is None:
            self.reading.mistake("there is no layer terrain: every hex needs a terrain")
        elif bare and not any(m.key == "layer terrain" for m in self.reading.mistakes):
            more = f" and {len(bare) - 6} more" if len(bare) > 6 else ""
            self.reading.mistake(f"no tile on {', '.join(bare[:6])}{more}", "terrain")

    def _add_tiles(self, layer: TileLayer) -> None:
        name, grid = str(layer.name), self.lattice.grid
        known = self.known.tiles[name]
        tiles = self.tiles.setdefault(name, {})
        for row, numbers in enumerate(layer.data or (), 1):
            for column, number in enumerate(numbers, 1):
                if not number & GID:
                    continue
                hex_, word = grid.label(column, row), self.words.get(number & GID, "")
                if word in known:
                    tiles[hex_] = word
                elif word:
                    self.reading.mistake(
                        f"{hex_}: {word!r} does not belong here{suggestion(word, known)}", name
                    )
                else:
                    what = f"{hex_}: this tile is called nothing: give it its terrain as Class in the tileset"
                    self.reading.mistake(what, name)

    def _add_objects(self, layer: ObjectLayer) -> None:
        name = str(layer.name)
        here = [self._moved(thing, layer.offset) for thing in layer.tiled_objects]
        if name in self.known.lines:
            lines = [line for thing in here for line in self._lines(name, thing)]
            self.lines[name] = self.lines.get(name, frozenset()) | frozenset(lines)
        elif name == "names":
            for thing in here:
                self._add_name(thing)
        elif name == "units":
            for thing in here:
                self._add_unit(thing)
        else:
            self._add_areas(name, here)

    @staticmethod
    def _moved(thing: Any, offset: Any) -> Any:
        """An object where it is seen: its layer may be shifted."""
        x, y = thing.coordinates
        thing.coordinates = pytiled_parser.OrderedPair(x + offset[0], y + offset[1])
        return thing

    def _points(self, thing: Any) -> list[Point]:
        x, y = thing.coordinates
        points = [(x + dx, y + dy) for dx, dy in thing.points]
        if thing.rotation:
            turn = math.radians(thing.rotation)
            cos, sin = math.cos(turn), math.sin(turn)
            points = [
                (x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos)
                for px, py in points
            ]
        return [*points, points[0]] if isinstance(thing, tiled_object.Polygon) else points

    def _place(self, thing: Any) -> Point:
        """The middle of an object."""
        x, y = thing.coordinates
        wide, high = thing.size
        if isinstance(thing, tiled_object.Tile):
            centred = (thing.gid & GID) in self.centred
            return (x, y) if centred else (x + wide / 2, y - high / 2)
        if isinstance(thing, (tiled_object.Polygon, tiled_object.Polyline)):
            points = self._points(thing)
            return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        return x + wide / 2, y + high / 2

    def _lines(self, name: str, thing: Any) -> Iterator[Line]:
        """The hexsides that an object lies along or, a way, crosses."""
        if not isinstance(thing, (tiled_object.Polygon, tiled_object.Polyline)):
            side = self.lattice.side_at(self._place(thing))
            if name in ("roads", "tracks") or side is None:
                what = (
                    "is no line from hex to hex"
                    if side or name in ("roads", "tracks")
                    else "is at no hexside"
                )
                self.reading.mistake(f"{what}: draw it with Insert Polyline", name, thing)
                return
            sides = [side]
        elif name in ("roads", "tracks"):
            sides = list(self._crossed(name, thing))
        else:
            sides = list(self._followed(name, thing))
        of = str((thing.properties or {}).get("of", "")) if name in self.known.of_hexes else ""
        for side in sides:
            if of and of not in side:
                self.reading.mistake(
                    f"its property `of` says {of!r}, which is not at {'/'.join(side)}", name, thing
                )
                return
            yield side, (of or side[0]) if name in self.known.of_hexes else ""

    def _followed(self, name: str, thing: Any) -> Iterator[Side]:
        """The hexsides along a line from corner to corner."""
        places: list[Corner] = []
        for number, point in enumerate(self._points(thing), 1):
            place = self.lattice.corner_at(point)
            if place is None:
                near = self.lattice.hex_at(point)
                what = f"point {number} is at no corner of a hex" + (f" (in {near})" if near else "")
                self.reading.mistake(f"{what}: click the corners one after another", name, thing)
                return
            if not places or places[-1] != place:
                places.append(place)
        for number, (one, other) in enumerate(pairwise(places), 1):
            side = self.lattice.side_between(one, other)
            if side is None:
                near = self.lattice.hex_at((one[0] / 2, one[1] / 2))
                what = f"from its corner {number} at {near} to the next there is no side between two hexes"
                advice = "click every corner on the way, and nothing along the outer edge of the map"
                self.reading.mistake(f"{what}: {advice}", name, thing)
                return
            yield side

    def _crossed(self, name: str, thing: Any) -> Iterator[Side]:
        """The hexsides over which a line leads from hex to hex."""
        hexes: list[Hex] = []
        points = self._points(thing)
        for number, point in enumerate(points, 1):
            there = self.lattice.hex_at(point)
            if there is None:
                self.reading.mistake(f"point {number} is outside the map", name, thing)
                return
            hexes += self._between(hexes[-1], there) if hexes else [there]
        if len(hexes) < 2:
            self.reading.mistake("stays in one hex: it needs two or more", name, thing)
        for one, other in pairwise(hexes):
            if not self.lattice.grid.adjacent(one, other):
                what = f"jumps from {one} to {other}: click the hexes between them"
                self.reading.mistake(what, name, thing)
                return
            yield hexside(one, other)

    def _between(self, one: Hex, other: Hex) -> list[Hex]:
        """The hexes after one up to another on the straight line between their middles."""
        if self.lattice.grid.distance(one, other) < 2:
            return [other] if one != other else []
        (ax, ay), (bx, by) = self.lattice.middle(one), self.lattice.middle(other)
        steps = STEPS * self.lattice.grid.distance(one, other)
        way = [one]
        for n in range(1, steps + 1):
            there = self.lattice.hex_at((ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps))
            if there is not None and there != way[-1]:
                way.append(there)
        return way[1:]

    def _add_name(self, thing: Any) -> None:
        text = str(thing.name or getattr(thing, "text", "")).strip()
        hex_ = self.lattice.hex_at(self._place(thing))
        if not text:
            self.reading.mistake("has no name: write into Name what is printed", "names", thing)
        elif hex_ is None:
            self.reading.mistake("is outside the map", "names", thing)
        elif hex_ in self.names:
            self.reading.mistake(f"{hex_} has the name {self.names[hex_]!r} already", "names", thing)
        else:
            self.names[hex_] = text

    def _add_unit(self, thing: Any) -> None:
        id_, hex_ = str(thing.name), self.lattice.hex_at(self._place(thing))
        if id_ not in self.known.units:
            hint = suggestion(id_, self.known.units)
            what = f"there is no unit {id_!r}{hint}: give it a row in units.yaml, then its id as Name here"
            self.reading.mistake(what, "units", thing)
        elif hex_ is None:
            self.reading.mistake("is outside the map", "units", thing)
        elif id_ in self.units:
            self.reading.mistake(f"{id_!r} stands at {self.units[id_]} already", "units", thing)
        elif (there := self._standing.get(hex_)) and id_ not in self.known.stacking:
            self.reading.mistake(f"{hex_} is already occupied by {there!r}", "units", thing)
        else:
            self.units[id_] = hex_
            if id_ not in self.known.stacking:
                self._standing[hex_] = id_

    def _add_areas(self, layer: str, things: Iterable[Any]) -> None:
        known = self.known.areas[layer]
        whole, holes = {}, {}  # type: dict[str, Area], dict[str, Area]
        for thing in things:
            name, hexes = str(thing.name), self._covered(thing)
            if name not in known:
                what = f"there is no {name!r} among the {layer} of this battle{suggestion(name, known)}"
                self.reading.mistake(f"{what}: write it into scenario.yaml first", layer, thing)
            elif not hexes:
                self.reading.mistake("covers the middle of no hex", layer, thing)
            else:
                into = holes if (thing.properties or {}).get("hole") else whole
                into[name] = into.get(name, frozenset()) | hexes
        areas = {name: hexes - holes.get(name, frozenset()) for name, hexes in whole.items()}
        self.areas.setdefault(layer, {}).update(areas)

    def _covered(self, thing: Any) -> Area:
        """The hexes whose middle lies in a shape; the one in which a point lies."""
        grid, (wide, high) = self.lattice.grid, thing.size
        if isinstance(thing, (tiled_object.Polygon, tiled_object.Polyline)):
            points = self._points(thing)
            return frozenset(h for h in grid if _inside(self.lattice.middle(h), points))
        shape = isinstance(thing, (tiled_object.Rectangle, tiled_object.Ellipse)) and wide and high
        if not shape:
            hex_ = self.lattice.hex_at(self._place(thing))
            return frozenset((hex_,) if hex_ else ())
        cx, cy = self._place(thing)
        round_ = isinstance(thing, tiled_object.Ellipse)
        away = {
            h: (abs(x - cx) * 2 / wide, abs(y - cy) * 2 / high)
            for h, (x, y) in ((h, self.lattice.middle(h)) for h in grid)
        }
        return frozenset(h for h, (u, v) in away.items() if (u * u + v * v if round_ else max(u, v)) <= 1)


def _inside(point: Point, line: list[Point]) -> bool:
    """Whether a point lies inside a closed line: by how often a ray to the right crosses it."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
