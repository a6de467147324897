"""The symbol in the middle of a counter: its troop type, in one of two sets."""

from __future__ import annotations

from render.counters.napoleonic_troops import NAPOLEONIC, draw_napoleonic
from render.counters.nato_symbols import NATO, draw_nato
from render.counters.samurai_troops import SAMURAI, draw_samurai
from render.counters.victorian_troops import VICTORIAN, draw_victorian
from render.paint.pen import AnyPen, Box
from render.paint.theme import Army, Theme

SYMBOL_SETS = ("nato", "period")
"""The sets: NATO symbols, or soldiers and weapons of the period. Both have a drawing for every name."""

BOXES = {"nato": (0.29, 0.33, 0.71, 0.6), "period": (0.275, 0.305, 0.725, 0.615)}
"""The box of the symbol in each set, in sides from the counter's corner."""


def troop_type(symbol: str, kind: str) -> str:
    """The name of the drawing for a symbol, or for the kind when the symbol is unknown; "" for none."""
    plain = symbol.replace("-", "_").replace(" ", "_").lower()
    return next((name for name in (plain, kind) if name in NATO), "")


def draw_troop_symbol(pen: AnyPen, box: Box, name: str, symbols: str, theme: Theme, army: Army) -> None:
    """Draw the box with the drawing of that name from a set; an empty box when there is none."""
    x0, y0, x1, y1 = box
    thick = max(1.2, (x1 - x0) * 0.075)
    frame = thick if symbols == "nato" else thick * 0.5
    with pen.ink(theme.symbol_ink) as nib:
        nib.rectangle((x0 - frame, y0 - frame, x1 + frame, y1 + frame), 0)
    with pen.ink(theme.symbol) as nib:
        nib.rectangle(box, 0)
    if name and symbols == "nato":
        draw_nato(name, pen, box, theme, thick)
    elif name in SAMURAI:
        draw_samurai(name, pen, box, theme, thick)
    elif name in VICTORIAN:
        draw_victorian(name, pen, box, theme, army)
    elif name in NAPOLEONIC:
        draw_napoleonic(name, pen, box, theme, army)
