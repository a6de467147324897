"""A view in, a picture out. Asks no rule, opens no file but its own fonts, makes no sentence.

Each folder imports only from those before it: geometry (where hexes are), paint (pens, colours, caches),
terrain (the ground), map (the printed map), counters, labels (names and numbers of hexes), overlays (what is
drawn over the map), page (header, legend, inset map, cards), league (standings, brackets, charts of lines).
"""

from __future__ import annotations

from render.caption import Caption
from render.counters.troop_symbols import SYMBOL_SETS
from render.layers import LAYER_NAMES as LAYERS
from render.page.legend_keys import legend_keys
from render.paint.theme import THEMES
from render.picture import BOX, draw, draw_uncached

__all__ = ["BOX", "LAYERS", "SYMBOL_SETS", "THEMES", "Caption", "draw", "draw_uncached", "legend_keys"]
