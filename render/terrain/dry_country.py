"""Dry country: which maps are dry, and the sand of their open ground."""

from __future__ import annotations

import math

from engine.view import View
from render.geometry.noise import chance, random_offset, scatter
from render.map_cache import once_per_map
from render.paint.canvas import Canvas

COMMON_TERRAINS = frozenset({"clear", "village", "lake"})
DRY_TERRAINS = frozenset({"tall_grass", "brambles", "rocky_hills", "scrub", "rocks", "wood"})
DRY_COUNTRIES = frozenset({"africa", "desert"})
"""Terrains of any country, and terrains of dry country only."""


@once_per_map
def is_dry_country(view: View) -> bool:
    """Whether a map is dry country: as it says, or some terrains are of dry country, none of other kinds."""
    if view.country in DRY_COUNTRIES:
        return True
    terrains = {h.terrain for h in view.hexes.values()}
    return bool(terrains & DRY_TERRAINS) and terrains <= DRY_TERRAINS | COMMON_TERRAINS


def sand(canvas: Canvas, view: View) -> None:
    """Wind ripples and pebbles, sparse over open ground."""
    r, bare = canvas.r, [h for h in canvas.layout.visible() if view.hexes[h].terrain == "clear"]
    spots = [*scatter(canvas.layout, bare, 0.36, 0.44, 64, 0.2)]
    with canvas.pen.ink(canvas.theme.dune) as nib:
        for spot in spots:
            luck = chance(spot.i, spot.j, 66)
            if luck < 0.2:
                long, lean = (
                    r * (0.13 + 0.07 * chance(spot.i, spot.j, 67)),
                    random_offset(spot.i, spot.j, 68, 0.05),
                )
                for n in range(1 + (luck < 0.09)):
                    wave = [
                        (spot.x + long * t + n * r * 0.05,
                         spot.y + n * r * 0.075 + long * (lean * t - 0.22 * math.cos(t * 2.2)))
                        for t in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
                    ]  # fmt: skip
                    nib.line(wave, max(0.9, r * 0.02), ends=False)
            elif luck > 0.93:
                nib.dot((spot.x, spot.y), max(0.8, r * 0.02))
