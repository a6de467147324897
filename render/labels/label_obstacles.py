"""What labels should not cover: bridges, fords, the numbers of hexes, plates, arrows of entries and exits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.view import View
from render.geometry.label_placement import CROSSING, NUMBER, SIGN, Obstacle, box_around
from render.geometry.layout import OUT
from render.paint.canvas import Canvas
from render.paint.view_cache import once_per_map_and_layout

ARROW, FULL = 0.22, 0.7  # half the width of an entry's arrow, in radii; how much of its length counts


@once_per_map_and_layout
def map_obstacles(canvas: Canvas, view: View) -> tuple[Obstacle, ...]:
    """The bridges, fords and hex numbers as obstacles for labels."""
    return tuple(_map_obstacles(canvas, view))


def _map_obstacles(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    r, layout = canvas.r, canvas.layout
    for side in view.hexsides:
        if side.crossing:
            at = layout.between(side.low, side.high)
            yield Obstacle(box=box_around(at, (r * 0.24, r * 0.24)), weight=CROSSING)
    for hex_ in layout.visible():
        x, y = layout.centre(hex_)
        at = (x, y - r * layout.number_up)
        yield Obstacle(box=box_around(at, (r * 0.4, r * 0.15)), weight=NUMBER)


def entry_arrows(canvas: Canvas, view: View) -> list[Obstacle]:
    """The arrows of entries and exits, as obstacles for labels."""
    r, seen, found = canvas.r, {*canvas.layout.visible(0.0)}, []
    for hex_ in sorted({h for entry in view.entries for h in entry.hexes} & seen):
        (x, y), (u, v) = canvas.layout.centre(hex_), canvas.layout.outward(hex_)
        middle, along = (x + u * r * OUT / 2, y + v * r * OUT / 2), r * (OUT / 2 + ARROW)
        half = (r * ARROW + along * abs(u) * FULL, r * ARROW + along * abs(v) * FULL)
        found.append(Obstacle(box=box_around(middle, half), weight=SIGN))
    return found


def plates(canvas: Canvas, view: View) -> list[Obstacle]:
    """The plates with the numbers of objectives, as obstacles for labels."""
    r, taken = canvas.r, {c.hex for c in view.counters}
    seen = {*canvas.layout.visible()} - taken
    return [
        Obstacle(box=box_around((x, y - r * canvas.layout.number_up), (r * 0.44, r * 0.2)), weight=CROSSING)
        for hexes in [sorted({h for objective in view.objectives for h in objective.hexes} & seen)]
        for x, y in map(canvas.layout.centre, hexes)
    ]
