"""An animated GIF of pages in the colours of one theme: of each page only what has changed is written.

Pillow compresses the pixels; it would compare pages in 24 bits, which takes longer than all the drawing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from PIL import GifImagePlugin, Image, ImageChops

from render.paint.palette import COLOURS

CLEAR = 255
"""The colour that leaves what is below: themes have fewer colours than this."""
_ANY_CHANGE = bytes(1) + bytes([255]) * 255


def encode_gif(pages: Sequence[Image.Image], milliseconds: Sequence[int], colours: bytes) -> bytes:
    """The file: pages (P) of one size, each shown so long, again and again. `colours`, three bytes each.

    Raises ValueError when there is no page, or no colour is left for what does not change.
    """
    if not pages or len(colours) // 3 >= COLOURS:
        raise ValueError(f"{len(pages)} pages in {len(colours) // 3} colours")
    table = colours.ljust(COLOURS * 3, b"\0")
    size = struct.pack("<HH", *pages[0].size)
    head = b"GIF89a" + size + b"\xf7\0\0" + table + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    shown = zip(_changes(pages), milliseconds, strict=True)
    return b"".join((head, *(_frame(image, at, length) for (image, at), length in shown), b";"))


def _changes(pages: Sequence[Image.Image]) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Of each page the box in which it differs from the page before, and where; what is alike is clear."""
    before: Image.Image | None = None
    for page in pages:
        now = Image.frombuffer("L", page.size, page.tobytes())
        if before is None:
            yield now, (0, 0)
        else:
            differs = ImageChops.difference(before, now).point(_ANY_CHANGE)
            box = differs.getbbox() or (0, 0, 1, 1)
            part = Image.new("L", (box[2] - box[0], box[3] - box[1]), CLEAR)
            part.paste(now.crop(box), mask=differs.crop(box))
            yield part, box[:2]
        before = now


def _frame(image: Image.Image, at: tuple[int, int], milliseconds: int) -> bytes:
    """One frame: how long it is shown, where it is, its pixels."""
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, round(milliseconds / 10), CLEAR, 0)
    place = struct.pack("<BHHHHB", 0x2C, *at, *image.size, 0)
    _, *pixels = GifImagePlugin.getdata(image)  # the first is Pillow's own description of the place
    return b"".join((control, place, *pixels))
