"""The legend's swatches of overlays on request; `h` is the height of a swatch in pixels."""

from __future__ import annotations

from collections.abc import Callable

from render.geometry.layout import Point
from render.overlays.command import DARK as BARRED
from render.overlays.command import (
    draw_command_border,
    draw_command_line,
    draw_crossed_lines,
    draw_out_of_command,
)
from render.overlays.front_flank_rear import TINT, aspect_colour, draw_pattern
from render.overlays.line_of_sight import (
    DARK,
    LIGHT,
    draw_arc_edge,
    draw_block_cross,
    draw_blocked_line,
    draw_blocking_frame,
    draw_hidden_bars,
    draw_line_of_fire,
    draw_target_ring,
)
from render.overlays.movement_arrows import draw_possible_charge
from render.overlays.path_preview import draw_path, draw_points_left, draw_step_cost
from render.overlays.reach import draw_charge_frame, draw_remaining_points
from render.overlays.setup_and_entry import draw_entry_arrow
from render.overlays.step_compass import draw_no_entry
from render.paint.canvas import Canvas


def middle(canvas: Canvas) -> Point:
    """The middle of a swatch."""
    x0, y0, x1, y1 = canvas.layout.map_box
    return (x0 + x1) / 2, (y0 + y1) / 2


def first_side(canvas: Canvas) -> str:
    """The side in whose colours a swatch is drawn."""
    return canvas.sides[0] if canvas.sides else ""


def _ends(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    canvas.tint(canvas.theme.reach, canvas.layout.grid, 1.0)
    small = canvas.r
    draw_remaining_points(canvas, (x, y - small * 0.1), 2, canvas.theme.symbol_ink, True)


def _arrival_charge(canvas: Canvas, rest: str, h: float) -> None:
    canvas.tint(canvas.theme.costs[-1], canvas.layout.grid, 1.0)
    draw_charge_frame(canvas, canvas.layout.corners(middle(canvas), h * 0.42 / canvas.r), h)


def _command(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_command_border(canvas, ((x - h * 0.9, y), (x + h * 0.9, y)), rest, h * 0.9)


def _tie(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_command_line(canvas, (x - h * 1.3, y), (x + h * 0.9, y), first_side(canvas), h * 1.1)


def _unled(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_out_of_command(canvas, (x, y + h * 0.34), h * 0.72)


def _range(canvas: Canvas, rest: str, h: float) -> None:
    canvas.tint((*canvas.theme.white[:3], LIGHT), canvas.layout.grid, 1.0)
    x, y = middle(canvas)
    for colour, wide in ((canvas.theme.white, 0.24), (canvas.theme.symbol_ink, 0.13)):
        with canvas.pen.ink(colour) as nib:
            nib.line([(x - h, y + h * 0.3), (x + h, y + h * 0.3)], h * wide)


def _fire(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_line_of_fire(canvas, (x - h * 1.3, y), (x + h * 0.36, y), h * 0.5, True)
    draw_target_ring(canvas, (x + h * 0.36, y), h * 0.5, True)


def _spared(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_line_of_fire(canvas, (x - h * 1.3, y), (x + h * 0.36, y), h * 0.5, False)
    draw_target_ring(canvas, (x + h * 0.36, y), h * 0.5, False)


def _unseen(canvas: Canvas, rest: str, h: float) -> None:
    canvas.tint((*canvas.theme.symbol_ink[:3], DARK), canvas.layout.grid, 1.0)
    draw_hidden_bars(canvas, middle(canvas), h * 0.95)


def _screen(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    half = h * 0.34
    corners = [(x - half, y), (x - half / 2, y - half), (x + half / 2, y - half), (x + half, y),
               (x + half / 2, y + half), (x - half / 2, y + half)]  # fmt: skip
    draw_blocking_frame(canvas, corners, h * 0.9)


def _stop(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_blocked_line(canvas, (x - h * 1.4, y), (x + h * 1.4, y), (x, y), h * 0.9)
    draw_block_cross(canvas, (x, y), h * 0.9)


def _way(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_path(canvas, [(x - h * 1.3, y), (x, y), (x + h * 0.6, y)], first_side(canvas), h * 0.9)


def _price(canvas: Canvas, rest: str, h: float) -> None:
    draw_step_cost(canvas, middle(canvas), "2", h * 0.34)


def _left(canvas: Canvas, rest: str, h: float) -> None:
    draw_points_left(canvas, middle(canvas), "3", h * 0.62)


def _test(canvas: Canvas, rest: str, h: float) -> None:
    draw_step_cost(canvas, middle(canvas), "2?", h * 0.34)


def _lunge(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_possible_charge(canvas, (x - h * 0.85, y), (x + h, y), h * 0.9)


def _barred(canvas: Canvas, rest: str, h: float) -> None:
    draw_no_entry(canvas, middle(canvas), h * 1.2)


def _entry(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_entry_arrow(canvas, [(x - h * 0.6, y), (x + h * 0.6, y)], first_side(canvas), rest, h * 0.9)


def _arc(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_arc_edge(
        canvas, [(x - h * 1.1, y + h * 0.3), (x, y - h * 0.25), (x + h * 1.1, y + h * 0.3)], h * 1.5
    )


def _cut_off(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    canvas.tint((*canvas.theme.symbol_ink[:3], BARRED), canvas.layout.grid, 1.0)
    u, v = h * 0.6, h * 0.34
    draw_crossed_lines(canvas, [((x - u, y - v), (x + u, y + v)), ((x - u, y + v), (x + u, y - v))], h * 1.2)


def _aspect(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    canvas.tint((*aspect_colour(canvas, rest)[:3], TINT[rest]), canvas.layout.grid, 1.0)
    corners = [(x - h, y - h * 0.7), (x + h, y - h * 0.7), (x + h, y + h * 0.7), (x - h, y + h * 0.7)]
    draw_pattern(canvas, rest, (x, y), corners, h * 0.9, 0.0)


OVERLAY_SWATCHES: dict[str, Callable[[Canvas, str, float], None]] = {
    "ends": _ends,
    "arrival_charge": _arrival_charge,
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
