"""What is in the middle of a counter: its arm of service, in one of two sets of symbols."""

from __future__ import annotations

from render.expedition import EXPEDITION, expedition
from render.nato import NATO, nato
from render.pen import Box, Ink
from render.theme import Army, Theme
from render.uniforms import UNIFORMS, uniform
from render.weapons import WEAPONS, weapon

SYMBOLS = ("nato", "period")
"""The sets: signs of staffs, or soldiers and weapons of the time. Both have a drawing for every name."""

BOXES = {"nato": (0.275, 0.3, 0.725, 0.6), "period": (0.275, 0.285, 0.725, 0.645)}
"""Where the box of each set is, in sides from the counter's corner."""


def arm(symbol: str, kind: str) -> str:
    """The drawing for a symbol, or for the kind where the symbol is not one of ours; "" for an empty box."""
    plain = symbol.replace("-", "_").replace(" ", "_").lower()
    return next((name for name in (plain, kind) if name in NATO), "")


def draw_arm(pen: Ink, box: Box, name: str, symbols: str, theme: Theme, army: Army) -> None:
    """The box with the drawing of that name from a set; empty where there is none."""
    x0, y0, x1, y1 = box
    thick = max(1.2, (x1 - x0) * 0.075)
    frame = thick if symbols == "nato" else thick * 0.5
    with pen.ink(theme.symbol_ink) as nib:
        nib.box_at((x0 - frame, y0 - frame, x1 + frame, y1 + frame), 0)
    with pen.ink(theme.symbol) as nib:
        nib.box_at(box, 0)
    if name and symbols == "nato":
        nato(name, pen, box, theme, thick)
    elif name in WEAPONS:
        weapon(name, pen, box, theme, thick)
    elif name in EXPEDITION:
        expedition(name, pen, box, theme, army)
    elif name in UNIFORMS:
        uniform(name, pen, box, theme, army)
