"""A strip of the page in 256 colours: only blocks on which other strokes lie than before are painted anew.

What comes out is what painting everything anew would give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from render.palette import blank, reduced
from render.png import Band, band
from render.strokes import Spot, Stroke, paint

EDGE = 32  # pixels of a block's side
BAND = 96  # pixels of a band's height: what is compressed by itself

_easel: list[Image.Image] = []
"""The one image (RGB) on which all strips are painted; what lies on it in between is of no account."""


class Strip:
    """A strip of the page: its ground, and what was last painted on it.

    `ground` is an image (P) in the colours of the theme. The image kept here is a pixel wider than the
    strip: its first column is each row's filter byte of the PNG.
    """

    def __init__(self, ground: Image.Image, theme: str) -> None:
        self.theme, self.ground = theme, ground
        width, height = ground.size
        self._image = blank((width + 1, height), theme)
        self._image.paste(ground, (1, 0))
        self._across, self._down = -(-width // EDGE), -(-height // EDGE)
        self._bands: list[Band | None] = [None] * -(-height // BAND)
        self._lying: dict[object, Stroke] = {}

    @property
    def image(self) -> Image.Image:
        """The strip as it was last painted (P)."""
        return self._image.crop((1, 0, *self._image.size))

    def lay(self, strokes: Iterable[Stroke]) -> None:
        """Paint the strip with these strokes on it, in their order; they count from its upper left corner."""
        lying = _named(strokes)
        old, new = self._lying, lying
        if not _in_order(old, new):
            changed: Iterable[int] = range(self._across * self._down)
        else:
            gone = (old[name].box for name in old.keys() - new.keys())
            come = (new[name].box for name in new.keys() - old.keys())
            changed = {block for box in (*gone, *come) for block in self._touched(box)}
        self._lying = lying
        if changed:
            blocks = {*changed}
            touching = [s for s in lying.values() if not blocks.isdisjoint(self._touched(s.box))]
            self._paint(list(self._runs(sorted(blocks))), touching)

    def bands(self) -> Sequence[Band]:
        """The strip compressed, band by band."""
        width, height = self._image.size
        for n, known in enumerate(self._bands):
            if known is None:
                box = (0, n * BAND, width, min(height, (n + 1) * BAND))
                self._bands[n] = band(self._image.crop(box).tobytes())
        return [each for each in self._bands if each is not None]

    def _touched(self, box: Spot) -> Iterable[int]:
        """The blocks on which something in that box lies."""
        left, right = max(0, box[0] // EDGE), min(self._across - 1, (box[2] - 1) // EDGE)
        top, bottom = max(0, box[1] // EDGE), min(self._down - 1, (box[3] - 1) // EDGE)
        return [y * self._across + x for y in range(top, bottom + 1) for x in range(left, right + 1)]

    def _runs(self, blocks: Iterable[int]) -> Iterator[Spot]:
        """The boxes of those blocks, neighbours in a row run together."""
        width, height = self.ground.size
        start = end = -1
        for block in (*blocks, -1):
            if block == end and block % self._across:
                end += 1
                continue
            if start >= 0:
                x, y = start % self._across * EDGE, start // self._across * EDGE
                yield x, y, min(width, x + (end - start) * EDGE), min(height, y + EDGE)
            start, end = block, block + 1

    def _paint(self, runs: Sequence[Spot], strokes: Iterable[Stroke]) -> None:
        """Paint those boxes anew. Strokes are laid whole; what falls beside the boxes is not looked at."""
        image = easel(self.ground.size)
        for run in runs:
            image.paste(self.ground.crop(run).convert("RGB"), run)
        for stroke in strokes:
            paint(image, stroke)
        for run in runs:
            self._image.paste(reduced(image.crop(run), self.theme), (run[0] + 1, run[1]))
            self._bands[run[1] // BAND] = None


def _named(strokes: Iterable[Stroke]) -> dict[object, Stroke]:
    """The strokes by what they look like and where they lie, in their order; equal ones are counted."""
    found: dict[object, Stroke] = {}
    for stroke in strokes:
        name: object = (stroke.key, stroke.box)
        while name in found:
            name = (name, "again")
        found[name] = stroke
    return found


def _in_order(old: dict[object, Stroke], new: dict[object, Stroke]) -> bool:
    """Whether the strokes that stay lie in the same order as before."""
    return all(
        a == b for a, b in zip((n for n in old if n in new), (n for n in new if n in old), strict=True)
    )


def easel(size: tuple[int, int]) -> Image.Image:
    """An image (RGB) at least that large, with anything on it."""
    if not _easel or _easel[0].width < size[0] or _easel[0].height < size[1]:
        old = _easel[0].size if _easel else (0, 0)
        _easel[:] = [Image.new("RGB", (max(size[0], old[0]), max(size[1], old[1])))]
    return _easel[0]
