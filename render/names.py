"""The names of places, each where it covers neither bridge nor ford nor the middle of a hex."""

from __future__ import annotations

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.layout import Point
from render.lettering import width
from render.maps import once_a_map, strokes_once_a_map
from render.placing import CROSSING, Obstacle, around, best, printed
from render.placing import NAME as WEIGHT

NAME = 0.31  # size of a place's name in radii
ASIDE = (0.0, -0.2, 0.2, -0.4, 0.4, -0.6, 0.6, -0.8, 0.8, -0.95, 0.95)  # of the hex's middle, in radii
DOWN = 0.77  # how far below or above the middle it stands: where no counter lies


@strokes_once_a_map
def names(canvas: Canvas, view: View) -> None:
    """The names, below their hex's middle or above it."""
    for hex_, at in names_at(canvas, view).items():
        canvas.text(
            at, view.hexes[hex_].name, size=canvas.r * NAME, colour=canvas.theme.name_ink, face="italic",
            halo=canvas.theme.halo,
        )  # fmt: skip


@once_a_map
def names_at(canvas: Canvas, view: View) -> dict[Hex, Point]:
    """Where the names stand: always the same, whatever lies on the map."""
    ground = list(printed(canvas, view))
    ground += [_plate(canvas, h) for h in canvas.layout.shown() if view.hexes[h].name]
    found: dict[Hex, Point] = {}
    x0, _, x1, _ = canvas.layout.map_box
    for hex_ in canvas.layout.shown(0.5):
        if not view.hexes[hex_].name:
            continue
        half = _half(canvas, view.hexes[hex_].name)
        x, y = canvas.layout.centre(hex_)
        places = [(x + aside * canvas.r, y + down * canvas.r) for down in (DOWN, -DOWN) for aside in ASIDE]
        inside = [p for p in places if x0 <= p[0] - half[0] and p[0] + half[0] <= x1]
        taken = [
            Obstacle(box=around(at, _half(canvas, view.hexes[h].name)), weight=300) for h, at in found.items()
        ]
        found[hex_] = best(inside or places, half, [*ground, *taken], canvas.r)
    return found


def _plate(canvas: Canvas, hex_: Hex) -> Obstacle:
    """The number of a hex that has a name: where it is an objective, the number stands on a plate."""
    x, y = canvas.layout.centre(hex_)
    half = (canvas.r * 0.33, canvas.r * 0.15)
    return Obstacle(box=around((x, y - canvas.r * canvas.layout.number_up), half), weight=CROSSING)


def named(canvas: Canvas, view: View) -> list[Obstacle]:
    """The names as something that other signs spare."""
    return [
        Obstacle(box=around(at, _half(canvas, view.hexes[h].name)), weight=WEIGHT)
        for h, at in names_at(canvas, view).items()
    ]


def _half(canvas: Canvas, name: str) -> Point:
    """Half the width and height of a name."""
    return width(name, "italic", max(7, round(canvas.r * NAME))) / 2, canvas.r * NAME * 0.36
