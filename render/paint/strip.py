"""A strip of the page in 256 colours: only blocks whose strokes have changed are repainted.

The result is the same as repainting everything.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.paint.caches import memory_size
from render.paint.palette import blank_image, paste_in_palette
from render.paint.png import Band, compress_band, decompress_band
from render.paint.strokes import LOOK, PixelBox, Stroke, paint

BLOCK = 32  # pixels of a block's side
BAND = 96  # pixels of a band's height: what is compressed by itself
SCRATCH = 1100 * 704  # pixels painted at a time: all of a posted page, a part of a whole map
PLACE = struct.Struct(f"<{LOOK}s4iH")
"""The name of a stroke of a page: look, box, and its number among equal ones."""
NAME = PLACE.size

Ground = Callable[[PixelBox], Image.Image]
"""What lies under the strokes of a strip: the image (P) of a part of it."""

_scratch: list[Image.Image] = []
"""The one image (RGB) on which all strips are painted; what is on it between two updates does not matter."""


class Painted(NamedTuple):
    """A strip as it was last painted: its size, the names of its strokes, its compressed bands."""

    size: tuple[int, int]
    names: bytes
    bands: tuple[Band, ...]


class Strip:
    """A strip of the page as it was last painted, in the colours of the theme.

    The stored image is a pixel wider than the strip: its first column is each row's filter byte of the PNG.
    """

    def __init__(self, size: tuple[int, int], theme: str) -> None:
        self.theme, self.size = theme, size
        width, height = size
        self._image = blank_image((width + 1, height), theme)
        self._across, self._down = -(-width // BLOCK), -(-height // BLOCK)
        self._bands: list[Band | None] = [None] * -(-height // BAND)
        self._names = b""
        self._bare = {*range(self._across * self._down)}  # the blocks without even their ground

    @property
    def image(self) -> Image.Image:
        """The strip as it was last painted (P)."""
        return self._image.crop((1, 0, *self._image.size))

    def painted(self) -> Painted:
        """What another strip can go on from."""
        return Painted(self.size, self._names, tuple(self.bands()))

    def go_on(
        self,
        painted: Painted,
        box: PixelBox | None = None,
        by: tuple[int, int] = (0, 0),
        other: Strip | None = None,
    ) -> None:
        """Begin a new strip with what was painted on another one of the same ground; or on one whose ground,
        so many pixels farther right and down, is the same in a box of this one. `other` is that strip where
        it is still there: it need not be decompressed."""
        width, height = self.size
        left, top, right, bottom = box or (0, 0, width, height)
        kept = (
            -(-left // BLOCK) * BLOCK,
            -(-top // BLOCK) * BLOCK,
            width if right == width else right // BLOCK * BLOCK,
            height if bottom == height else bottom // BLOCK * BLOCK,
        )
        if kept[0] >= kept[2] or kept[1] >= kept[3]:
            return
        first, last = (kept[1] - by[1]) // BAND, -(-(kept[3] - by[1]) // BAND)
        if other is not None:
            first, image = 0, other._image
        else:
            rows = b"".join(map(decompress_band, painted.bands[first:last]))
            wide = painted.size[0] + 1
            image = Image.frombytes("P", (wide, len(rows) // wide), rows)
        x, y = 1 - by[0], -by[1] - first * BAND
        part = image.crop((kept[0] + x, kept[1] + y, kept[2] + x, kept[3] + y))
        self._image.paste(part, (kept[0] + 1, kept[1]))
        self._bare -= {*self._touched(kept)}
        self._names = painted.names if by == (0, 0) else _moved(painted.names, by)
        if box is None:
            self._bands = [*painted.bands]

    def update(self, strokes: Iterable[Stroke], ground: Ground) -> None:
        """Repaint the strip with these strokes, in their order; boxes count from its upper left corner."""
        lying = _named(strokes)
        old = [self._names[n : n + NAME] for n in range(0, len(self._names), NAME)]
        stay = _in_order([name for name in old if name in lying], lying)
        changed = {block for name in old if name not in stay for block in self._touched(_box_of(name))}
        changed -= self._bare
        for name, stroke in lying.items():
            if name not in stay:
                changed.update(self._touched(stroke.box))
            elif self._bare:
                changed.update(self._bare.intersection(self._touched(stroke.box)))
        self._lay(ground)
        self._names = b"".join(lying)  # a stroke itself may hold a whole view
        if changed:
            rows = self._rows_of(changed)
            touching = [stroke for stroke in lying.values() if _touches(stroke.box, rows)]
            self._paint(list(self._runs(sorted(changed))), touching, ground)

    def bands(self) -> Sequence[Band]:
        """The compressed bands of the strip."""
        width, height = self._image.size
        for n, known in enumerate(self._bands):
            if known is None:
                box = (0, n * BAND, width, min(height, (n + 1) * BAND))
                self._bands[n] = compress_band(self._image.crop(box).tobytes())
        return [each for each in self._bands if each is not None]

    def memory_size(self) -> int:
        """About how many bytes it takes: an image, the names of its strokes. What `painted` returns counts
        there."""
        return memory_size(self._image) + len(self._names)

    def _lay(self, ground: Ground) -> None:
        """Lay the ground where nothing lies."""
        for box in self._runs(sorted(self._bare)):
            self._image.paste(ground(box), (box[0] + 1, box[1]))
            self._bands[box[1] // BAND] = None
        self._bare.clear()

    def _touched(self, box: PixelBox) -> Iterable[int]:
        """The blocks that the box touches."""
        left, right = max(0, box[0] // BLOCK), min(self._across - 1, (box[2] - 1) // BLOCK)
        top, bottom = max(0, box[1] // BLOCK), min(self._down - 1, (box[3] - 1) // BLOCK)
        return [y * self._across + x for y in range(top, bottom + 1) for x in range(left, right + 1)]

    def _rows_of(self, blocks: Iterable[int]) -> list[int]:
        """The blocks as numbers, one for each row, with a bit for each block in it."""
        rows = [0] * self._down
        for block in blocks:
            rows[block // self._across] |= 1 << block % self._across
        return rows

    def _runs(self, blocks: Iterable[int]) -> Iterator[PixelBox]:
        """The boxes of those blocks, neighbours in a row merged."""
        width, height = self.size
        start = end = -1
        for block in (*blocks, -1):
            if block == end and block % self._across:
                end += 1
                continue
            if start >= 0:
                x, y = start % self._across * BLOCK, start // self._across * BLOCK
                yield x, y, min(width, x + (end - start) * BLOCK), min(height, y + BLOCK)
            start, end = block, block + 1

    def _paint(self, runs: Sequence[PixelBox], strokes: Iterable[Stroke], ground: Ground) -> None:
        """Repaint those boxes, as many rows of the page at a time as the scratch image holds."""
        width, height = self.size
        rows = max(BLOCK, SCRATCH // width // BLOCK * BLOCK)
        lying = list(strokes)
        for top in range(0, height, rows):
            inside = [run for run in runs if top <= run[1] < top + rows]
            if inside:
                touching = [s for s in lying if s.box[1] < top + rows and s.box[3] > top]
                self._paint_rows(inside, touching, top, min(rows, height - top), ground)

    def _paint_rows(
        self, runs: Sequence[PixelBox], strokes: Iterable[Stroke], top: int, rows: int, ground: Ground
    ) -> None:
        """Repaint boxes in so many rows from `top` on. What strokes paint outside the boxes is not used."""
        image = scratch_image((self.size[0], rows))
        for left, upper, right, lower in runs:
            place = (left, upper - top, right, lower - top)
            image.paste(ground((left, upper, right, lower)).convert("RGB"), place)
        for stroke in strokes:
            paint(image, stroke, -top)
        for left, upper, right, lower in runs:
            part = image.crop((left, upper - top, right, lower - top))
            paste_in_palette(self._image, part, self.theme, (left + 1, upper))
            self._bands[upper // BAND] = None


def _named(strokes: Iterable[Stroke]) -> dict[bytes, Stroke]:
    """The strokes by look and place, in their order; equal ones are numbered."""
    named: dict[bytes, Stroke] = {}
    for stroke in strokes:
        name = PLACE.pack(stroke.look, *stroke.box, 0)
        again = 0
        while name in named:
            again += 1
            name = PLACE.pack(stroke.look, *stroke.box, again)
        named[name] = stroke
    return named


def _in_order(names: Sequence[bytes], lying: Iterable[bytes]) -> set[bytes]:
    """The names that come in the same order in both; where some have changed places, as many as possible."""
    place = {name: n for n, name in enumerate(lying)}
    places = [place[name] for name in names]
    if all(a < b for a, b in pairwise(places)):
        return {*names}
    ends, last, before = list[int](), list[int](), list[int]()  # of the longest rising runs, by length
    for n, at in enumerate(places):
        length = bisect_left(ends, at)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [at], [n]
    n, stay = last[-1], set[bytes]()
    while n >= 0:
        stay.add(names[n])
        n = before[n]
    return stay


def _touches(box: PixelBox, rows: Sequence[int]) -> bool:
    """Whether a box touches one of the blocks in `rows`."""
    left, top, right, bottom = box
    bits = (1 << max(0, (right - 1) // BLOCK + 1)) - (1 << max(0, left // BLOCK))
    return bits > 0 and any(
        row & bits for row in rows[max(0, top // BLOCK) : max(0, (bottom - 1) // BLOCK + 1)]
    )


def _moved(names: bytes, by: tuple[int, int]) -> bytes:
    """The same names of strokes so many pixels farther right and down."""
    dx, dy = by
    return b"".join(
        PLACE.pack(look, left + dx, top + dy, right + dx, bottom + dy, again)
        for look, left, top, right, bottom, again in PLACE.iter_unpack(names)
    )


def _box_of(name: bytes) -> PixelBox:
    _, left, top, right, bottom, _ = PLACE.unpack(name)
    return left, top, right, bottom


def scratch_image(size: tuple[int, int]) -> Image.Image:
    """An image (RGB) at least that large, with arbitrary contents."""
    if not _scratch or _scratch[0].width < size[0] or _scratch[0].height < size[1]:
        old = _scratch[0].size if _scratch else (0, 0)
        _scratch[:] = [Image.new("RGB", (max(size[0], old[0]), max(size[1], old[1])))]
    return _scratch[0]
