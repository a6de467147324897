"""A file of Tiled, opened by pytiled-parser: what is wrong with it as a whole, and where its hexes lie."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytiled_parser
from pytiled_parser.layer import LayerGroup

from engine.errors import BadScenario
from engine.hexes import Grid
from scenarios.tiled.lattice import Lattice

MOST = 99
"""Columns or rows."""


def parsed(path: Path) -> pytiled_parser.TiledMap:
    """The file as pytiled-parser reads it. Raises BadScenario when it cannot."""
    try:
        return pytiled_parser.parse_map(path)
    except OSError as error:
        name = Path(str(error.filename or path)).name
        raise BadScenario(f"{name}: {error.strerror or 'cannot be read'}", "(file)", path.name) from error
    except (KeyError, TypeError, AttributeError, IndexError, AssertionError, zlib.error) as error:
        what = "lacks something that every map of Tiled has, or has it in another form"
        raise BadScenario(f"{what} ({type(error).__name__}: {error})", "(file)", path.name) from error
    except (pytiled_parser.UnknownFormat, ElementTree.ParseError, ValueError, RecursionError) as error:
        what = "is no map of Tiled (.tmj or .tmx)"
        raise BadScenario(f"{what}: {str(error)[:160]}", "(file)", path.name) from error


def lattice_of(tiled: pytiled_parser.TiledMap, file: str) -> Lattice:
    """Where its hexes lie. Raises BadScenario when it is no map of hexes of a size that a battle can have."""

    def refuse(what: str) -> BadScenario:
        return BadScenario(what, "map", file)

    if tiled.orientation != "hexagonal":
        raise refuse(
            f"is {tiled.orientation}; a battle needs the orientation Hexagonal (Map > Map Properties)"
        )
    if tiled.infinite:
        raise refuse("is infinite; switch Infinite off under Map > Map Properties")
    columns, rows = (int(n) for n in tiled.map_size)
    if not (0 < columns <= MOST and 0 < rows <= MOST):
        raise refuse(f"is {columns} x {rows} hexes; there may be 1 to {MOST} columns and rows")
    grid = Grid(
        columns=columns,
        rows=rows,
        stands_on="point" if tiled.stagger_axis == "y" else "side",
        shoved="even" if tiled.stagger_index == "odd" else "odd",
    )
    edge = float(tiled.hex_side_length or 0)
    if edge <= 0 or min(tiled.tile_size) <= 0:
        raise refuse("has hexes without a side length; set Hex Side Length under Map > Map Properties")
    return Lattice(grid, float(tiled.tile_size.width), float(tiled.tile_size.height), edge)


def centred(tiled: pytiled_parser.TiledMap) -> frozenset[int]:
    """The numbers of the tiles whose objects are placed by their middle, not their lower left corner."""
    return frozenset(
        number
        for first, tileset in tiled.tilesets.items()
        if getattr(tileset, "alignment", None) == "center"
        for number in range(first, first + tileset.tile_count)
    )


def flat(layers: Iterable[Any]) -> Iterator[Any]:
    """All layers, also those in groups."""
    for layer in layers:
        if isinstance(layer, LayerGroup):
            yield from flat(layer.layers or ())
        else:
            yield layer
