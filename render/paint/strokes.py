"""Strokes: what layers draw on a page, recorded before anything is painted.

A stroke has a box, a key with all that its look depends on, and a function that makes it. Strokes with the
same key look the same, so their pixels are cached, and a block with the same strokes need not be repainted.
Caches and pages remember its fingerprint in place of the key, which may be long.
"""

from __future__ import annotations

import marshal
import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

from PIL import Image

from render.paint.caches import OF_AN_ENTRY, MemoryCache, memory_size
from render.paint.pen import Box, Nib, Shape, bounding_box, shapes_mask, with_alpha
from render.paint.theme import Colour

SUBPIXELS = 4  # places a pixel has across and down for what lies between pixels
LOOK = 12  # bytes of a fingerprint
PLAIN = 2  # version of `marshal` in which equal data are equal bytes: later ones refer back
MAX_PIECE = 96  # pixels: longer lines, and shapes farther apart, are split into pieces of about this size

OF_FILLS = 200  # bytes that fills take beside their images

Fill = Image.Image | Colour
MaskedFills = tuple[tuple[Fill, Image.Image | None], ...]
"""What a stroke paints, bottom first: a picture or a colour through a mask, as large as the stroke's box."""
PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom, in whole pixels."""


class Stroke(NamedTuple):
    """One thing on a page. `key` holds all that its look depends on, except its place in whole pixels;
    `look` is a fingerprint of it."""

    box: PixelBox
    key: Hashable
    make: Callable[[], MaskedFills]
    look: bytes


def stroke_of(box: PixelBox, key: Hashable, make: Callable[[], MaskedFills]) -> Stroke:
    """A stroke; its key is plain data: tuples of words, numbers and None."""
    return Stroke(box, key, make, fingerprint(key))


def fingerprint(key: Any) -> bytes:
    """The same bytes for the same key, and others for any other."""
    return blake2b(marshal.dumps(key, PLAIN), digest_size=LOOK).digest()


stroke_cache: MemoryCache[MaskedFills] = MemoryCache(0.40)


def fills_of(stroke: Stroke) -> MaskedFills:
    """The fills of a stroke, cached for the next one that looks the same."""
    fills = stroke_cache.get(stroke.look)
    if fills is None:
        fills = stroke.make()
        images = [each for pair in fills for each in pair if isinstance(each, Image.Image)]
        stroke_cache.put(stroke.look, fills, OF_AN_ENTRY + OF_FILLS + sum(map(memory_size, images)))
    return fills


def paint(image: Image.Image, stroke: Stroke, down: int = 0) -> None:
    """Paint a stroke on an image (RGB) of the page or of a part of it, so many pixels lower."""
    left, top, right, bottom = stroke.box
    box = (left, top + down, right, bottom + down)
    for fill, mask in fills_of(stroke):
        # Not `Image.paste`, which looks at each picture again and takes as long for that as for painting.
        painted = fill.im if isinstance(fill, Image.Image) else fill
        image.im.paste(painted, box, *(() if mask is None else (mask.im,)))


class StrokeRecorder:
    """Records the strokes of a page, in order."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []

    @contextmanager
    def ink(self, colour: Colour) -> Iterator[Nib]:
        """Record the nib's shapes in `colour`, as one."""
        nib = Nib()
        yield nib
        solid = len(colour) < 4 or colour[3] == 255
        for marks, box in _nearby_groups(_split_long_lines(nib)) if solid else _touching_groups(nib):
            self.strokes.append(shape_stroke(marks, box, colour))


def shape_stroke(marks: list[Shape], box: Box, colour: Colour) -> Stroke:
    """Shapes of one colour as a stroke."""
    x0, y0 = math.floor(box[0]), math.floor(box[1])
    spot = (x0, y0, math.ceil(box[2]) + 1, math.ceil(box[3]) + 1)
    near = tuple(_relative_to(mark, x0, y0) for mark in marks)

    def make() -> MaskedFills:
        mask = shapes_mask(near, (0, 0), (spot[2] - x0, spot[3] - y0))
        return ((colour[:3], with_alpha(mask, colour)),)

    return stroke_of(spot, ("ink", colour, spot[2] - x0, spot[3] - y0, near), make)


def ink_of(stroke: Stroke) -> tuple[Colour, tuple[Shape, ...]] | None:
    """The colour of a stroke of `shape_stroke` and its shapes, relative to its box; None of any other."""
    if not isinstance(stroke.key, tuple) or stroke.key[0] != "ink":
        return None
    _, colour, _, _, marks = stroke.key
    return colour, marks


def _relative_to(mark: Shape, x0: int, y0: int) -> Shape:
    """The shape relative to a corner, rounded to subpixels, so that equal shapes have equal keys."""
    kind, value, how, numbers = mark
    there = tuple(round((v - (y0 if n % 2 else x0)) * SUBPIXELS) / SUBPIXELS for n, v in enumerate(numbers))
    return kind, value, how, there


def _nearby_groups(nib: Nib) -> Iterator[tuple[list[Shape], Box]]:
    """The shapes of a solid colour, grouped by place: small boxes are painted faster."""
    groups: dict[tuple[int, int], list[int]] = {}
    for n, box in enumerate(nib.shape_boxes):
        groups.setdefault(
            (int(box[0] + box[2]) // MAX_PIECE // 2, int(box[1] + box[3]) // MAX_PIECE // 2), []
        ).append(n)
    for group in groups.values():
        yield [nib.shapes[n] for n in group], bounding_box([nib.shape_boxes[n] for n in group])


def _touching_groups(nib: Nib) -> Iterator[tuple[list[Shape], Box]]:
    """The shapes of a translucent colour, grouped so that shapes that touch stay together."""
    groups: list[tuple[list[Shape], Box]] = []
    for mark, own in zip(nib.shapes, nib.shape_boxes, strict=True):
        touched = [g for g in groups if _touch(g[1], own)]
        groups = [g for g in groups if g not in touched]
        groups.append(
            ([m for g in touched for m in g[0]] + [mark], bounding_box([own, *(g[1] for g in touched)]))
        )
    yield from groups


def _split_long_lines(nib: Nib) -> Nib:
    """The same shapes, long slanting lines split into pieces with small boxes; round ends hide the joints."""
    if all(min(box[2] - box[0], box[3] - box[1]) <= MAX_PIECE for box in nib.shape_boxes):
        return nib
    shorter = Nib()
    for mark, box in zip(nib.shapes, nib.shape_boxes, strict=True):
        kind, _, how, numbers = mark
        if (
            kind == "line"
            and isinstance(how, tuple)
            and how[1]
            and min(box[2] - box[0], box[3] - box[1]) > MAX_PIECE
        ):
            for a, b in pairwise(zip(numbers[::2], numbers[1::2], strict=True)):
                count = math.ceil(math.dist(a, b) / MAX_PIECE) or 1
                stops = [
                    (a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count)
                    for n in range(count + 1)
                ]
                for piece in pairwise(stops):
                    shorter.line(piece, how[0])
        else:
            shorter.shapes.append(mark)
            shorter.shape_boxes.append(box)
    return shorter


def _touch(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
