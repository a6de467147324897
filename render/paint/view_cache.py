"""Caching of functions of a canvas and a view: once per picture, or once per printed map and layout."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from engine.view import View
from render.map_cache import map_fingerprint
from render.paint.canvas import Canvas
from render.paint.strokes import Stroke

KNOWN = 16  # maps and layouts for which results are kept
T = TypeVar("T")


def once_per_map_and_layout(work: Callable[[Canvas, View], T]) -> Callable[[Canvas, View], T]:
    """Cache a function of a canvas and a view that depends only on printed map, layout and theme."""
    kept: OrderedDict[object, T] = OrderedDict()

    @wraps(work)
    def remembered(canvas: Canvas, view: View) -> T:
        key = (map_fingerprint(view), canvas.layout, canvas.theme.name)
        if key not in kept:
            kept[key] = work(canvas, view)
            while len(kept) > KNOWN:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]

    return remembered


def strokes_once_per_map(layer: Callable[[Canvas, View], None]) -> Callable[[Canvas, View], None]:
    """Record a layer's strokes once per printed map: for a layer that depends on nothing else."""

    @once_per_map_and_layout
    def written(canvas: Canvas, view: View) -> list[Stroke]:
        own = Canvas(layout=canvas.layout, theme=canvas.theme, sides=canvas.sides)
        layer(own, view)
        return own.recorder.strokes

    @wraps(layer)
    def laid(canvas: Canvas, view: View) -> None:
        if canvas.draws_at_once:
            layer(canvas, view)
        else:
            canvas.recorder.strokes += written(canvas, view)

    return laid


def once_per_picture(work: Callable[[Canvas, View], T]) -> Callable[[Canvas, View], T]:
    """Cache a function of a canvas and a view for one picture."""
    name = f"{work.__module__}.{work.__name__}"

    @wraps(work)
    def remembered(canvas: Canvas, view: View) -> T:
        entry = canvas.results.get(name)
        if entry is None or entry[0] is not view:
            entry = canvas.results[name] = (view, work(canvas, view))
        return cast(T, entry[1])

    return remembered
