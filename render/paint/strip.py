"""A strip of the page in 256 colours: only blocks whose strokes have changed are repainted.

The result is the same as repainting everything.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from render.paint.caches import memory_size
from render.paint.palette import blank_image, to_palette
from render.paint.png import Band, compress_band
from render.paint.strokes import LOOK, PixelBox, Stroke, paint

BLOCK = 32  # pixels of a block's side
BAND = 96  # pixels of a band's height: what is compressed by itself
SCRATCH = 1100 * 704  # pixels painted at a time: all of a posted page, a part of a whole map
PLACE = struct.Struct(f"<{LOOK}s4iH")
"""The name of a stroke of a page: look, box, and its number among equal ones."""
NAME = PLACE.size

_scratch: list[Image.Image] = []
"""The one image (RGB) on which all strips are painted; what is on it between two updates does not matter."""


class Strip:
    """A strip of the page: its ground, and what was last painted on it.

    `ground` is an image (P) in the colours of the theme. The stored image is a pixel wider than
    the strip: its first column is each row's filter byte of the PNG.
    """

    def __init__(self, ground: Image.Image, theme: str) -> None:
        self.theme, self.ground = theme, ground
        width, height = ground.size
        self._image = blank_image((width + 1, height), theme)
        self._image.paste(ground, (1, 0))
        self._across, self._down = -(-width // BLOCK), -(-height // BLOCK)
        self._bands: list[Band | None] = [None] * -(-height // BAND)
        self._names = b""

    @property
    def image(self) -> Image.Image:
        """The strip as it was last painted (P)."""
        return self._image.crop((1, 0, *self._image.size))

    def update(self, strokes: Iterable[Stroke]) -> None:
        """Repaint the strip with these strokes, in their order; boxes count from its upper left corner."""
        lying = _named(strokes)
        old = [self._names[n : n + NAME] for n in range(0, len(self._names), NAME)]
        come = lying.keys() - {*old}
        stay = [name for name in old if name in lying]
        if stay != [name for name in lying if name not in come]:
            changed: Iterable[int] = range(self._across * self._down)
        else:
            gone = (name for name in old if name not in lying)
            boxes = (*map(_box_of, gone), *(lying[name].box for name in come))
            changed = {block for box in boxes for block in self._touched(box)}
        self._names = b"".join(lying)  # a stroke itself may hold a whole view
        if changed:
            blocks = {*changed}
            rows = self._rows_of(blocks)
            touching = [stroke for stroke in lying.values() if _touches(stroke.box, rows)]
            self._paint(list(self._runs(sorted(blocks))), touching)

    def bands(self) -> Sequence[Band]:
        """The compressed bands of the strip."""
        width, height = self._image.size
        for n, known in enumerate(self._bands):
            if known is None:
                box = (0, n * BAND, width, min(height, (n + 1) * BAND))
                self._bands[n] = compress_band(self._image.crop(box).tobytes())
        return [each for each in self._bands if each is not None]

    def memory_size(self) -> int:
        """About how many bytes it takes: two images, its bands, the names of its strokes."""
        bands = sum(len(each.data) for each in self._bands if each is not None)
        return memory_size([self.ground, self._image]) + len(self._names) + bands

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
        width, height = self.ground.size
        start = end = -1
        for block in (*blocks, -1):
            if block == end and block % self._across:
                end += 1
                continue
            if start >= 0:
                x, y = start % self._across * BLOCK, start // self._across * BLOCK
                yield x, y, min(width, x + (end - start) * BLOCK), min(height, y + BLOCK)
            start, end = block, block + 1

    def _paint(self, runs: Sequence[PixelBox], strokes: Iterable[Stroke]) -> None:
        """Repaint those boxes, as many rows of the page at a time as the scratch image holds."""
        width, height = self.ground.size
        rows = max(BLOCK, SCRATCH // width // BLOCK * BLOCK)
        lying = list(strokes)
        for top in range(0, height, rows):
            inside = [run for run in runs if top <= run[1] < top + rows]
            if inside:
                touching = [s for s in lying if s.box[1] < top + rows and s.box[3] > top]
                self._paint_rows(inside, touching, top, min(rows, height - top))

    def _paint_rows(self, runs: Sequence[PixelBox], strokes: Iterable[Stroke], top: int, rows: int) -> None:
        """Repaint boxes in so many rows from `top` on. What strokes paint outside the boxes is not used."""
        image = scratch_image((self.ground.width, rows))
        for left, upper, right, lower in runs:
            place = (left, upper - top, right, lower - top)
            image.paste(self.ground.crop((left, upper, right, lower)).convert("RGB"), place)
        for stroke in strokes:
            paint(image, stroke, -top)
        for left, upper, right, lower in runs:
            part = image.crop((left, upper - top, right, lower - top))
            self._image.paste(to_palette(part, self.theme), (left + 1, upper))
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


def _touches(box: PixelBox, rows: Sequence[int]) -> bool:
    """Whether a box touches one of the blocks in `rows`."""
    left, top, right, bottom = box
    bits = (1 << max(0, (right - 1) // BLOCK + 1)) - (1 << max(0, left // BLOCK))
    return bits > 0 and any(
        row & bits for row in rows[max(0, top // BLOCK) : max(0, (bottom - 1) // BLOCK + 1)]
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
