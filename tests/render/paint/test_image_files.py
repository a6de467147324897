"""Files of kept images are read back as they were written; another file counts as none."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from render.paint.palette import to_palette
from render.paint.png import decode_image, encode_image


def image(mode: str, size: tuple[int, int]) -> Image.Image:
    noise = Image.frombytes("RGBA", size, random.Random(3).randbytes(size[0] * size[1] * 4))
    return to_palette(noise.convert("RGB"), "dark") if mode == "P" else noise.convert(mode)


@pytest.mark.parametrize("mode", ["P", "RGB", "RGBA"])
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (64, 33)])
def test_an_image_is_read_as_it_was_written(mode, size):
    before = image(mode, size)

    after = decode_image(encode_image(before))

    assert (after.mode, after.size, after.tobytes()) == (mode, size, before.tobytes())
    assert after.convert("RGB").tobytes() == before.convert("RGB").tobytes()


@pytest.mark.parametrize("mode", ["P", "RGB", "RGBA"])
def test_pillow_reads_the_same(mode):
    data = encode_image(image(mode, (20, 30)))

    there = Image.open(io.BytesIO(data)).convert("RGBA").tobytes()

    assert decode_image(data).convert("RGBA").tobytes() == there


def test_a_damaged_file_is_none_of_ours():
    data = encode_image(image("RGBA", (9, 9)))
    broken = [data[:length] for length in range(len(data) - 16)]
    broken += [data[:60] + bytes([data[60] ^ 4]) + data[61:], b"nothing like it", b"\x89PNG\r\n\x1a\n" * 9]

    for each in broken:
        with pytest.raises(ValueError, match=r"not a file of ours|not enough|bytes|palette"):
            decode_image(each)
