"""Names that find no room on the printed map: over one another, or over units."""

from __future__ import annotations

from itertools import combinations

from engine.hexes import Hex
from engine.view import View
from render.counters.counter_layers import counter_obstacles
from render.geometry.label_placement import Box, box_around
from render.labels.place_names import half_size, names_at
from render.paint.canvas import Canvas

SLIGHT = 0.12
"""The share of a name that may be covered and is still read."""


def covered_names(canvas: Canvas, view: View) -> list[tuple[Hex, Hex]]:
    """The hexes of names that cover each other, in pairs; a name over a unit stands with itself."""
    boxes = {
        hex_: box_around(at, half_size(canvas, lines)) for hex_, (at, lines) in names_at(canvas, view).items()
    }
    units = [obstacle.box for obstacle in counter_obstacles(canvas, view)]
    pairs = [
        (one, other)
        for one, other in combinations(boxes, 2)
        if max(_share(boxes[one], boxes[other]), _share(boxes[other], boxes[one])) > SLIGHT
    ]
    return pairs + [
        (hex_, hex_) for hex_, box in boxes.items() if sum(_share(box, unit) for unit in units) > 2 * SLIGHT
    ]


def _share(box: Box, over: Box) -> float:
    """The share of a box that another covers."""
    wide = min(box[2], over[2]) - max(box[0], over[0])
    high = min(box[3], over[3]) - max(box[1], over[1])
    area = (box[2] - box[0]) * (box[3] - box[1])
    return max(0.0, wide) * max(0.0, high) / area if area else 0.0
