"""The printed map of a view as a key. Views are made anew for every picture, what is printed is not."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine.view import View

KNOWN = 64  # maps that are remembered

T = TypeVar("T")


def by_print(work: Callable[[View], T]) -> Callable[[View], T]:
    """The same function of a view, for work that depends on what is printed alone: done once a map."""
    kept: OrderedDict[tuple[int, int], tuple[object, object, T]] = OrderedDict()

    @wraps(work)
    def remembered(view: View) -> T:
        key = (id(view.hexes), id(view.hexsides))
        found = kept.get(key)
        if found is None or found[0] is not view.hexes or found[1] is not view.hexsides:
            found = (view.hexes, view.hexsides, work(view))
            kept[key] = found  # holds on to both, so that their ids stay theirs
            while len(kept) > KNOWN:
                kept.popitem(last=False)
        return found[2]

    return remembered


@by_print
def print_of(view: View) -> str:
    """A fingerprint of all that is printed on the view's map; equal for equal maps, in every process."""
    hexes = sorted(view.hexes.values(), key=lambda h: h.hex)
    text = repr((view.grid, [(h.hex, h.terrain, h.level, h.name) for h in hexes], view.hexsides))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
