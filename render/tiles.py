"""Sheets of tiles for Tiled, drawn by the layers of our own maps: terrain, levels, sites, counters."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Grid
from engine.view import View
from engine.view.records import HexView
from render.counters.counter_image import PAD, counter_image
from render.counters.counter_look import counter_looks
from render.geometry.layout import Layout, Point
from render.map.map_image import draw_map
from render.paint.text import draw_text
from render.paint.theme import THEMES
from render.terrain.sites import SITES

RADIUS = 49.0
"""Pixels from a hex's middle to its corner: a little more than a tile's, which is cut out of it."""
SHADES = {"level": (120, 84, 40, 21), "rises": (90, 110, 60, 34)}
"""The tint of a tile for a level, and by how much each one more is stronger."""
DIGIT, INK, WATER = 26, (60, 40, 16, 255), (40, 110, 180, 255)
DIFFERENT = 6
"""From which difference of a colour on a sheet of paper counts as drawn."""

Outline = Sequence[Point]
Size = tuple[int, int]


def tile_sheet(view: View, words: Sequence[str], size: Size, outline: Outline, across: int) -> bytes:
    """A sheet of the tiles called by these words, `across` in a row, each `size` pixels and transparent
    outside `outline`, the corners around its middle. A word is a terrain, "level 2", "rises 1", a site or
    "spring"; the country is that of the view."""
    tiles = [_tile(view, word, size, outline) for word in words]
    return _sheet(tiles, size, across)


def counter_sheet(view: View, ids: Sequence[str], side: int, across: int) -> bytes:
    """A sheet of the counters of these units, each `side` pixels wide with the room around it."""
    headings = tuple(Layout.of_map(view.grid, view.grid).heading(n) for n in range(6))
    looks = counter_looks(view, headings, THEMES["light"])
    inner = round(side / (1 + 2 * PAD))
    tiles = [counter_image(looks[id_], inner, "light").resize((side, side)) for id_ in ids]
    return _sheet(tiles, (side, side), across)


def _sheet(tiles: Sequence[Image.Image], size: Size, across: int) -> bytes:
    rows = max(1, -(-len(tiles) // across))
    whole = Image.new("RGBA", (size[0] * across, size[1] * rows), (0, 0, 0, 0))
    for number, tile in enumerate(tiles):
        whole.paste(tile, (number % across * size[0], number // across * size[1]))
    out = io.BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


def _tile(view: View, word: str, size: Size, outline: Outline) -> Image.Image:
    kind, _, number = word.partition(" ")
    if kind in SHADES and number.isdigit():
        return _raised(kind, int(number), size, outline)
    if word != "spring" and word not in SITES:
        tile = _cut(_drawn(view, {"terrain": word}), size)
        tile.putalpha(_mask(size, outline))
        return tile
    if word == "spring":
        return _spring(size)
    bare, drawn = (_cut(_drawn(view, facts), size) for facts in ({}, {"site": word}))
    apart = ImageChops.difference(bare.convert("RGB"), drawn.convert("RGB")).convert("L")
    drawn.putalpha(apart.point(lambda value: 255 if value > DIFFERENT else 0))
    return drawn


def _drawn(view: View, facts: Mapping[str, str]) -> Image.Image:
    """Three hexes of one terrain in a row, as our maps have it: a river runs through the middle one."""
    flat = view.grid.stands_on == "side"
    grid = Grid(columns=1 if flat else 3, rows=3 if flat else 1, stands_on=view.grid.stands_on)
    middle = grid.label(1, 2) if flat else grid.label(2, 1)
    usual = next(iter(view.hexes.values()))
    plain = replace(usual, terrain=_open_ground(view), level=0, name="", site="", rise=0)
    hexes = {h: _altered(plain, h, facts if h == middle else {**facts, "site": ""}) for h in grid}
    small = replace(
        view, grid=grid, hexes=hexes, hexsides=(), counters=(), zones={}, clashes=(), objectives=(), setup={},
        entries=(),
    )  # fmt: skip
    layout = Layout.of_map(grid, grid, RADIUS)
    x, y = layout.centre(middle)
    whole = draw_map(small, layout, THEMES["light"])
    return whole.crop((round(x) - 60, round(y) - 60, round(x) + 60, round(y) + 60))


def _altered(plain: HexView, hex_: str, facts: Mapping[str, str]) -> HexView:
    return replace(plain, hex=hex_, terrain=facts.get("terrain", plain.terrain), site=facts.get("site", ""))


def _open_ground(view: View) -> str:
    """The terrain that most hexes have."""
    lands = [there.terrain for there in view.hexes.values()]
    return max(dict.fromkeys(lands), key=lands.count)


def _cut(around: Image.Image, size: Size) -> Image.Image:
    left, top = (around.width - size[0]) // 2, (around.height - size[1]) // 2
    return around.crop((left, top, left + size[0], top + size[1])).convert("RGBA")


def _mask(size: Size, outline: Outline) -> Image.Image:
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon([(size[0] / 2 + x, size[1] / 2 + y) for x, y in outline], fill=255)
    return mask


def _raised(kind: str, number: int, size: Size, outline: Outline) -> Image.Image:
    """A tint over the terrain, the stronger the higher, with its number."""
    *colour, step = SHADES[kind]
    tile = Image.new("RGBA", size, (*colour, 0))
    alpha = min(200, step * number)
    tile.paste((*colour, alpha), mask=_mask(size, outline))
    text = str(number) if kind == "level" else f"+{number}"
    up = -size[1] * 0.22 if kind == "level" else size[1] * 0.22
    draw_text(tile, (size[0] / 2, size[1] / 2 + up), text, size=DIGIT, colour=INK)
    return tile


def _spring(size: Size) -> Image.Image:
    """A drop of water with rings."""
    tile = Image.new("RGBA", size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(tile)
    x, y = size[0] / 2, size[1] / 2
    for far in (20, 12):
        pen.ellipse((x - far, y - far * 0.6, x + far, y + far * 0.6), outline=WATER, width=3)
    pen.ellipse((x - 5, y - 5, x + 5, y + 5), fill=WATER)
    return tile
