"""The printed map of a view as a key: whatever depends on it alone is worked out once and kept."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine.view import View
from render.canvas import Canvas

KNOWN = 64  # maps, or things worked out for one, that are remembered

T = TypeVar("T")

_prints: OrderedDict[tuple[int, int], tuple[object, object, str]] = OrderedDict()


def print_of(view: View) -> str:
    """A fingerprint of all that is printed on the view's map; equal for equal maps, in every process."""
    key = (id(view.hexes), id(view.hexsides))
    found = _prints.get(key)
    if found is None or found[0] is not view.hexes or found[1] is not view.hexsides:
        grid, hexes = view.grid, sorted(view.hexes.values(), key=lambda h: h.hex)
        text = repr((grid, [(h.hex, h.terrain, h.level, h.name) for h in hexes], view.hexsides))
        found = (view.hexes, view.hexsides, hashlib.sha256(text.encode()).hexdigest()[:32])
        _prints[key] = found  # holds on to both, so that their ids stay theirs
        while len(_prints) > KNOWN:
            _prints.popitem(last=False)
    return found[2]


def once_a_map(work: Callable[[Canvas, View], T]) -> Callable[[Canvas, View], T]:
    """The same function of a canvas and a view, for work that depends on printed map and layout alone."""
    kept: OrderedDict[object, T] = OrderedDict()

    @wraps(work)
    def remembered(canvas: Canvas, view: View) -> T:
        key = (print_of(view), canvas.layout, canvas.theme.name)
        if key not in kept:
            kept[key] = work(canvas, view)
            while len(kept) > KNOWN:
                kept.popitem(last=False)
        return kept[key]

    return remembered


def strokes_once_a_map(layer: Callable[[Canvas, View], None]) -> Callable[[Canvas, View], None]:
    """The same layer, for one that shows nothing but the printed map: its strokes are written down once."""

    @once_a_map
    def written(canvas: Canvas, view: View) -> Canvas:
        own = Canvas(layout=canvas.layout, theme=canvas.theme, sides=canvas.sides)
        layer(own, view)
        return own

    @wraps(layer)
    def laid(canvas: Canvas, view: View) -> None:
        if canvas.draws:
            layer(canvas, view)
        else:
            canvas.sheet.strokes += written(canvas, view).sheet.strokes

    return laid
