"""What depends on the printed map and where it lies on the page: worked out once and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine.view import View
from render.canvas import Canvas
from render.prints import print_of

KNOWN = 64  # maps for which it is kept

T = TypeVar("T")


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
