"""The hex numbers: in hexes where they can be read, else those of columns and rows beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from engine.hexes import Hex
from engine.view import View
from render.counters.stacking import counter_centres, counter_sizes
from render.geometry.label_placement import Box, box_around, overlap
from render.geometry.layout import Point
from render.labels.place_names import name_obstacles
from render.paint.canvas import Canvas, draw_tag
from render.paint.text import text_width
from render.paint.view_cache import strokes_once_per_map

SIZE = 0.4  # size of a hex number in radii
LEAST = 16.0  # pixels; smaller numbers stand at the edge of the map instead
AT_EDGE = 25  # pixels of the numbers beside the map
APART = 1.2  # the least distance of numbers of columns from middle to middle, in widths of one
BAND = (34, 30)  # pixels of paper for them, left of the map and above it
COVERED = 0.14  # the share of a number that may be covered before it is left out
DARK_GROUND = ("woods", "heavy_woods", "wood")  # where a dark number would be lost
MIXED_GROUND = (  # where it needs a pale rim
    *("village", "built_up", "coppice", "orchard", "light_woods", "marsh", "rice_fields", "hollow"),
    *("tall_grass", "brambles", "rocky_hills", "scrub", "rocks", "lake", "ravine", "rocky_ground", "rough"),
)


def numbers(canvas: Canvas, view: View) -> None:
    """The number of every hex, except where a counter or a name needs the room; none where they would be too
    small, or the numbers of columns and rows stand beside the map."""
    if canvas.numbers_beside or too_small(canvas.r):
        return
    wet = {h for side in view.hexsides if side.water for h in (side.low, side.high)}
    wet |= {h for zone in view.setup.values() for h in zone}
    pale = {c.hex for c in view.counters if c.id in view.fighters}
    goals = {h for objective in view.objectives for h in objective.hexes}
    for hex_ in numbered(canvas, view):
        at = _place(canvas, hex_)
        if hex_ in goals:
            draw_tag(canvas, at, hex_, canvas.theme.symbol, canvas.theme.symbol_ink, canvas.r * SIZE * 0.96)
        elif hex_ in pale or view.aspects.get(hex_) == "front":
            _draw(canvas, at, hex_, "", rim=True)
        else:
            dark = view.aspects.get(hex_) == "rear"
            _draw(canvas, at, hex_, DARK_GROUND[0] if dark else view.hexes[hex_].terrain, rim=hex_ in wet)


def numbered(canvas: Canvas, view: View) -> list[Hex]:
    """The hexes whose numbers are free of counters and names."""
    taken = [*_counter_boxes(canvas, view), *(o.box for o in name_obstacles(canvas, view))]
    half = _half(canvas)
    room, in_row = 4 * half[0] * half[1] * COVERED, dict[float, list[Box]]()
    free = []
    for hex_ in canvas.layout.visible(0.5):
        left, top, right, bottom = box = box_around(_place(canvas, hex_), half)
        if top not in in_row:
            in_row[top] = [other for other in taken if other[1] < bottom and top < other[3]]
        near = [other for other in in_row[top] if other[0] < right and left < other[2]]
        if sum(overlap(box, other) for other in near) < room:
            free.append(hex_)
    return free


def _counter_boxes(canvas: Canvas, view: View) -> Iterator[Box]:
    wide = counter_sizes(canvas, view)
    for id_, at in counter_centres(canvas, view).items():
        yield box_around(at, (wide[id_] / 2, wide[id_] / 2))


def _place(canvas: Canvas, hex_: Hex) -> Point:
    x, y = canvas.layout.centre(hex_)
    return x, y - canvas.r * canvas.layout.number_up


def _half(canvas: Canvas) -> Point:
    """Half the width and height of a number."""
    return text_width("0000", "plain", round(canvas.r * SIZE)) / 2, canvas.r * SIZE * 0.37


def _draw(canvas: Canvas, at: Point, hex_: Hex, terrain: str, *, rim: bool = False) -> None:
    """One hex number: dark, with a pale rim by water, bushes and roofs; light, with a dark rim in woods."""
    busy, pale = terrain in DARK_GROUND, rim or terrain in MIXED_GROUND
    theme = canvas.theme
    canvas.text(
        at,
        hex_,
        size=canvas.r * SIZE,
        colour=theme.number_on_dark if busy else theme.number[: 3 if pale else 4],
        face="plain",
        halo=theme.number_rim if busy else theme.lowland if pale else None,
    )


def too_small(radius: float) -> bool:
    """Whether numbers in hexes of that radius, in pixels, could not be read."""
    return radius * SIZE < LEAST


def _every(middles: Sequence[float]) -> int:
    """Which columns are numbered where so many pixels lie between them: 1 for each, 2 for every other one."""
    apart = min((b - a for a, b in pairwise(middles)), default=AT_EDGE * APART)
    return ceil(text_width("00", "plain", AT_EDGE) * APART / max(apart, 1.0))


@strokes_once_per_map
def beside_map(canvas: Canvas, view: View) -> None:
    """The numbers of the columns above the map, of the rows on its left, on the band of paper for them."""
    if canvas.layout.band == (0, 0):
        return
    layout, ink = canvas.layout, canvas.theme.page_ink
    (left, top, right, bottom), (wide, tall) = layout.map_box, BAND
    columns: dict[int, list[float]] = {}
    rows: dict[int, list[float]] = {}
    for hex_, (x, y) in layout.centres.items():
        column, row = layout.grid.column_and_row(hex_)
        columns.setdefault(column, []).append(x)
        rows.setdefault(row, []).append(y)
    middles = {column: (min(xs) + max(xs)) / 2 for column, xs in columns.items()}
    every = _every(sorted(middles.values()))
    for column, middle in middles.items():
        if (column - 1) % every == 0 and left + AT_EDGE / 2 < middle < right - AT_EDGE / 2:
            canvas.text((middle, top - tall / 2), f"{column:02}", size=AT_EDGE, colour=ink, face="plain")
    for row, ys in rows.items():
        middle = (min(ys) + max(ys)) / 2
        if top + AT_EDGE / 2 < middle < bottom - AT_EDGE / 2:
            canvas.text((left - wide / 2, middle), f"{row:02}", size=AT_EDGE, colour=ink, face="plain")
