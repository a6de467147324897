"""Strokes: what layers leave on a page, written down before anything is painted.

A stroke says where it lies, all that its look depends on, and how to make it. Two strokes with one key look
the same, so what was made once is kept, and a part of the page with the same strokes on it looks the same.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from PIL import Image

from render.pen import Box, Mark, Nib, covering, mask_of, weaker
from render.theme import Colour

STEPS = 4  # places a pixel has across and down for what lies between pixels
PIECE = 96  # pixels: longer lines, and shapes farther apart, are painted in pieces of about this size

Fill = Image.Image | Colour
Laid = tuple[tuple[Fill, Image.Image | None], ...]
"""What is laid down, bottom first: a picture or a colour through a mask. All as large as the stroke's box."""
Spot = tuple[int, int, int, int]
"""Left, top, right, bottom, in whole pixels."""

T = TypeVar("T")


class Stroke(NamedTuple):
    """One thing on a page. `key`: all that its look depends on, but for its place in whole pixels."""

    box: Spot
    key: Hashable
    make: Callable[[], Laid]


class Kept(Generic[T]):
    """Things by key, the least used ones dropped when all together weigh too much."""

    def __init__(self, most: int) -> None:
        self.most, self.weight = most, 0
        self._found: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._found)

    def get(self, key: Hashable) -> T | None:
        """The thing of that key, or None."""
        found = self._found.get(key)
        if found is None:
            return None
        self._found.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, thing: T, weight: int) -> T:
        """Keep a thing, and return it."""
        self._found[key] = (thing, weight)
        self.weight += weight
        while self.weight > self.most and len(self._found) > 1:
            self.weight -= self._found.popitem(last=False)[1][1]
        return thing

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
        self.weight = 0


kept: Kept[Laid] = Kept(64_000_000)


def made(stroke: Stroke) -> Laid:
    """What a stroke lays down; kept for the next one that looks the same."""
    found = kept.get(stroke.key)
    if found is None:
        left, top, right, bottom = stroke.box
        found = kept.put(stroke.key, stroke.make(), (right - left) * (bottom - top))
    return found


def paint(image: Image.Image, stroke: Stroke) -> None:
    """Lay a stroke on an image (RGB) of the page, or of its upper left part."""
    for fill, mask in made(stroke):
        image.paste(fill, stroke.box, mask)


class Sheet:
    """The strokes of a page, in order."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []

    @contextmanager
    def ink(self, colour: Colour) -> Iterator[Nib]:
        """Shapes drawn with the nib lie on the page in `colour`, as one."""
        nib = Nib()
        yield nib
        solid = len(colour) < 4 or colour[3] == 255
        for marks, box in _near(_shorter(nib)) if solid else _touching(nib):
            self.strokes.append(inked(marks, box, colour))


def inked(marks: list[Mark], box: Box, colour: Colour) -> Stroke:
    """Shapes of one colour as a stroke."""
    x0, y0 = math.floor(box[0]), math.floor(box[1])
    spot = (x0, y0, math.ceil(box[2]) + 1, math.ceil(box[3]) + 1)
    near = tuple(_nearer(mark, x0, y0) for mark in marks)

    def make() -> Laid:
        mask = mask_of(near, (0, 0), (spot[2] - x0, spot[3] - y0))
        return ((colour[:3], weaker(mask, colour)),)

    return Stroke(spot, ("ink", colour, spot[2] - x0, spot[3] - y0, near), make)


def _nearer(mark: Mark, x0: int, y0: int) -> Mark:
    """The same shape counted from a corner, on the fine raster, so that equal shapes have equal keys."""
    kind, value, how, numbers = mark
    there = tuple(round((v - (y0 if n % 2 else x0)) * STEPS) / STEPS for n, v in enumerate(numbers))
    return kind, value, how, there


def _near(nib: Nib) -> Iterator[tuple[list[Mark], Box]]:
    """What a nib drew in one solid colour, in pieces where it drew far apart: a small box is soon painted."""
    groups: dict[tuple[int, int], list[int]] = {}
    for n, box in enumerate(nib.boxes):
        groups.setdefault(
            (int(box[0] + box[2]) // PIECE // 2, int(box[1] + box[3]) // PIECE // 2), []
        ).append(n)
    for found in groups.values():
        yield [nib.marks[n] for n in found], covering([nib.boxes[n] for n in found])


def _touching(nib: Nib) -> Iterator[tuple[list[Mark], Box]]:
    """What a nib drew in a colour that lets the ground through; shapes that touch stay together."""
    groups: list[tuple[list[Mark], Box]] = []
    for mark, own in zip(nib.marks, nib.boxes, strict=True):
        touched = [g for g in groups if _touch(g[1], own)]
        groups = [g for g in groups if g not in touched]
        groups.append(
            ([m for g in touched for m in g[0]] + [mark], covering([own, *(g[1] for g in touched)]))
        )
    yield from groups


def _shorter(nib: Nib) -> Nib:
    """The same shapes, long slanting lines in pieces with small boxes; round ends hide the joints."""
    if all(min(box[2] - box[0], box[3] - box[1]) <= PIECE for box in nib.boxes):
        return nib
    found = Nib()
    for mark, box in zip(nib.marks, nib.boxes, strict=True):
        kind, value, how, numbers = mark
        if (
            kind == "line"
            and isinstance(how, tuple)
            and how[1]
            and min(box[2] - box[0], box[3] - box[1]) > PIECE
        ):
            for a, b in pairwise(zip(numbers[::2], numbers[1::2], strict=True)):
                count = math.ceil(math.dist(a, b) / PIECE) or 1
                stops = [
                    (a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count)
                    for n in range(count + 1)
                ]
                for piece in pairwise(stops):
                    found.line(piece, how[0], value=int(value))
        else:
            found.marks.append(mark)
            found.boxes.append(box)
    return found


def _touch(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
