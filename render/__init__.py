"""A view in, a picture out. Asks no rule, opens no file but its own fonts, makes no sentence."""

from render.board import draw, exact, near
from render.caption import Caption, legend_keys
from render.layers import NAMES as LAYERS
from render.theme import THEMES

__all__ = ["LAYERS", "THEMES", "Caption", "draw", "exact", "legend_keys", "near"]
