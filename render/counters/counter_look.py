"""What a counter shows: side, corps, troop type, numbers, states, facing."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter

from engine.view import CounterView, View
from render.counters.troop_symbols import troop_type
from render.paint.canvas import Canvas
from render.paint.theme import Colour, Theme, blend
from render.paint.view_cache import once_per_picture

CORNERS = {  # where the numbers stand, in sides: middle across, middle down, height, room across
    "nw": (0.145, 0.44, 0.34, 0.21),
    "ne": (0.855, 0.44, 0.34, 0.21),
    "sw": (0.215, 0.772, 0.41, 0.36),
    "se": (0.785, 0.772, 0.41, 0.36),
}
STRENGTH = "sw"
"""The corner of the number that says how strong a unit is."""
PLACES = {**CORNERS, "s": (0.5, 0.775, 0.36, 0.86)}  # and one instead of the lower two, across the whole foot


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLook:
    """Everything a counter's picture depends on.

    `shade` is the colour of its strip; `facing` holds its angles in radians, one a base. With two `bases` it
    is drawn as two halves below its strip, each with its own facing, except in a square.
    """

    side: int
    shade: Colour
    troop: str
    label: str
    corners: tuple[tuple[str, str], ...] = ()
    balls: int = 0
    stripes: int = 0
    states: tuple[str, ...] = ()
    losses: int = 0
    facing: tuple[float, ...] = ()
    symbols: str = "nato"
    bases: int = 1

    @property
    def strength(self) -> str:
        """The number that stands lower left."""
        return dict(self.corners).get(STRENGTH, "")

    @property
    def halved(self) -> bool:
        """Whether the counter is drawn as two stands side by side."""
        return self.bases == 2 and "square" not in self.states


parts_of = attrgetter(*(field.name for field in fields(CounterLook)))
"""A look as plain data."""


def counter_looks(
    view: View, headings: tuple[float, ...], theme: Theme, symbols: str = "nato"
) -> dict[str, CounterLook]:
    """The look of each counter of the view, by id. `headings` are the angles of the grid's directions;
    `symbols` is one of `SYMBOL_SETS`.

    The label is the id, which players type; names are for sentences.
    """
    order = [s for s, _ in view.sides]
    corps: dict[str, list[str]] = {}
    for counter in view.counters:
        of_side = corps.setdefault(counter.side, [])
        if counter.corps not in of_side:
            of_side.append(counter.corps)
    looks = {}
    for c in view.counters:
        place = theme.place(c.side, order)
        first, last = theme.armies[place].corps
        looks[c.id] = CounterLook(
            side=place,
            shade=corps_colour(first, last, corps[c.side].index(c.corps), len(corps[c.side])),
            troop=troop_type(c.symbol, c.kind),
            label=c.id,
            corners=tuple(sorted((k, v) for k, v in c.face.corners.items() if k in PLACES and v)),
            balls=c.face.balls,
            stripes=c.face.stripes,
            states=tuple(c.face.states),
            losses=c.face.losses,
            facing=_facings(c, headings),
            symbols=symbols,
            bases=c.face.bases,
        )
    return looks


def _facings(counter: CounterView, headings: tuple[float, ...]) -> tuple[float, ...]:
    """The angles a counter faces: base by base where its face has headings, else each angle once."""
    if counter.face.headings:
        return tuple(math.radians(30 * n - 90) for n in counter.face.headings)
    return tuple(dict.fromkeys(headings[f % len(headings)] for f in counter.facing.values()))


@lru_cache(maxsize=512)
def corps_colour(first: tuple[int, ...], last: tuple[int, ...], place: int, of: int) -> tuple[int, ...]:
    """The strip colour of the corps at `place` among `of`, between the side's first and last colour."""
    return blend(first, last, place / (of - 1) if of > 1 else 0.0)


@once_per_picture
def looks_on(canvas: Canvas, view: View) -> dict[str, CounterLook]:
    """The look of each counter on this canvas, by id."""
    layout = canvas.layout
    headings = tuple(layout.heading(n) for n in range(6))
    return counter_looks(view, headings, canvas.theme, canvas.symbols)
