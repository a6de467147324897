"""Counters: what one looks like, as a small picture kept for the next time. Knows nothing of hexes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.view import CounterView, View
from render.arms import BOXES, arm, draw_arm
from render.formations import bayonets, cut, limber, open_order
from render.lettering import fitting, write
from render.pen import Box, Pen
from render.sidemarks import framed, inner, room, silhouette
from render.symbols import BADGES, badge, corps_colour, sash
from render.theme import THEMES, Army, Colour, Theme, letters_on

PAD = 0.2  # room around a counter for shadow, badges and facing, in sides
STRIP = 0.265  # height of the corps strip, in sides
LEAST = 8  # pixels of the smallest letters on a counter
LABEL = 0.235  # size of the letters on the strip, in sides
PIP, BADGE = 0.088, 0.14  # radius of a pip for lost strength and of a badge, in sides
PIPS = (0.3, 0.155, 0.62)  # where the first pip stands, the next one, and how far down they may go, in sides
EDGE, FACING = 0.495, 0.12  # where the triangle of a facing begins, and its radius, in sides
BETWEEN = 0.3  # from badge to badge, in sides
ASIDE = 0.47  # how far from a lower corner the nearest badge keeps when a facing stands there, in sides
BEYOND = 0.06  # how far beside the counter the row of badges may begin and end, in sides
HANG = 1.06  # how far down the middles of the badges are, in sides: clear of the numbers
PIPS_AT = (-0.03, 1.03)  # how far across the pips stand, left and right, in sides
WITHIN = 0.93  # how much closer to the middle the numbers stand within a double frame
LABEL_WITHIN = 0.88  # how much smaller the label is there
MAKES_WAY = 0.02  # how far the symbol makes way for two digits on its right, in sides
BAR, ASIDE_OF_BAR = (
    0.1,
    0.05,
)  # width of a victorious unit's bar, and how far numbers make way for it, in sides
WORD = (0.755, 0.79, 0.34, 0.37)  # where a word stands instead of a number lower right
OPEN_ORDER = 0.05  # how much closer to the middle numbers stand within a frame of dots, in sides
HALF_FREE = 0.55  # where badges begin beside a triangle under the left stand, in sides
SMALLER, ACROSS = 0.9, 0.8  # size of the triangles of two bases; how far down one is that looks across
MOST_BALLS, MOST_LETTERS = 6, 2  # balls that are drawn; letters lower right that leave them the middle
CORNERS = {  # where the numbers stand, in sides: middle across, middle down, height, room across
    "nw": (0.155, 0.435, 0.27, 0.22),
    "ne": (0.845, 0.435, 0.27, 0.22),
    "sw": (0.21, 0.79, 0.38, 0.37),
    "se": (0.79, 0.79, 0.38, 0.37),
}
PLACES = {**CORNERS, "s": (0.5, 0.79, 0.32, 0.86)}  # and one instead of the lower two, across the whole foot


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """All that a counter's picture depends on.

    `shade` is the colour of its strip; `facing`, in radians, is its own and then those of its further bases.
    With two `bases` it is cut in two halves below its strip, each with a facing of its own; in a square it is
    not.
    """

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
    symbols: str = "nato"
    bases: int = 1

    @property
    def halved(self) -> bool:
        """Whether two stands are seen side by side."""
        return self.bases == 2 and "square" not in self.states


def looks(view: View, headings: tuple[float, ...], theme: Theme, symbols: str = "nato") -> dict[str, Look]:
    """How each counter of the view looks, by id. `headings` are the angles of the grid's directions;
    `symbols` is one of `arms.SYMBOLS`.

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
            corners=tuple(sorted((k, v) for k, v in c.face.corners.items() if k in PLACES and v)),
            balls=c.face.balls,
            stripes=c.face.stripes,
            states=tuple(c.face.states),
            losses=c.face.losses,
            facing=_facings(c, headings),
            symbols=symbols,
            bases=c.face.bases,
        )
    return found


def _facings(counter: CounterView, headings: tuple[float, ...]) -> tuple[float, ...]:
    """The angles in which a counter looks: base by base where its face tells them, else once each."""
    if counter.face.headings:
        return tuple(math.radians(30 * n - 90) for n in counter.face.headings)
    return tuple(dict.fromkeys(headings[f % len(headings)] for f in counter.facing.values()))


@lru_cache(maxsize=2048)
def sprite(look: Look, side: int, theme_name: str) -> Image.Image:
    """The picture (RGBA) of a counter `side` pixels wide, with `PAD` sides of room all around."""
    theme = THEMES[theme_name]
    army = theme.armies[look.side]
    pad = round(side * PAD)
    image = Image.new("RGBA", (side + 2 * pad, side + 2 * pad), (*army.edge[:3], 0))
    pen = Pen(image)
    _body(pen, (pad, pad, pad + side, pad + side), side, look, army, theme)
    box = _box(look, pad, side)
    draw_arm(pen, box, look.arm, look.symbols, theme, army)
    _middle(pen, pad, side, look, army)
    _numbers(image, pad, side, look, army, theme)
    _losses(pen, pad, side, look, theme)
    _badges(pen, pad, side, look)
    hollow = look.bases == 1
    for nth, ((x, y), angle) in enumerate(zip(facings(look), look.facing, strict=True)):
        size = side if look.bases == 1 else side * SMALLER
        _facing(pen, (pad + x * side, pad + y * side), size, angle, army, hollow=hollow and nth > 0)
    return image


def _box(look: Look, pad: int, side: int) -> Box:
    """Where the symbol is, in pixels: narrower within a double frame, aside for two digits on its right."""
    x0, y0, x1, y1 = BOXES[look.symbols]
    if inner(look.side):
        x0, x1 = 0.5 + (x0 - 0.5) * WITHIN, 0.5 + (x1 - 0.5) * WITHIN
    if len(dict(look.corners).get("ne", "")) > 1:
        x0, x1 = x0 - MAKES_WAY, x1 - MAKES_WAY
    return pad + x0 * side, pad + y0 * side, pad + x1 * side, pad + y1 * side


def _body(pen: Pen, box: tuple[int, int, int, int], side: int, look: Look, army: Army, theme: Theme) -> None:
    """Shadow, cardboard in its side's shape, the corps' strip, bands of a demoralised or victorious unit."""
    x0, y0, x1, y1 = box
    for drop, alpha in ((0.07, 60), (0.04, 110)):
        with pen.ink((*theme.shadow[:3], alpha)) as nib:
            down = side * drop
            silhouette(nib, look.side, (x0 + down * 0.6, y0 + down, x1 + down * 0.6, y1 + down))
    if "square" in look.states:
        bayonets(pen, box, side, theme, army)
    edge = framed(pen, look.side, box, army, theme.white)
    sheet = Image.new("RGBA", pen.image.size, (*army.body[:3], 255))
    inside, low = Pen(sheet), y0 + side * STRIP
    if "demoralised" in look.states:
        sash(inside, (x0, y0 + side * STRIP * 0.7, x1, y1), side * 0.3, theme)
    for colour, bottom in ((army.edge, low + max(1.0, side * 0.022)), (look.shade, low)):
        with inside.ink(colour) as nib:
            nib.box_at((x0, y0, x1, bottom))
    if "victorious" in look.states:
        for colour, right in ((army.edge, BAR + 0.025), (theme.grey, BAR)):
            with inside.ink(colour) as nib:
                nib.box_at((x0, low + side * 0.022, x0 + edge * 0.5 + side * right, y1))
    shape = Image.new("RGBA", sheet.size)
    with Pen(shape).ink((255, 255, 255)) as nib:
        silhouette(nib, look.side, box, edge)
    sheet.putalpha(shape.getchannel("A"))
    pen.image.alpha_composite(sheet)
    if "skirmisher" in look.states:
        open_order(pen, box, side, theme)
    if look.halved:
        cut(pen, box, side, army, STRIP)


def _middle(pen: Pen, pad: int, side: int, look: Look, army: Army) -> None:
    """Cannonballs for range, or stripes for command radius, between the lower numbers."""
    wide = len(dict(look.corners).get("se", "")) > MOST_LETTERS
    x, y = pad + side * (0.44 if wide else 0.5), pad + side * 0.74
    with pen.ink(army.letters) as nib:
        shown = min(look.balls, MOST_BALLS)
        for n in range(shown):
            row, place = divmod(n, 3)
            across = min(shown, 3) if row == 0 else shown - 3
            nib.dot((x + (place - (across - 1) / 2) * side * 0.1, y + row * side * 0.1), side * 0.042)
        for n in range(min(look.stripes, 5)):
            up = y - side * 0.055 + n * side * 0.058
            nib.line([(x - side * 0.1, up), (x + side * 0.1, up)], max(1.0, side * 0.03), ends=False)
    if "team" in look.states:
        limber(pen, (pad + side * 0.46, pad + side * 0.71), side, army)


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
    """Every text of a counter: which, its middle from the counter's corner and size in pixels. Labels are cut
    where there is no room, anything else is left out."""
    close, tall = (WITHIN, LABEL * LABEL_WITHIN) if inner(look.side) else (1.0, LABEL)
    room_there = side * room(look.side)
    label, small = fitting(look.label, "bold", max(LEAST, round(side * tall)), room_there, LEAST)
    texts = [("label", side * 0.5, side * (STRIP / 2 + 0.014 + (1 - close) * 0.22), small, label)]
    for where, text in look.corners:
        x, y, height, wide = WORD if where == "se" and text.isalpha() else PLACES[where]
        if "skirmisher" in look.states:
            x += math.copysign(OPEN_ORDER, 0.5 - x)
        x, y, wide = 0.5 + (x - 0.5) * close, 0.5 + (y - 0.5) * close, wide * (2 * close - 1)
        if "victorious" in look.states and x < 0.5:
            x, wide = x + ASIDE_OF_BAR, wide - 0.07
        shown, size = fitting(text, "bold", max(LEAST, round(side * height)), side * wide, LEAST)
        if shown == text:  # a part of it says something else
            texts.append((where, x * side, y * side, size, shown))
    return texts


def pips(look: Look) -> list[tuple[float, float]]:
    """The middles of the pips for lost strength, in sides from the counter's corner: down the right edge,
    down the left one where the counter looks to the right. Many of them overlap like coins."""
    x = PIPS_AT[not any(math.cos(angle) > 0.9 for angle in look.facing)]
    count, (first, pitch, reach) = min(look.losses, 6), PIPS
    pitch = min(pitch, reach / max(1, count - 1))
    return [(x, first + n * pitch) for n in range(count)]


def _losses(pen: Pen, pad: int, side: int, look: Look, theme: Theme) -> None:
    """A red pip for every loss."""
    for x, y in pips(look):
        at = (pad + side * x, pad + side * y)
        with pen.ink(theme.white) as nib:
            nib.dot(at, side * PIP)
        with pen.ink(theme.clash) as nib:
            nib.dot(at, side * PIP * 0.74)


def badges(look: Look) -> list[tuple[float, float]]:
    """The middles of the badges, in sides from the counter's corner: in a row on the lower edge.

    The row gives way to a facing that stands on that edge.
    """
    count = sum(s in BADGES for s in look.states)
    gaps = max(0, count - 1)
    low, high = -BEYOND, 1 + BEYOND
    down = HANG
    if look.bases == 2 and count:
        low, high, down = _row(look)
    for angle in look.facing if look.bases == 1 else ():
        if math.sin(angle) > 0.5 and abs(math.cos(angle)) > 0.1:
            low, high = (ASIDE, high) if math.cos(angle) < 0 else (low, 1 - ASIDE)
    pitch = min(BETWEEN, (high - low) / max(1, gaps))
    first = min(max(0.5 - pitch * gaps / 2, low), high - pitch * gaps)
    return [(first + pitch * n, down) for n in range(count)]


def _row(look: Look) -> tuple[float, float, float]:
    """Where the row of badges of two bases begins and ends, and how far down it is: on the lower edge, on the
    upper one when only there no triangle stands, beside a single triangle where both edges have one."""
    ways = [math.sin(angle) for angle in look.facing]
    below, above = [v > 0.1 for v in ways], [v < -0.1 for v in ways]
    if not any(below):
        return -BEYOND, 1 + BEYOND, HANG
    if not any(above):
        return -BEYOND, 1 + BEYOND, 1 - HANG
    if "square" in look.states:
        return 0.78, 1 + BEYOND, HANG
    return (HALF_FREE, 1 + BEYOND, HANG) if below[0] else (-BEYOND, 1 - HALF_FREE, HANG)


def _badges(pen: Pen, pad: int, side: int, look: Look) -> None:
    """The states that are badges."""
    shown = [s for s in look.states if s in BADGES]
    for state, (x, y) in zip(shown, badges(look), strict=True):
        badge(pen, state, (pad + side * x, pad + side * y), side * BADGE)


def facings(look: Look) -> list[tuple[float, float]]:
    """The middles of the triangles for its facing, in sides from the counter's corner."""
    if look.halved:
        return [_of_half(angle, nth) for nth, angle in enumerate(look.facing)]
    found = []
    for angle in look.facing:
        ux, uy = math.cos(angle), math.sin(angle)
        reach = EDGE / max(abs(ux), abs(uy)) + FACING * 0.6
        found.append((0.5 + ux * reach, 0.5 + uy * reach))
    return found


def _of_half(angle: float, nth: int) -> tuple[float, float]:
    """The same for a half: on its own upper or lower edge, a little to where it looks; looking across, low on
    its outer edge or beside the cut."""
    ux, uy = math.cos(angle), math.sin(angle)
    middle = 0.25 + 0.5 * nth
    if abs(uy) > 0.1:
        reach = EDGE + FACING * 0.45
        return middle + 0.1 * ux, 0.5 + math.copysign(reach, uy)
    inward = (ux > 0) == (nth == 0)
    return middle + math.copysign(0.2 if inward else 0.315, ux), ACROSS


def _facing(pen: Pen, at: tuple[float, float], side: float, angle: float, army: Army, hollow: bool) -> None:
    """A triangle on the counter's edge, where it looks; hollow for a further base."""
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
    """The same picture, only `share` of its colours kept and the rest `tone`; the ground does not show."""
    solid = Image.new("RGBA", image.size, (*tone[:3], 255))
    pale = Image.blend(image, solid, 1 - share)
    pale.putalpha(image.getchannel("A"))
    return pale
