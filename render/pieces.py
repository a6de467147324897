"""The layer of counters, and what is drawn around one of them."""

from __future__ import annotations

from engine.hexes import Hex
from engine.view import CounterView, View
from render.canvas import Canvas, once
from render.counters import Look, looks
from render.escorts import KINDS, SIZE, beside
from render.labels import number
from render.layout import Point
from render.sprites import stand


def stacks(view: View) -> dict[Hex, list[CounterView]]:
    """The counters of every hex, in the view's order: the last lies on top."""
    found: dict[Hex, list[CounterView]] = {}
    for counter in view.counters:
        if counter.hex is not None and counter.hex in view.grid:
            found.setdefault(counter.hex, []).append(counter)
    return found


@once
def middles(canvas: Canvas, view: View) -> dict[str, Point]:
    """The middle of every counter on the map, by id; stacked counters are fanned out, chiefs stand beside."""
    found = {}
    side, look = canvas.layout.side, appearance(canvas, view)
    for hex_, whole in stacks(view).items():
        x, y = canvas.layout.centre(hex_)
        chiefs = escorting(whole)
        pile = [c for c in whole if c not in chiefs]
        for n, counter in enumerate(pile):
            step = (n - (len(pile) - 1) / 2) * side * 0.12
            found[counter.id] = (x + step, y + step)
        for n, chief in enumerate(chiefs):
            u, v = beside(look[pile[-1].id], n)
            found[chief.id] = (x + u * side, y + v * side)
    return found


def escorting(pile: list[CounterView]) -> list[CounterView]:
    """The chiefs of a pile who stand beside a unit in it."""
    chiefs = [c for c in pile if c.kind in KINDS]
    return chiefs if len(chiefs) < len(pile) else []


@once
def sizes(canvas: Canvas, view: View) -> dict[str, int]:
    """How wide every counter on the map is, in pixels, by id."""
    side = canvas.layout.side
    small = {c.id for pile in stacks(view).values() for c in escorting(pile)}
    return {id_: round(side * SIZE) if id_ in small else side for id_ in middles(canvas, view)}


@once
def appearance(canvas: Canvas, view: View) -> dict[str, Look]:
    """How each counter looks on this canvas."""
    layout = canvas.layout
    headings = tuple(layout.heading(n) for n in range(6))
    return looks(view, headings, canvas.theme, canvas.symbols)


def fighters(canvas: Canvas, view: View) -> None:
    """White hexes under the units that can attack or be attacked."""
    shown = {*canvas.layout.shown()}
    held = sorted({c.hex for c in view.counters if c.hex in shown and c.id in view.fighters and c.hex})
    canvas.tint(canvas.theme.stage, held, 0.97)
    for hex_ in held:
        number(canvas, hex_, "")


def involved(view: View) -> frozenset[str]:
    """The counters to be seen clearly: all of them, or those with a part in a fight that can be chosen."""
    if not view.fighters:
        return frozenset(c.id for c in view.counters)
    helping = {unit for clash in view.clashes for unit in (*clash.helpers, *clash.shields)}
    return view.fighters | helping


def counters(canvas: Canvas, view: View) -> None:
    """Every counter on the map; pale where it has no part in the fights to choose from."""
    side, clear = canvas.layout.side, involved(view)
    look, size = appearance(canvas, view), sizes(canvas, view)
    x0, y0, x1, y1 = canvas.layout.map_box
    for id_, (x, y) in middles(canvas, view).items():
        if x0 - side < x < x1 + side and y0 - side < y < y1 + side:
            stand(canvas, look[id_], (x, y), size[id_], pale=id_ not in clear)


def selection(canvas: Canvas, view: View) -> None:
    """A bright frame around the selected unit, under its badges."""
    at = middles(canvas, view).get(view.selected)
    if at is None:
        return
    half, r = sizes(canvas, view)[view.selected] / 2, canvas.r
    grow = half + r * 0.1
    box = (at[0] - grow, at[1] - grow, at[0] + grow, at[1] + grow)
    wide = (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.box_at(wide, r * 0.22, hollow=r * 0.1 + 4)
    with canvas.pen.ink(canvas.theme.chosen) as nib:
        nib.box_at(box, r * 0.2, hollow=r * 0.1)
