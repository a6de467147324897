"""What a player chooses from: letters of hexes, chances of targets, hexes under fire."""

from __future__ import annotations

from engine.view import View
from render.geometry.layout import Point
from render.paint.canvas import Canvas, draw_tag
from render.paint.text import text_width

LETTER = 0.58  # height of a letter in a hex, in radii
BESIDE = 0.62  # how far above the middle a letter stands where a counter stands, in radii
STEP = (0.4, 0.56)  # height of a direction's letters, and where they stand on the way to its hex
CHANCE = (0.5, 0.96)  # height of a chance, and how far above the middle it stands, in radii
CROSS_HAIR = (0.17, 0.42)  # radius of a cross hair, and how far right and down it stands, in radii


def letters(canvas: Canvas, view: View) -> None:
    """A letter on a dark disc in each lettered hex, above the counter where one stands; the letters of next
    steps stand before the hexside to be crossed."""
    taken, hand = {counter.hex for counter in view.counters}, view.counter(view.selected)
    for hex_ in canvas.layout.visible():
        text, (x, y) = view.letters.get(hex_, ""), canvas.layout.centre(hex_)
        if text and hand is not None and hand.hex and hex_ in (view.steps.keys() | view.closed):
            size, along = STEP
            draw_letter(canvas, canvas.layout.between(hand.hex, hex_, along), text, canvas.r * size)
        elif text:
            draw_letter(canvas, (x, y - canvas.r * BESIDE * (hex_ in taken)), text, canvas.r * LETTER)


def draw_letter(canvas: Canvas, at: Point, text: str, size: float) -> None:
    """A letter, or a short word, `size` pixels high, light on a dark disc with a light rim."""
    (x, y), round_ = at, size * 0.7
    wide = max(round_, text_width(text, "bold", max(7, round(size))) / 2 + size * 0.32)
    for colour, more in ((canvas.theme.white, max(1.5, size * 0.08)), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            box = (x - wide - more, y - round_ - more, x + wide + more, y + round_ + more)
            nib.rectangle(box, round_ + more)
    canvas.text(at, text, size=size, colour=canvas.theme.selection)


def chances(canvas: Canvas, view: View) -> None:
    """A chance in words on a dark plate above the counter it is about, unless it stands beside its odds."""
    at = {counter.id: counter.hex for counter in view.counters}
    told = {at.get(clash.defender) for clash in view.clashes if clash.odds}
    for hex_, text in sorted(view.chances.items()):
        if hex_ in canvas.layout.grid and hex_ not in told:
            x, y = canvas.layout.centre(hex_)
            high, above = (canvas.r * n for n in CHANCE)
            draw_tag(canvas, (x, y - above), text, canvas.theme.symbol_ink, canvas.theme.selection, high)


def danger(canvas: Canvas, view: View) -> None:
    """A red cross hair in the lower right of each hex in reach that is under fire."""
    for hex_ in canvas.layout.visible():
        if hex_ in view.danger:
            (x, y), (size, off) = canvas.layout.centre(hex_), (canvas.r * n for n in CROSS_HAIR)
            draw_cross_hair(canvas, (x + off, y + off), size)


def draw_cross_hair(canvas: Canvas, at: Point, size: float) -> None:
    """A red ring with a cross through it, `size` pixels its radius."""
    (x, y), (white, red) = at, (canvas.theme.white, canvas.theme.charge)
    wide = size * 0.26
    for colour, more in ((white, size * 0.36), (red, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line([(x - size * 1.3, y), (x + size * 1.3, y)], wide + more)
            nib.line([(x, y - size * 1.3), (x, y + size * 1.3)], wide + more)
            nib.dot((x, y), size + (wide + more) / 2)
    for colour, radius in ((white, size - wide / 2), (red, size * 0.3)):
        with canvas.pen.ink(colour) as nib:
            nib.dot((x, y), radius)
