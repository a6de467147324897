"""A battle's map as Tiled's JSON holds it: layers of tiles and of objects, and what the tiles are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from engine.hexes import Hex
from engine.scenario import SITES
from scenarios.tiled.facts import AREAS, ON_HEXES, Area, MapFacts
from scenarios.tiled.lattice import Lattice, Point, corner
from scenarios.tiled.strands import strands

VERSION, TILED = "1.10", "1.11.0"
"""The version of Tiled's format, and of the program that first wrote it so."""
ACROSS = 8
"""Tiles in a row of a picture of tiles."""
WAYS = ("roads", "tracks")
COLOURS = {
    "streams": "#4a90c2", "rivulets": "#6aa9d4", "rivers": "#2a6ca6", "major_rivers": "#174a7c",
    "great_rivers": "#174a7c", "bridges": "#8a4b12", "fords": "#c79a5b", "roads": "#a8642a",
    "tracks": "#7d7057", "steep_slopes": "#6b4423", "abattis": "#3f6b2f", "walls": "#404040",
    "names": "#101010", "objectives": "#c9971a",
    "zones": "#7a3fa0", "reinforcements": "#c03f7a", "conditions": "#3f8f8a", "exits": "#b03020",
}  # fmt: skip
"""How Tiled draws the objects of a layer."""

Tiled = dict[str, Any]


@dataclass(frozen=True)
class TilePicture:
    """A picture of tiles, `ACROSS` in a row: its file, the size of a tile, what each of them is called."""

    name: str
    file: str
    size: tuple[int, int]
    words: Sequence[str]

    @property
    def rows(self) -> int:
        """How many rows of tiles it has."""
        return -(-len(self.words) // ACROSS)


def tile_words(terrains: Sequence[str]) -> tuple[str, ...]:
    """What the tiles of a rulebook with these terrains are called, in the order of their picture."""
    levels, rises = (f"level {n}" for n in range(1, 10)), (f"rises {n}" for n in range(1, 4))
    return (*terrains, *levels, *rises, *SITES, "spring")


def document(facts: MapFacts, tiles: TilePicture, counters: TilePicture) -> Tiled:
    """The map for Tiled; its pictures lie beside it."""
    lattice = Lattice.of(facts.grid)
    numbers, ids = _gids(tiles, 1), count(1)
    layers = [_tile_layer(facts, name, numbers) for name in ON_HEXES]
    layers += (_objects(name, drawn) for name, drawn in _line_objects(facts, lattice))
    layers.append(_objects("names", (_point(lattice, h, text) for h, text in sorted(facts.names.items()))))
    for name in AREAS:
        areas = sorted(facts.areas[name].items())
        layers.append(_objects(name, (o for id_, hexes in areas for o in _area(lattice, id_, hexes))))
    gids = _gids(counters, 1 + len(tiles.words))
    units = sorted(facts.units.items())
    layers.append(_objects("units", (_unit(lattice, id_, h, gids[id_], counters) for id_, h in units)))
    for number, layer in enumerate(layers, 1):
        layer["id"] = number
        for thing in layer.get("objects", ()):
            thing["id"] = next(ids)
    return {
        "type": "map", "version": VERSION, "tiledversion": TILED, "orientation": "hexagonal",
        "renderorder": "right-down", "infinite": False, "compressionlevel": -1,
        "width": facts.grid.columns, "height": facts.grid.rows,
        "tilewidth": int(lattice.width), "tileheight": int(lattice.height),
        "hexsidelength": int(lattice.edge),
        "staggeraxis": "y" if facts.grid.stands_on == "point" else "x",
        "staggerindex": "odd" if facts.grid.shoved == "even" else "even",
        "properties": _properties(country=facts.country),
        "nextlayerid": len(layers) + 1, "nextobjectid": next(ids), "layers": layers,
        "tilesets": [_tileset(tiles, 1), _tileset(counters, 1 + len(tiles.words))],
    }  # fmt: skip


def _gids(picture: TilePicture, first: int) -> dict[str, int]:
    return {word: number for number, word in enumerate(picture.words, first)}


def _tileset(picture: TilePicture, first: int) -> Tiled:
    (width, height), tiles = picture.size, list(enumerate(picture.words))
    return {
        "firstgid": first, "name": picture.name, "image": picture.file, "margin": 0, "spacing": 0,
        "imagewidth": width * ACROSS, "imageheight": height * picture.rows, "tilewidth": width,
        "tileheight": height, "columns": ACROSS, "tilecount": len(picture.words), "objectalignment": "center",
        "tiles": [{"id": number, "type": word} for number, word in tiles],
    }  # fmt: skip


def _properties(**texts: str) -> list[Tiled]:
    return [{"name": name, "type": "string", "value": text} for name, text in texts.items()]


def _tile_layer(facts: MapFacts, name: str, numbers: Mapping[str, int]) -> Tiled:
    words, grid = facts.tiles[name], facts.grid
    data = [
        numbers[words[hex_]] if (hex_ := grid.label(column, row)) in words else 0
        for row in range(1, grid.rows + 1)
        for column in range(1, grid.columns + 1)
    ]
    return {
        "type": "tilelayer", "name": name, "x": 0, "y": 0, "width": grid.columns, "height": grid.rows,
        "opacity": 1, "visible": True, "data": data,
    }  # fmt: skip


def _objects(name: str, objects: Iterator[Tiled]) -> Tiled:
    return {
        "type": "objectgroup", "name": name, "x": 0, "y": 0, "opacity": 1, "visible": True,
        "draworder": "index", "color": COLOURS.get(name, "#808080"), "objects": list(objects),
    }  # fmt: skip


def _object(name: str, x: float, y: float, **more: Any) -> Tiled:
    plain = {"name": name, "type": "", "x": x, "y": y, "width": 0, "height": 0, "rotation": 0}
    return {**plain, "visible": True, **more}


def _point(lattice: Lattice, hex_: Hex, name: str) -> Tiled:
    return _object(name, *lattice.middle(hex_), point=True)


def _line_objects(facts: MapFacts, lattice: Lattice) -> Iterator[tuple[str, Iterator[Tiled]]]:
    for name, lines in facts.lines.items():
        if name in WAYS:
            chains = strands(sorted(side for side, _ in lines))
            yield name, (_polyline([lattice.middle(hex_) for hex_ in chain]) for chain in chains)
        else:
            yield name, _along_sides(facts, lattice, name)


def _along_sides(facts: MapFacts, lattice: Lattice, name: str) -> Iterator[Tiled]:
    """Lines from corner to corner; those that belong to a hex each say to which."""
    lines = facts.lines[name]
    for of in sorted({of for _, of in lines}):
        ends = [lattice.ends(side) for side, whose in sorted(lines) if whose == of]
        at = {corner(point): point for pair in ends for point in pair}
        for chain in strands([(corner(a), corner(b)) for a, b in ends]):
            more = {"properties": _properties(of=of)} if of else {}
            yield {**_polyline([at[place] for place in chain]), **more}


def _polyline(points: Sequence[Point], kind: str = "polyline", name: str = "") -> Tiled:
    x, y = points[0]
    return _object(name, x, y, **{kind: [{"x": px - x, "y": py - y} for px, py in points]})


def _area(lattice: Lattice, name: str, hexes: Area) -> Iterator[Tiled]:
    """The shapes of an area: a point for one hex, else its borders; a hole is a border of its own."""
    if len(hexes) == 1:
        yield _point(lattice, min(hexes), name)
        return
    for border, hole in borders(lattice, hexes):
        more: Tiled = {"properties": [{"name": "hole", "type": "bool", "value": True}]} if hole else {}
        yield {**_polyline(border, "polygon", name), **more}


def borders(lattice: Lattice, hexes: Area) -> Iterator[tuple[list[Point], bool]]:
    """The closed lines around an area and around the holes in it, and whether each is a hole's."""
    edges: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_ in sorted(hexes):
        around, corners = lattice.grid.neighbours(hex_), lattice.corners(hex_)
        for place, way in enumerate(lattice.grid.directions):
            if around.get(way) not in hexes:
                edges[corner(corners[place])] = (corners[place], corners[(place + 1) % 6])
    while edges:
        start = at = next(iter(edges))
        line: list[Point] = []
        while at in edges:
            here, there = edges.pop(at)
            line.append(here)
            at = corner(there)
        assert at == start, "a line around hexes closes"
        yield line, _turns_left(line)


def _turns_left(line: Sequence[Point]) -> bool:
    pairs = zip(line, [*line[1:], line[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) < 0


def _unit(lattice: Lattice, id_: str, hex_: Hex, gid: int, picture: TilePicture) -> Tiled:
    width, height = picture.size
    return _object(id_, *lattice.middle(hex_), gid=gid, width=width, height=height)
