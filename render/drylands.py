"""Dry country: what makes it so, and what sand looks like where nothing grows."""

from __future__ import annotations

import math

from engine.view import View
from render.canvas import Canvas
from render.grain import chance, scatter, spread
from render.prints import by_print

COMMON = frozenset({"clear", "village", "lake"})
BARREN = frozenset({"tall_grass", "brambles", "rocky_hills", "scrub", "rocks", "wood"})
"""Terrains found in any country, and those of dry country alone."""


@by_print
def dry(view: View) -> bool:
    """Whether a map is one of dry country: some of its terrains are, and none is of any other."""
    found = {h.terrain for h in view.hexes.values()}
    return bool(found & BARREN) and found <= BARREN | COMMON


def sand(canvas: Canvas, view: View) -> None:
    """Ripples that the wind has drawn, and pebbles, thinly over open ground."""
    r, bare = canvas.r, [h for h in canvas.layout.shown() if view.hexes[h].terrain == "clear"]
    spots = [*scatter(canvas.layout, bare, 0.36, 0.44, 64, 0.2)]
    with canvas.pen.ink(canvas.theme.dune) as nib:
        for spot in spots:
            luck = chance(spot.i, spot.j, 66)
            if luck < 0.2:
                long, lean = r * (0.13 + 0.07 * chance(spot.i, spot.j, 67)), spread(spot.i, spot.j, 68, 0.05)
                for n in range(1 + (luck < 0.09)):
                    wave = [
                        (spot.x + long * t + n * r * 0.05,
                         spot.y + n * r * 0.075 + long * (lean * t - 0.22 * math.cos(t * 2.2)))
                        for t in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
                    ]  # fmt: skip
                    nib.line(wave, max(0.9, r * 0.02), ends=False)
            elif luck > 0.93:
                nib.dot((spot.x, spot.y), max(0.8, r * 0.02))
