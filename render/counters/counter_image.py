"""The picture of a counter: shadow, body, symbol, numbers, badges, facing. Cached in memory and on disk."""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image

from render.counters.badges import BADGES, draw_badge, draw_sash
from render.counters.counter_look import STRENGTH, CounterLook, parts_of
from render.counters.face_layout import (
    BADGE,
    BAR,
    FACING,
    PIP,
    SMALLER,
    STRIP,
    WITHIN,
    badge_places,
    facing_places,
    has_large_figure,
    pip_places,
    strip_height,
    text_places,
)
from render.counters.formations import draw_bayonets, draw_gap, draw_limber, draw_open_order
from render.counters.side_shapes import draw_frame, has_inner_line, silhouette
from render.counters.troop_symbols import BOXES, draw_troop_symbol
from render.geometry.layout import Point
from render.paint.caches import from_disk, kept_in
from render.paint.canvas import Canvas, masks
from render.paint.pen import Box, Pen
from render.paint.text import draw_narrowed, draw_text
from render.paint.theme import THEMES, Army, Colour, Theme, text_colour_on

PAD = 0.2  # room around a counter for shadow, badges and facing, in sides
BESIDE_FIGURE = (0.075, 0.33, 0.49, 0.68)  # the box of the symbol beside a large figure, in sides
WIDER = 0.02  # how much farther the symbol of a small counter goes to both sides, in sides
UNDER_SYMBOL = (0.28, 0.83)  # where range or command radius stand there, in sides
MAKES_WAY = 0.02  # how far the symbol makes way for two digits on its right, in sides
MOST_BALLS, MOST_POSTS = 6, 2  # balls that are drawn; letters lower right that leave them the middle
PALE = 0.6  # of the colours of a pale counter; the rest is open ground


def counter_image(look: CounterLook, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter `side` pixels wide, with `PAD` sides of room all around."""
    return marked(face_image(bare(look), side, theme_name), look, side, theme_name)


def bare(look: CounterLook) -> CounterLook:
    """The look without what changes from order to order: losses, badges, facing."""
    return replace(look, losses=0, facing=(), states=tuple(s for s in look.states if s not in BADGES))


def face_image(look: CounterLook, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter without losses, badges and facing."""
    theme = THEMES[theme_name]
    army = theme.armies[look.side]
    pad = round(side * PAD)
    cardboard = replace(look, troop="", label="", balls=0, stripes=0, corners=_of_strip(look))
    image = _blank(cardboard, side, theme_name).copy()
    pen = Pen(image)
    box = _box(look, pad, side)
    draw_troop_symbol(pen, box, look.troop, look.symbols, theme, army)
    _middle(pen, pad, side, look, army)
    _numbers(image, pad, side, look, army)
    return image


def _of_strip(look: CounterLook) -> tuple[tuple[str, str], ...]:
    """The corners in which the height of the strip is the same."""
    return ((STRENGTH, "0"),) if look.strength else ()


@kept_in(masks)
def _blank(look: CounterLook, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter without troop, letters and numbers: the same for many of a corps."""
    theme = THEMES[theme_name]
    army, pad = theme.armies[look.side], round(side * PAD)
    image = Image.new("RGBA", (side + 2 * pad, side + 2 * pad), (*army.edge[:3], 0))
    _body(Pen(image), (pad, pad, pad + side, pad + side), side, look, army, theme)
    return image


def marked(face: Image.Image, look: CounterLook, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter from that of its bare look."""
    image, theme, pad = face.copy(), THEMES[theme_name], round(side * PAD)
    pen, army = Pen(image), theme.armies[look.side]
    _losses(pen, pad, side, look, theme)
    _badges(pen, pad, side, look)
    hollow = look.bases == 1
    for nth, ((x, y), angle) in enumerate(zip(facing_places(look), look.facing, strict=True)):
        size = side if look.bases == 1 else side * SMALLER
        _facing(pen, (pad + x * side, pad + y * side), size, angle, army, hollow=hollow and nth > 0)
    return image


def _box(look: CounterLook, pad: int, side: int) -> Box:
    """The box of the symbol, in pixels: narrower in a double frame, aside for two digits on its right, larger
    on a small counter."""
    large = has_large_figure(look, side)
    x0, y0, x1, y1 = BESIDE_FIGURE if large else BOXES[look.symbols]
    if not large and (lower := STRIP - strip_height(look, side)):
        x0, y0, x1 = x0 - WIDER, y0 - lower, x1 + WIDER
    if has_inner_line(look.side):
        x0, x1 = 0.5 + (x0 - 0.5) * WITHIN, 0.5 + (x1 - 0.5) * WITHIN
    if not large and len(dict(look.corners).get("ne", "")) > 1:
        x0, x1 = x0 - MAKES_WAY, x1 - MAKES_WAY
    return pad + x0 * side, pad + y0 * side, pad + x1 * side, pad + y1 * side


def _body(
    pen: Pen, box: tuple[int, int, int, int], side: int, look: CounterLook, army: Army, theme: Theme
) -> None:
    """Shadow, cardboard in its side's shape, the corps' strip, bands of a demoralised or victorious unit."""
    x0, y0, x1, y1 = box
    for drop, alpha in ((0.07, 60), (0.04, 110)):
        with pen.ink((*theme.shadow[:3], alpha)) as nib:
            down = side * drop
            silhouette(nib, look.side, (x0 + down * 0.6, y0 + down, x1 + down * 0.6, y1 + down))
    if "square" in look.states:
        draw_bayonets(pen, box, side, theme, army)
    edge = draw_frame(pen, look.side, box, army, theme.white)
    sheet = Image.new("RGBA", pen.image.size, (*army.body[:3], 255))
    strip = strip_height(look, side)
    inside, low = Pen(sheet), y0 + side * strip
    if "demoralised" in look.states:
        draw_sash(inside, (x0, y0 + side * strip * 0.7, x1, y1), side * 0.3, theme)
    for colour, bottom in ((army.edge, low + max(1.0, side * 0.022)), (look.shade, low)):
        with inside.ink(colour) as nib:
            nib.rectangle((x0, y0, x1, bottom))
    if "victorious" in look.states:
        for colour, right in ((army.edge, BAR + 0.025), (theme.grey, BAR)):
            with inside.ink(colour) as nib:
                nib.rectangle((x0, low + side * 0.022, x0 + edge * 0.5 + side * right, y1))
    shape = Image.new("RGBA", sheet.size)
    with Pen(shape).ink((255, 255, 255)) as nib:
        silhouette(nib, look.side, box, edge)
    sheet.putalpha(shape.getchannel("A"))
    pen.image.alpha_composite(sheet)
    if "skirmisher" in look.states:
        draw_open_order(pen, box, side, theme)
    if look.halved:
        draw_gap(pen, box, side, army, strip)


def _middle(pen: Pen, pad: int, side: int, look: CounterLook, army: Army) -> None:
    """Cannonballs for range, or stripes for command radius, between the lower numbers."""
    wide = len(dict(look.corners).get("se", "")) > MOST_POSTS
    x, y = pad + side * (0.44 if wide else 0.5), pad + side * 0.74
    if has_large_figure(look, side):
        x, y = pad + side * UNDER_SYMBOL[0], pad + side * UNDER_SYMBOL[1]
    with pen.ink(army.letters) as nib:
        balls = min(look.balls, MOST_BALLS)
        for n in range(balls):
            row, place = divmod(n, 3)
            across = min(balls, 3) if row == 0 else balls - 3
            nib.dot((x + (place - (across - 1) / 2) * side * 0.1, y + row * side * 0.1), side * 0.042)
        for n in range(min(look.stripes, 5)):
            up = y - side * 0.055 + n * side * 0.058
            nib.line([(x - side * 0.1, up), (x + side * 0.1, up)], max(1.0, side * 0.03), ends=False)
    if "team" in look.states:
        draw_limber(pen, (x - side * 0.04, y - side * 0.03), side, army)


def _numbers(image: Image.Image, pad: int, side: int, look: CounterLook, army: Army) -> None:
    """The label on the strip and the numbers in the corners."""
    for text in text_places(look, side):
        colour = text_colour_on(look.shade) if text.where == "label" else army.letters
        banded = "demoralised" in look.states and text.where in ("nw", "se")
        at = (pad + text.x, pad + text.y)
        if text.share < 1:
            draw_narrowed(image, at, text.text, face="bold", size=text.size, colour=colour, share=text.share)
            continue
        draw_text(
            image, at, text.text, face="bold", size=text.size, colour=colour,
            halo=army.body if banded else None, halo_width=max(1, round(side * 0.04)),
        )  # fmt: skip


def _losses(pen: Pen, pad: int, side: int, look: CounterLook, theme: Theme) -> None:
    """A red pip for every loss."""
    for x, y in pip_places(look):
        at = (pad + side * x, pad + side * y)
        with pen.ink(theme.white) as nib:
            nib.dot(at, side * PIP)
        with pen.ink(theme.clash) as nib:
            nib.dot(at, side * PIP * 0.74)


def _badges(pen: Pen, pad: int, side: int, look: CounterLook) -> None:
    """A badge for every state that has one."""
    states = [s for s in look.states if s in BADGES]
    for state, (x, y) in zip(states, badge_places(look), strict=True):
        draw_badge(pen, state, (pad + side * x, pad + side * y), side * BADGE)


def _facing(pen: Pen, at: tuple[float, float], side: float, angle: float, army: Army, hollow: bool) -> None:
    """A triangle on the edge that the unit faces; hollow for a further base."""
    ux, uy = math.cos(angle), math.sin(angle)
    x, y = at[0] - ux * side * FACING * 0.6, at[1] - uy * side * FACING * 0.6
    tip, half = side * 0.18, side * 0.15

    def corners(share: float) -> list[tuple[float, float]]:
        far, wide, back = tip * share, half * share, tip * (1 - share) * 0.3
        foot = (x + ux * back, y + uy * back)
        return [
            (foot[0] + ux * far, foot[1] + uy * far),
            (foot[0] - uy * wide, foot[1] + ux * wide),
            (foot[0] + uy * wide, foot[1] - ux * wide),
        ]

    with pen.ink((255, 255, 255)) as nib:
        nib.polygon(corners(1.0))
        nib.outline(corners(1.0), side * 0.06)
    with pen.ink(army.edge) as nib:
        nib.polygon(corners(1.0))
    if hollow:
        with pen.ink((255, 255, 255)) as nib:
            nib.polygon(corners(0.55))


def faded(image: Image.Image, share: float, tone: Colour) -> Image.Image:
    """The same picture with `share` of its colours, blended with `tone`; the ground does not show through."""
    solid = Image.new("RGBA", image.size, (*tone[:3], 255))
    pale = Image.blend(image, solid, 1 - share)
    pale.putalpha(image.getchannel("A"))
    return pale


def draw_counter(canvas: Canvas, look: CounterLook, middle: Point, side: int, *, pale: bool = False) -> None:
    """Draw a counter `side` pixels wide on a canvas; `pale` when it takes no part."""
    key = ("counter", parts_of(look), side, canvas.theme.name, pale)
    pad = round(side * PAD)
    at = (round(middle[0] - side / 2) - pad, round(middle[1] - side / 2) - pad)
    size = (side + 2 * pad, side + 2 * pad)
    canvas.paste(lambda: _fetched(canvas, look, side, pale), at, size, key=key)


def _fetched(canvas: Canvas, look: CounterLook, side: int, pale: bool) -> Image.Image:
    """The picture (RGBA), that of its bare look from the disk cache, else drawn."""
    plain, theme = bare(look), canvas.theme
    key = ("face", plain, side, theme.name)
    face = from_disk(canvas.disk_cache, key, lambda: face_image(plain, side, theme.name))
    picture = marked(face, look, side, theme.name)
    return faded(picture, PALE, theme.lowland) if pale else picture
