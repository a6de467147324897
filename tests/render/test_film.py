"""A film of a game: the pages, the first one, the size of the file."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageSequence

from render.film import FILM_BOX, LEAST_WIDTH, draw_film, draw_pages_uncached
from render.film_frame import FilmFrame
from render.page.subtitle import LINES, broken
from render.paint.text import text_width
from render.paint.theme import THEMES
from tests.long_forms import long_but
from tests.render import sample_views

SMALL = (440, 320)


def frames() -> list[FilmFrame]:
    """Three moments of one battle."""
    land = sample_views.field()
    views = (land, sample_views.fight(), sample_views.marching())
    texts = ("It begins.", "A fight.", "They march.")
    shown = [replace(view, hexes=land.hexes, hexsides=land.hexsides) for view in views]
    words = sample_views.caption()
    return [FilmFrame(view=v, caption=words, text=text) for v, text in zip(shown, texts, strict=True)]


def pages(film: bytes) -> list[Image.Image]:
    return [page.convert("RGB") for page in ImageSequence.Iterator(Image.open(io.BytesIO(film)))]


@pytest.mark.long
def test_the_first_page_is_the_last_moment_then_all_others_in_order() -> None:
    begins, fights, marches = frames()

    film = pages(draw_film([begins, fights, marches], size=SMALL))
    last_first = pages(draw_film([fights, marches], size=SMALL))

    assert len(film) == 3
    assert film[0].tobytes() == last_first[0].tobytes()
    assert film[2].tobytes() == last_first[1].tobytes()
    assert film[0].tobytes() != film[1].tobytes() != film[2].tobytes()


@pytest.mark.long
@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_a_page_shows_what_is_drawn_in_all_colours(theme: str) -> None:
    one = frames()[1:2]

    (page,) = pages(draw_film(one, theme=theme, size=SMALL))
    (true,) = draw_pages_uncached(one, theme=theme, size=SMALL)

    apart = ImageChops.difference(page, true).convert("L").histogram()
    assert sum(n * count for n, count in enumerate(apart)) / (SMALL[0] * SMALL[1]) < 6


@pytest.mark.long
def test_a_film_that_is_too_large_is_drawn_smaller_to_a_limit() -> None:
    whole = draw_film(frames())
    smaller = draw_film(frames(), max_bytes=len(whole) - 1)
    least = draw_film(frames(), max_bytes=1)

    assert Image.open(io.BytesIO(whole)).size == FILM_BOX
    assert len(smaller) < len(whole)
    assert Image.open(io.BytesIO(least)).width >= LEAST_WIDTH


def test_the_words_of_a_moment_stand_in_two_lines_at_most() -> None:
    text = "The 2nd Cuirassiers attack the 5th Dragoons at 1006, and the marsh slows all of them down " * 2

    lines = broken(text.strip(), 26, 860)

    assert len(lines) == LINES
    assert " ".join(lines) == text.strip()
    assert text_width(lines[0], "plain", 26) <= 860


def test_without_a_moment_there_is_no_film() -> None:
    with pytest.raises(ValueError, match="no frames"):
        draw_film([])
