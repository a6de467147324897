"""A thumbnail: the middle of a map, square and small."""

from __future__ import annotations

import io

from PIL import Image

COLOURS = 128


def square(png: bytes, size: int) -> bytes:
    """The middle of the PNG of a map, `size` pixels across and down. The same arguments always make the same
    bytes."""
    with Image.open(io.BytesIO(png)) as map_:
        board = map_.convert("RGB")
    edge = min(board.size)
    left, top = (board.width - edge) // 2, (board.height - edge) // 2
    cut = board.crop((left, top, left + edge, top + edge)).resize((size, size), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    cut.quantize(COLOURS, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()
