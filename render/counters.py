"""Counters: what one looks like, as a small picture kept for the next time. Knows nothing of hexes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.view import View
from render.lettering import fitting, write
from render.pen import Pen
from render.symbols import BADGES, SYMBOLS, arm, badge, corps_colour, sash
from render.theme import THEMES, Army, Colour, Theme, letters_on

PAD = 0.2  # room around a counter for shadow, badges and facing, in sides
STRIP = 0.235  # height of the corps strip, in sides
LEAST = 8  # pixels of the smallest letters on a counter
LABEL = 0.215  # size of the letters on the strip, in sides
PIP, BADGE = 0.062, 0.125  # radius of a pip for lost strength and of a badge, in sides
ASIDE = 0.45  # how far from a lower corner the nearest badge keeps when a facing stands there, in sides
MOST_BALLS, MOST_LETTERS = 6, 2  # balls that are drawn; letters lower right that leave them the middle
ROOM = 0.94  # of the strip that letters may take, in sides
CORNERS = {  # where the numbers stand, in sides: middle across, middle down, height, room across
    "nw": (0.15, 0.405, 0.25, 0.25),
    "ne": (0.85, 0.405, 0.25, 0.25),
    "sw": (0.2, 0.79, 0.34, 0.36),
    "se": (0.8, 0.79, 0.34, 0.36),
}
SYMBOL_BOX = (0.275, 0.275, 0.725, 0.575)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """All that a counter's picture depends on. `shade` is the colour of its strip, `facing` in radians."""

    side: int
    shade: Colour
    arm: str
    label: str
    corners: tuple[tuple[str, str], ...] = ()
    balls: int = 0
    stripes: int = 0
    states: tuple[str, ...] = ()
    losses: int = 0
    facing: tuple[float, ...] = ()


def looks(view: View, headings: tuple[float, ...], theme: Theme) -> dict[str, Look]:
    """How each counter of the view looks, by id. `headings` are the angles of the grid's directions.

    The label is the id, which players type; names are for sentences.
    """
    order = [s for s, _ in view.sides]
    corps: dict[str, list[str]] = {}
    for counter in view.counters:
        of_side = corps.setdefault(counter.side, [])
        if counter.corps not in of_side:
            of_side.append(counter.corps)
    found = {}
    for c in view.counters:
        place = theme.place(c.side, order)
        first, last = theme.armies[place].corps
        found[c.id] = Look(
            side=place,
            shade=corps_colour(first, last, corps[c.side].index(c.corps), len(corps[c.side])),
            arm=arm(c.symbol, c.kind),
            label=c.id,
            corners=tuple(sorted((k, v) for k, v in c.face.corners.items() if k in CORNERS and v)),
            balls=c.face.balls,
            stripes=c.face.stripes,
            states=tuple(c.face.states),
            losses=c.face.losses,
            facing=tuple(headings[f % len(headings)] for f in c.facing.values()),
        )
    return found


@lru_cache(maxsize=2048)
def sprite(look: Look, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter `side` pixels wide, with `PAD` sides of room all around."""
    theme = THEMES[theme_name]
    army = theme.armies[look.side]
    pad = round(side * PAD)
    image = Image.new("RGBA", (side + 2 * pad, side + 2 * pad), (*army.edge[:3], 0))
    pen, box = Pen(image), (pad, pad, pad + side, pad + side)
    _body(pen, box, side, look, army, theme)
    _symbol(pen, pad, side, look, theme)
    _middle(pen, pad, side, look, army)
    _numbers(image, pad, side, look, army, theme)
    _losses(pen, pad, side, look, theme)
    _badges(pen, pad, side, look)
    for angle in look.facing:
        _facing(pen, image.width / 2, side, angle, army)
    return image


def _body(pen: Pen, box: tuple[int, int, int, int], side: int, look: Look, army: Army, theme: Theme) -> None:
    """Shadow, cardboard, strip of the corps, and the bands of a demoralised or victorious unit."""
    x0, y0, x1, y1 = box
    corner = side * 0.12
    for drop, alpha in ((0.07, 60), (0.04, 110)):
        with pen.ink((*theme.shadow[:3], alpha)) as nib:
            nib.box_at(
                (x0 + side * drop * 0.6, y0 + side * drop, x1 + side * drop * 0.6, y1 + side * drop), corner
            )
    with pen.ink(army.edge) as nib:
        nib.box_at(box, corner)
    edge = max(1.2, side * 0.03)
    inner = (x0 + edge, y0 + edge, x1 - edge, y1 - edge)
    sheet = Image.new("RGBA", pen.image.size, (*army.body[:3], 255))
    inside = Pen(sheet)
    if "demoralised" in look.states:
        sash(inside, (x0, y0 + side * STRIP * 0.7, x1, y1), side * 0.3, theme)
    with inside.ink(look.shade) as nib:
        nib.polygon([(x0, y0), (x1, y0), (x1, y0 + side * STRIP), (x0, y0 + side * STRIP)])
    with inside.ink(army.edge) as nib:
        y = y0 + side * STRIP
        nib.line([(x0, y), (x1, y)], max(1.0, side * 0.022), ends=False)
    if "victorious" in look.states:
        _bar(inside, x0, y0, x1, y1, side, theme)
    mask = Image.new("L", sheet.size, 0)
    with Pen(shape := Image.new("RGBA", sheet.size)).ink((255, 255, 255)) as nib:
        nib.box_at(inner, corner - edge)
    mask = shape.getchannel("A")
    sheet.putalpha(mask)
    pen.image.alpha_composite(sheet)


def _bar(pen: Pen, x0: float, y0: float, x1: float, y1: float, side: int, theme: Theme) -> None:
    """The grey bar of a victorious unit, along the bottom."""
    top = y1 - side * 0.1
    with pen.ink(theme.symbol_ink) as nib:
        nib.polygon([(x0, top - side * 0.025), (x1, top - side * 0.025), (x1, y1), (x0, y1)])
    with pen.ink(theme.grey) as nib:
        nib.polygon([(x0, top), (x1, top), (x1, y1), (x0, y1)])


def _symbol(pen: Pen, pad: int, side: int, look: Look, theme: Theme) -> None:
    """The box with the arm of service."""
    box = tuple(pad + v * side for v in SYMBOL_BOX)
    thick = max(1.2, side * 0.034)
    x0, y0, x1, y1 = box
    with pen.ink(theme.symbol_ink) as nib:
        nib.box_at((x0 - thick, y0 - thick, x1 + thick, y1 + thick), 0)
    with pen.ink(theme.symbol) as nib:
        nib.box_at((x0, y0, x1, y1), 0)
    if look.arm:
        SYMBOLS[look.arm](pen, (x0, y0, x1, y1), theme, thick)


def _middle(pen: Pen, pad: int, side: int, look: Look, army: Army) -> None:
    """Cannonballs for range, or stripes for command radius, between the lower numbers."""
    wide = len(dict(look.corners).get("se", "")) > MOST_LETTERS
    x, y = pad + side * (0.44 if wide else 0.5), pad + side * 0.72
    with pen.ink(army.letters) as nib:
        shown = min(look.balls, MOST_BALLS)
        for n in range(shown):
            row, place = divmod(n, 3)
            across = min(shown, 3) if row == 0 else shown - 3
            nib.dot((x + (place - (across - 1) / 2) * side * 0.1, y + row * side * 0.1), side * 0.042)
        for n in range(min(look.stripes, 5)):
            up = y - side * 0.055 + n * side * 0.058
            nib.line([(x - side * 0.1, up), (x + side * 0.1, up)], max(1.0, side * 0.03), ends=False)


def _numbers(image: Image.Image, pad: int, side: int, look: Look, army: Army, theme: Theme) -> None:
    """The label on the strip and the numbers in the corners."""
    for where, x, y, size, text in lettered(look, side):
        colour = letters_on(look.shade) if where == "label" else army.letters
        banded = "demoralised" in look.states and where in ("nw", "se")
        write(
            image, (pad + x, pad + y), text, face="bold", size=size, colour=colour,
            halo=army.body if banded else None, halo_width=max(1, round(side * 0.04)),
        )  # fmt: skip


def lettered(look: Look, side: int) -> list[tuple[str, float, float, int, str]]:
    """Every text of a counter: which, its middle from the counter's corner and size in pixels, as cut."""
    raised = side * 0.055 if "victorious" in look.states else 0.0
    label, small = fitting(look.label, "bold", max(LEAST, round(side * LABEL)), side * ROOM, LEAST)
    texts = [("label", side * 0.5, side * (STRIP / 2 + 0.012), small, label)]
    for where, text in look.corners:
        x, y, height, room = CORNERS[where]
        shown, size = fitting(text, "bold", max(LEAST, round(side * height)), side * room, LEAST)
        texts.append((where, x * side, y * side - (raised if y > 0.5 else 0.0), size, shown))
    return texts


def pips(look: Look) -> list[tuple[float, float]]:
    """The middles of the pips for lost strength, in sides from the counter's corner: down the right edge,
    down the left one where the counter looks to the right."""
    x = 0.015 if any(math.cos(angle) > 0.9 for angle in look.facing) else 0.985
    return [(x, 0.27 + n * 0.118) for n in range(min(look.losses, 6))]


def _losses(pen: Pen, pad: int, side: int, look: Look, theme: Theme) -> None:
    """A red pip for every loss."""
    for x, y in pips(look):
        at = (pad + side * x, pad + side * y)
        with pen.ink(theme.white) as nib:
            nib.dot(at, side * PIP)
        with pen.ink(theme.clash) as nib:
            nib.dot(at, side * PIP * 0.71)


def badges(look: Look) -> list[tuple[float, float]]:
    """The middles of the badges, in sides from the counter's corner: in a row on the lower edge.

    The row gives way to a facing that stands on that edge.
    """
    count = sum(s in BADGES for s in look.states)
    gaps = max(0, count - 1)
    low, high = 0.0, 1.0
    for angle in look.facing:
        if math.sin(angle) > 0.5 and abs(math.cos(angle)) > 0.1:
            low, high = (ASIDE, high) if math.cos(angle) < 0 else (low, 1 - ASIDE)
    pitch = min(0.25, (high - low) / max(1, gaps))
    first = min(max(0.5 - pitch * gaps / 2, low), high - pitch * gaps)
    return [(first + pitch * n, 1.0) for n in range(count)]


def _badges(pen: Pen, pad: int, side: int, look: Look) -> None:
    """The states that are badges."""
    shown = [s for s in look.states if s in BADGES]
    for state, (x, y) in zip(shown, badges(look), strict=True):
        badge(pen, state, (pad + side * x, pad + side * y), side * BADGE)


def _facing(pen: Pen, middle: float, side: int, angle: float, army: Army) -> None:
    """A triangle on the counter's edge, where it looks."""
    ux, uy = math.cos(angle), math.sin(angle)
    reach = side * 0.5 / max(abs(ux), abs(uy))
    x, y = middle + ux * reach, middle + uy * reach
    tip, half = side * 0.13, side * 0.11
    corners = [(x + ux * tip, y + uy * tip), (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)]
    with pen.ink((255, 255, 255)) as nib:
        nib.polygon(corners)
        nib.outline(corners, side * 0.05)
    with pen.ink(army.edge) as nib:
        nib.polygon(corners)


def faded(image: Image.Image, share: float, tone: Colour) -> Image.Image:
    """The same picture, only `share` of its colours kept and the rest `tone`; the ground does not show."""
    solid = Image.new("RGBA", image.size, (*tone[:3], 255))
    pale = Image.blend(image, solid, 1 - share)
    pale.putalpha(image.getchannel("A"))
    return pale
