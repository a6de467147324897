"""Caching of functions of a canvas and a view: once per picture, or once per printed map and layout."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
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


def strokes_once_for(
    facts: Callable[[Canvas, View], Hashable],
) -> Callable[[Callable[[Canvas, View], None]], Callable[[Canvas, View], None]]:
    """Record a layer's strokes once for the same map, layout, theme, sides and facts: for a layer that has no
    other."""

    def decorate(layer: Callable[[Canvas, View], None]) -> Callable[[Canvas, View], None]:
        kept: OrderedDict[object, list[Stroke]] = OrderedDict()

        @wraps(layer)
        def laid(canvas: Canvas, view: View) -> None:
            if canvas.draws_at_once:
                layer(canvas, view)
                return
            key = (map_fingerprint(view), canvas.layout, canvas.theme.name, canvas.sides, facts(canvas, view))
            if key not in kept:
                own = Canvas(
                    layout=canvas.layout, theme=canvas.theme, sides=canvas.sides, caption=canvas.caption
                )
                layer(own, view)
                kept[key] = own.recorder.strokes
                while len(kept) > KNOWN:
                    kept.popitem(last=False)
            kept.move_to_end(key)
            canvas.recorder.strokes += kept[key]

        return laid

    return decorate


def _nothing_else(canvas: Canvas, view: View) -> Hashable:
    """No facts."""
    return ()


strokes_once_per_map = strokes_once_for(_nothing_else)
"""Record a layer's strokes once per printed map: for a layer that depends on nothing else."""


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
