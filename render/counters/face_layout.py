"""Where things stand on a counter: label, numbers, loss pips, badges, facing triangles. Draws nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from render.counters.badges import BADGES
from render.counters.counter_look import PLACES, STRENGTH, CounterLook
from render.counters.side_shapes import has_inner_line, label_room
from render.paint.text import capital_height, narrowed_text, text_width

STRIP = 0.295  # height of the corps strip, in sides
SMALL = 26  # pixels of the side below which a label's letters would be taller than the strip: it has none
LARGE_FIGURE = 42  # pixels of the side below which a counter shows its symbol and its strength alone, large
FIGURE = (0.745, 0.585, 0.8, 0.46)  # where its strength stands then, as in `PLACES`
THIN = 0.17  # height of the strip without a label, in sides
LEAST = 8  # pixels of the smallest letters on a counter
LABEL = 0.325  # size of the letters on the strip, in sides
PIP, BADGE = 0.088, 0.14  # radius of a pip for lost strength and of a badge, in sides
PIPS = (0.3, 0.155, 0.62)  # where the first pip stands, the next one, and how far down they may go, in sides
EDGE, FACING = 0.495, 0.12  # where the triangle of a facing begins, and its radius, in sides
BETWEEN = 0.3  # from badge to badge, in sides
ASIDE = 0.47  # how far from a lower corner the nearest badge keeps when a facing stands there, in sides
BEYOND = 0.06  # how far beside the counter the row of badges may begin and end, in sides
HANG = 1.06  # how far down the middles of the badges are, in sides: clear of the numbers
PIPS_AT = (-0.03, 1.03)  # how far across the pips stand, left and right, in sides
WITHIN = 0.93  # how much closer to the middle the numbers stand within a double frame
NARROWEST = 0.68  # share of their width to which letters on the strip are narrowed before they get smaller
NARROW_NUMBER = 0.8  # the same of numbers
LABEL_WITHIN = 0.88  # how much smaller the label is there
BAR, ASIDE_OF_BAR = (
    0.1,
    0.05,
)  # width of a victorious unit's bar, and how far numbers make way for it, in sides

WORD = (0.755, 0.79, 0.34, 0.37)  # where a word stands instead of a number lower right
OPEN_ORDER = 0.05  # how much closer to the middle numbers stand within a frame of dots, in sides
HALF_FREE = 0.55  # where badges begin beside a triangle under the left stand, in sides
SMALLER, ACROSS = 0.9, 0.8  # size of the triangles of two bases; how far down one is that looks across


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterText:
    """A text on a counter: its corner ("label" on the strip), its middle from the counter's corner and its
    size in pixels, the share of its width at which it is drawn."""

    where: str
    x: float
    y: float
    size: int
    text: str
    share: float = 1.0

    @property
    def half(self) -> tuple[float, float]:
        """Half its width and height as drawn, in pixels."""
        wide = text_width(self.text, "bold", self.size) * self.share
        return wide / 2, capital_height("bold", self.size) / 2


def has_large_figure(look: CounterLook, side: int) -> bool:
    """Whether the counter is so small that it shows its symbol and its strength alone."""
    return side < LARGE_FIGURE and bool(look.strength)


def strip_height(look: CounterLook, side: int) -> float:
    """The height of the corps strip in sides: thin where it has no label."""
    return THIN if side < SMALL or has_large_figure(look, side) else STRIP


@lru_cache(maxsize=2048)
def text_places(look: CounterLook, side: int) -> tuple[CounterText, ...]:
    """The texts of a counter: a label and its numbers.

    A label is cut where there is no room; any other text is left out. A small counter has no label, and no
    number but its strength: symbol and strength have the room.
    """
    if has_large_figure(look, side):
        return tuple(_text(look, side, STRENGTH, look.strength, FIGURE))
    close, tall = (WITHIN, LABEL * LABEL_WITHIN) if has_inner_line(look.side) else (1.0, LABEL)
    room_there = side * label_room(look.side)
    label, small, narrow = narrowed_text(
        look.label, "bold", max(LEAST, round(side * tall)), room_there, LEAST, NARROWEST
    )
    down = side * (STRIP / 2 + 0.014 + (1 - close) * 0.22)
    texts = []
    if side >= SMALL:
        texts = [CounterText(where="label", x=side * 0.5, y=down, size=small, text=label, share=narrow)]
    for where, text in look.corners:
        texts += _text(look, side, where, text, WORD if where == "se" and text.isalpha() else PLACES[where])
    return tuple(texts)


def _text(
    look: CounterLook, side: int, where: str, text: str, place: tuple[float, float, float, float]
) -> Iterator[CounterText]:
    """A number where it has room; nothing where only a part of it has, which says something else."""
    x, y, height, wide = place
    close = WITHIN if has_inner_line(look.side) else 1.0
    if "skirmisher" in look.states:
        x += math.copysign(OPEN_ORDER, 0.5 - x)
    x, y, wide = 0.5 + (x - 0.5) * close, 0.5 + (y - 0.5) * close, wide * (2 * close - 1)
    if "victorious" in look.states and x < 0.5:
        x, wide = x + ASIDE_OF_BAR, wide - 0.07
    fitted, size, narrow = narrowed_text(
        text, "bold", max(LEAST, round(side * height)), side * wide, LEAST, NARROW_NUMBER
    )
    if fitted == text:
        yield CounterText(where=where, x=x * side, y=y * side, size=size, text=text, share=narrow)


def pip_places(look: CounterLook) -> list[tuple[float, float]]:
    """The middles of the pips for lost strength, in sides from the counter's corner: down the right edge,
    down the left one when the counter faces right. Many of them overlap like coins."""
    x = PIPS_AT[not any(math.cos(angle) > 0.9 for angle in look.facing)]
    count, (first, pitch, reach) = min(look.losses, 6), PIPS
    pitch = min(pitch, reach / max(1, count - 1))
    return [(x, first + n * pitch) for n in range(count)]


def badge_places(look: CounterLook) -> list[tuple[float, float]]:
    """The middles of the badges, in sides from the counter's corner: in a row on the lower edge.

    The row makes room for a facing triangle on that edge.
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


def _row(look: CounterLook) -> tuple[float, float, float]:
    """Start, end and height of the row of badges on a counter of two bases: on the lower edge, on the upper
    one when only that has no triangle, beside a single triangle when both have one."""
    ways = [math.sin(angle) for angle in look.facing]
    below, above = [v > 0.1 for v in ways], [v < -0.1 for v in ways]
    if not any(below):
        return -BEYOND, 1 + BEYOND, HANG
    if not any(above):
        return -BEYOND, 1 + BEYOND, 1 - HANG
    if "square" in look.states:
        return 0.78, 1 + BEYOND, HANG
    return (HALF_FREE, 1 + BEYOND, HANG) if below[0] else (-BEYOND, 1 - HALF_FREE, HANG)


def facing_places(look: CounterLook) -> list[tuple[float, float]]:
    """The middles of the facing triangles, in sides from the counter's corner."""
    if look.halved:
        return [_of_half(angle, nth) for nth, angle in enumerate(look.facing)]
    places = []
    for angle in look.facing:
        ux, uy = math.cos(angle), math.sin(angle)
        reach = EDGE / max(abs(ux), abs(uy)) + FACING * 0.6
        places.append((0.5 + ux * reach, 0.5 + uy * reach))
    return places


def _of_half(angle: float, nth: int) -> tuple[float, float]:
    """The middle of the triangle of one half: on its upper or lower edge, shifted towards its facing; for a
    facing to the left or right, low on its outer edge or beside the gap."""
    ux, uy = math.cos(angle), math.sin(angle)
    middle = 0.25 + 0.5 * nth
    if abs(uy) > 0.1:
        reach = EDGE + FACING * 0.45
        return middle + 0.1 * ux, 0.5 + math.copysign(reach, uy)
    inward = (ux > 0) == (nth == 0)
    return middle + math.copysign(0.2 if inward else 0.315, ux), ACROSS
