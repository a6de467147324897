"""Caching of functions of a view's printed map."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import astuple
from functools import wraps
from typing import TypeVar

from engine.view import View

KNOWN = 16  # maps for which results are kept
T = TypeVar("T")


def once_per_map(work: Callable[[View], T]) -> Callable[[View], T]:
    """Cache a function of a view that depends only on the printed map."""
    kept: OrderedDict[tuple[int, int, str], tuple[object, object, T]] = OrderedDict()

    @wraps(work)
    def remembered(view: View) -> T:
        key = (id(view.hexes), id(view.hexsides), view.country)
        entry = kept.get(key)
        if entry is None or entry[0] is not view.hexes or entry[1] is not view.hexsides:
            entry = (view.hexes, view.hexsides, work(view))
            kept[key] = entry  # a reference to both keeps their ids from being reused
            while len(kept) > KNOWN:
                kept.popitem(last=False)
        return entry[2]

    return remembered


@once_per_map
def map_fingerprint(view: View) -> str:
    """A fingerprint of the view's printed map; equal for equal maps, in every process."""
    hexes = sorted(view.hexes.values(), key=lambda h: h.hex)
    text = repr((view.grid, [*map(astuple, hexes)], view.hexsides, view.country))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
