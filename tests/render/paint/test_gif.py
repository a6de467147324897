"""An animated GIF decodes to the very pages that went in, and holds only what changes."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from render.paint.gif import encode_gif

COLOURS = bytes(range(255)) * 3
"""255 colours, all different."""
SIZE = (9, 7)

pages = st.lists(
    st.binary(min_size=63, max_size=63).map(lambda pixels: bytes(min(p, 254) for p in pixels)),
    min_size=1,
    max_size=5,
)


def image(pixels: bytes) -> Image.Image:
    page = Image.frombytes("P", SIZE, pixels)
    page.putpalette(COLOURS)
    return page


def decoded(data: bytes) -> list[Image.Image]:
    return [page.convert("RGB") for page in ImageSequence.Iterator(Image.open(io.BytesIO(data)))]


@pytest.mark.long
@given(pages)
def test_every_page_comes_out_as_it_went_in(pixels: list[bytes]) -> None:
    data = encode_gif([image(each) for each in pixels], [1000] * len(pixels), COLOURS)

    shown = decoded(data)

    assert len(shown) == len(pixels)
    assert all(a.tobytes() == image(b).convert("RGB").tobytes() for a, b in zip(shown, pixels, strict=True))


def test_it_runs_for_ever_and_each_page_as_long_as_was_said() -> None:
    data = encode_gif([image(bytes(63)), image(bytes([1]) * 63)], [1500, 700], COLOURS)

    film = Image.open(io.BytesIO(data))
    lengths = [page.info["duration"] for page in ImageSequence.Iterator(film)]

    assert (lengths, film.info["loop"]) == ([1500, 700], 0)


def test_a_page_like_the_one_before_costs_a_few_bytes() -> None:
    noise = bytes(n * 37 % 255 for n in range(63))
    once, twice = (len(encode_gif([image(noise)] * n, [1000] * n, COLOURS)) for n in (1, 2))

    assert twice - once < 40


def test_without_a_page_or_a_free_colour_there_is_no_film() -> None:
    with pytest.raises(ValueError, match="0 pages"):
        encode_gif([], [], COLOURS)
    with pytest.raises(ValueError, match="256 colours"):
        encode_gif([image(bytes(63))], [1000], bytes(768))
