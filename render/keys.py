"""The small pictures of the legend for what is shown on request; `h` is the height of a swatch in pixels."""

from __future__ import annotations

from collections.abc import Callable

from render.aspects import TINT, ink, pattern
from render.canvas import Canvas
from render.command import DARK as BARRED
from render.command import chain, crosses, stray, tie
from render.entry import arrow
from render.layout import Point
from render.path import left, line, price
from render.rose import cross, lunge
from render.sight import DARK, LIGHT, bars, bound, ring, screen, shot, stopped, strike
from render.zones import remainder


def _middle(canvas: Canvas) -> Point:
    x0, y0, x1, y1 = canvas.layout.map_box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _first(canvas: Canvas) -> str:
    return canvas.sides[0] if canvas.sides else ""


def _ends(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    canvas.tint(canvas.theme.reach, canvas.layout.grid, 1.0)
    small = canvas.r
    remainder(canvas, (x, y - small * 0.1), 2, canvas.theme.symbol_ink, True)


def _command(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    chain(canvas, ((x - h * 0.9, y), (x + h * 0.9, y)), rest, h * 0.9)


def _tie(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    tie(canvas, (x - h * 1.3, y), (x + h * 0.9, y), _first(canvas), h * 1.1)


def _unled(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    stray(canvas, (x, y + h * 0.34), h * 0.72)


def _range(canvas: Canvas, rest: str, h: float) -> None:
    canvas.tint((*canvas.theme.white[:3], LIGHT), canvas.layout.grid, 1.0)
    x, y = _middle(canvas)
    for colour, wide in ((canvas.theme.white, 0.24), (canvas.theme.symbol_ink, 0.13)):
        with canvas.pen.ink(colour) as nib:
            nib.line([(x - h, y + h * 0.3), (x + h, y + h * 0.3)], h * wide)


def _fire(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    shot(canvas, (x - h * 1.3, y), (x + h * 0.36, y), h * 0.5, True)
    ring(canvas, (x + h * 0.36, y), h * 0.5, True)


def _spared(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    shot(canvas, (x - h * 1.3, y), (x + h * 0.36, y), h * 0.5, False)
    ring(canvas, (x + h * 0.36, y), h * 0.5, False)


def _unseen(canvas: Canvas, rest: str, h: float) -> None:
    canvas.tint((*canvas.theme.symbol_ink[:3], DARK), canvas.layout.grid, 1.0)
    bars(canvas, _middle(canvas), h * 0.95)


def _screen(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    half = h * 0.34
    corners = [(x - half, y), (x - half / 2, y - half), (x + half / 2, y - half), (x + half, y),
               (x + half / 2, y + half), (x - half / 2, y + half)]  # fmt: skip
    screen(canvas, corners, h * 0.9)


def _stop(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    stopped(canvas, (x - h * 1.4, y), (x + h * 1.4, y), (x, y), h * 0.9)
    strike(canvas, (x, y), h * 0.9)


def _way(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    line(canvas, [(x - h * 1.3, y), (x, y), (x + h * 0.6, y)], _first(canvas), h * 0.9)


def _price(canvas: Canvas, rest: str, h: float) -> None:
    price(canvas, _middle(canvas), "2", h * 0.34)


def _left(canvas: Canvas, rest: str, h: float) -> None:
    left(canvas, _middle(canvas), "3", h * 0.62)


def _test(canvas: Canvas, rest: str, h: float) -> None:
    price(canvas, _middle(canvas), "2?", h * 0.34)


def _lunge(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    lunge(canvas, (x - h * 0.85, y), (x + h, y), h * 0.9)


def _barred(canvas: Canvas, rest: str, h: float) -> None:
    cross(canvas, _middle(canvas), h * 1.2)


def _entry(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    arrow(canvas, [(x - h * 0.6, y), (x + h * 0.6, y)], _first(canvas), rest, h * 0.9)


def _arc(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    bound(canvas, [(x - h * 1.1, y + h * 0.3), (x, y - h * 0.25), (x + h * 1.1, y + h * 0.3)], h * 1.5)


def _cut_off(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    canvas.tint((*canvas.theme.symbol_ink[:3], BARRED), canvas.layout.grid, 1.0)
    u, v = h * 0.6, h * 0.34
    crosses(canvas, [((x - u, y - v), (x + u, y + v)), ((x - u, y + v), (x + u, y - v))], h * 1.2)


def _aspect(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    canvas.tint((*ink(canvas, rest)[:3], TINT[rest]), canvas.layout.grid, 1.0)
    corners = [(x - h, y - h * 0.7), (x + h, y - h * 0.7), (x + h, y + h * 0.7), (x - h, y + h * 0.7)]
    pattern(canvas, rest, (x, y), corners, h * 0.9, 0.0)


KEYS: dict[str, Callable[[Canvas, str, float], None]] = {
    "ends": _ends,
    "command": _command,
    "tie": _tie,
    "unled": _unled,
    "range": _range,
    "fire": _fire,
    "spared": _spared,
    "unseen": _unseen,
    "screen": _screen,
    "stop": _stop,
    "way": _way,
    "price": _price,
    "left": _left,
    "test": _test,
    "lunge": _lunge,
    "barred": _barred,
    "entry": _entry,
    "arc": _arc,
    "cut_off": _cut_off,
    "aspect": _aspect,
}
