"""Place names, placed where they cover neither bridge nor ford nor the middle of a hex."""

from __future__ import annotations

from engine.hexes import Hex
from engine.view import View
from render.geometry.label_placement import CROSSING, Obstacle, best_place, box_around
from render.geometry.label_placement import NAME as WEIGHT
from render.geometry.layout import Point
from render.map.label_obstacles import map_obstacles
from render.paint.canvas import Canvas
from render.paint.text import text_width
from render.paint.view_cache import once_per_map_and_layout, strokes_once_per_map

NAME = 0.31  # size of a place's name in radii
ASIDE = (0.0, -0.2, 0.2, -0.4, 0.4, -0.6, 0.6, -0.8, 0.8, -0.95, 0.95)  # of the hex's middle, in radii
DOWN = 0.77  # how far below or above the middle a name is: where there is no counter


@strokes_once_per_map
def names(canvas: Canvas, view: View) -> None:
    """The names, below their hex's middle or above it."""
    for hex_, at in names_at(canvas, view).items():
        canvas.text(
            at, view.hexes[hex_].name, size=canvas.r * NAME, colour=canvas.theme.name_ink, face="italic",
            halo=canvas.theme.halo,
        )  # fmt: skip


@once_per_map_and_layout
def names_at(canvas: Canvas, view: View) -> dict[Hex, Point]:
    """The middle of each name, by hex: the same whatever counters are on the map."""
    ground = list(map_obstacles(canvas, view))
    ground += [_plate(canvas, h) for h in canvas.layout.visible() if view.hexes[h].name]
    centres: dict[Hex, Point] = {}
    x0, _, x1, _ = canvas.layout.map_box
    for hex_ in canvas.layout.visible(0.5):
        if not view.hexes[hex_].name:
            continue
        half = _half(canvas, view.hexes[hex_].name)
        x, y = canvas.layout.centre(hex_)
        places = [(x + aside * canvas.r, y + down * canvas.r) for down in (DOWN, -DOWN) for aside in ASIDE]
        inside = [p for p in places if x0 <= p[0] - half[0] and p[0] + half[0] <= x1]
        taken = [
            Obstacle(box=box_around(at, _half(canvas, view.hexes[h].name)), weight=300)
            for h, at in centres.items()
        ]
        centres[hex_] = best_place(inside or places, half, [*ground, *taken], canvas.r)
    return centres


def _plate(canvas: Canvas, hex_: Hex) -> Obstacle:
    """The number of a hex that has a name: where it is an objective, the number stands on a plate."""
    x, y = canvas.layout.centre(hex_)
    half = (canvas.r * 0.33, canvas.r * 0.15)
    return Obstacle(box=box_around((x, y - canvas.r * canvas.layout.number_up), half), weight=CROSSING)


def name_obstacles(canvas: Canvas, view: View) -> list[Obstacle]:
    """The names as obstacles for other labels."""
    return [
        Obstacle(box=box_around(at, _half(canvas, view.hexes[h].name)), weight=WEIGHT)
        for h, at in names_at(canvas, view).items()
    ]


def _half(canvas: Canvas, name: str) -> Point:
    """Half the width and height of a name."""
    return text_width(name, "italic", max(7, round(canvas.r * NAME))) / 2, canvas.r * NAME * 0.36
