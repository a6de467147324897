"""What labels should not cover on the printed map: bridges, fords, hex numbers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.view import View
from render.geometry.label_placement import CROSSING, NUMBER, Obstacle, box_around
from render.paint.canvas import Canvas
from render.paint.view_cache import once_per_map_and_layout


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
        yield Obstacle(box=box_around(at, (r * 0.26, r * 0.11)), weight=NUMBER)
