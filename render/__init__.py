"""A view in, a picture out. Asks no rule, opens no file but its own fonts, makes no sentence.

Each folder imports only from those before it: geometry (where hexes are), paint (pens, colours, caches),
terrain (the ground), map (the printed map), counters, labels (names and numbers of hexes), overlays (what is
drawn over the map), page (header, legend, inset map, cards), league (standings, brackets, charts of lines).

What draws is loaded at its first use: the bot's own process only chooses what is drawn, and needs no Pillow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from render.caption import Caption
from render.page.legend_keys import legend_keys
from render.paint.theme import THEMES

if TYPE_CHECKING:
    from render.layers import LAYER_NAMES as LAYERS
    from render.picture import BOX, TALLEST, covered_names, draw, draw_uncached

__all__ = [
    "BOX",
    "LAYERS",
    "TALLEST",
    "THEMES",
    "Caption",
    "covered_names",
    "draw",
    "draw_uncached",
    "legend_keys",
]


def __getattr__(name: str) -> Any:
    """What draws, by its name."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from render import layers, picture

    return layers.LAYER_NAMES if name == "LAYERS" else getattr(picture, name)
