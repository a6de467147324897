"""Layers: the counters, the hexes of units that can fight, the frame around the selected unit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.view import View
from render.counters.counter_image import draw_counter
from render.counters.counter_look import looks_on
from render.counters.face_layout import (
    BADGE,
    FACING,
    PIP,
    badge_places,
    facing_places,
    pip_places,
    text_places,
)
from render.counters.stacking import counter_centres, counter_sizes
from render.geometry.label_placement import BODY, LETTERS, Obstacle, box_around
from render.paint.canvas import Canvas
from render.paint.view_cache import once_per_picture


def fighters(canvas: Canvas, view: View) -> None:
    """White hexes under the units that can attack or be attacked."""
    visible = {*canvas.layout.visible()}
    held = sorted({c.hex for c in view.counters if c.hex in visible and c.id in view.fighters and c.hex})
    canvas.tint(canvas.theme.fighter_hex, held, 0.97)


def involved(view: View) -> frozenset[str]:
    """Ids of the counters drawn in full colour: all, or those that take part in a possible combat."""
    if not view.fighters:
        return frozenset(c.id for c in view.counters)
    helping = {unit for clash in view.clashes for unit in (*clash.helpers, *clash.shields)}
    return view.fighters | helping


def counters(canvas: Canvas, view: View) -> None:
    """Every counter on the map; pale when it takes no part in the combats to choose from."""
    side, clear = canvas.layout.side, involved(view)
    look, size = looks_on(canvas, view), counter_sizes(canvas, view)
    x0, y0, x1, y1 = canvas.layout.map_box
    for id_, (x, y) in counter_centres(canvas, view).items():
        if x0 - side < x < x1 + side and y0 - side < y < y1 + side:
            draw_counter(canvas, look[id_], (x, y), size[id_], pale=id_ not in clear)


def selection(canvas: Canvas, view: View) -> None:
    """A bright frame around the selected unit, under its badges."""
    at = counter_centres(canvas, view).get(view.selected)
    if at is None:
        return
    half, r = counter_sizes(canvas, view)[view.selected] / 2, canvas.r
    grow = half + r * 0.1
    box = (at[0] - grow, at[1] - grow, at[0] + grow, at[1] + grow)
    wide = (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.rectangle(wide, r * 0.22, hollow=r * 0.1 + 4)
    with canvas.pen.ink(canvas.theme.selection) as nib:
        nib.rectangle(box, r * 0.2, hollow=r * 0.1)


@once_per_picture
def counter_obstacles(canvas: Canvas, view: View) -> tuple[Obstacle, ...]:
    """The counters as obstacles for labels: mainly their letters, badges, facings and loss pips."""
    return tuple(_counter_obstacles(canvas, view))


def _counter_obstacles(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    look, wide = looks_on(canvas, view), counter_sizes(canvas, view)
    for id_, (x, y) in counter_centres(canvas, view).items():
        side = wide[id_]
        left, top = x - side / 2, y - side / 2
        yield Obstacle(box=box_around((x, y), (side / 2, side / 2)), weight=BODY)
        for text in text_places(look[id_], side):
            half = (text.half[0] + 1, text.half[1] + 1)
            yield Obstacle(box=box_around((left + text.x, top + text.y), half), weight=LETTERS)
        marked = (
            (pip_places(look[id_]), PIP),
            (badge_places(look[id_]), BADGE),
            (facing_places(look[id_]), FACING),
        )
        for marks, radius in marked:
            for across, down in marks:
                at = (left + across * side, top + down * side)
                yield Obstacle(box=box_around(at, (radius * side, radius * side)), weight=LETTERS)
