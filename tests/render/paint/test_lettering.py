"""Names in any script: an order from left to right, a font for each character, never an empty box."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from render.paint.lettering.fonts import FACES, STAND_IN, font, font_runs, has_glyph
from render.paint.lettering.visual_order import visual_order
from render.paint.text import FIGURES, fit_text, number_mask, text_width
from tests.render.league.samples import NAMES


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna (12)", "Anna (12)"),
        ("שלום", "םולש"),
        ("Dan שלום 12 Ann", "Dan םולש 12 Ann"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב (גד) הו", "וה (דג) בא"),
        ("Dan (אב) 12", "Dan (בא) 12"),
        ("אב (גד) 12", "(דג) בא 12"),
        ("باب", "\ufe8f\ufe8e\ufe91"),
        ("لا", "\ufefb"),
        ("𝕱𝖆𝖓 ＢＣ", "Fan BC"),
        ("Z̸̧a̷l", "Zal"),
        ("a\u202eb\u200dc\nd", "abc d"),
        ("👍🏽", "👍"),
        ("", ""),
    ],
)
def test_text_in_the_order_in_which_it_is_drawn(text: str, drawn: str) -> None:
    assert visual_order(text) == drawn


@pytest.mark.parametrize("face", [face for face in FACES if face != "symbols"])
@pytest.mark.parametrize("name", NAMES)
def test_no_name_shows_an_empty_box(name: str, face: str) -> None:
    runs = font_runs(name, face)

    assert all(c.isspace() or c == STAND_IN or has_glyph(own, c) for text, own in runs for c in text)


@pytest.mark.parametrize(
    "name", ["שלום", "سلام", "漢字", "한국어", "かな", "🔥", "Иван", "Ἀχιλλεύς", "Հայ", "ქარ"]
)
def test_a_font_has_these_letters(name: str) -> None:
    assert STAND_IN not in "".join(text for text, _ in font_runs(name, "bold"))


def test_letters_that_no_font_has_are_an_ellipsis() -> None:
    assert font_runs("राम", "plain") == [(STAND_IN, "plain")]
    assert font_runs("a राम b", "plain") == [(f"a {STAND_IN} b", "plain")]


@pytest.mark.long
@given(text=st.text(max_size=40), room=st.integers(10, 300))
def test_any_text_can_be_fitted(text: str, room: int) -> None:
    fitted, size = fit_text(text, "bold", 29, room, 25)

    assert text_width(fitted, "bold", size) <= room


@pytest.mark.parametrize("face", FIGURES)
@pytest.mark.parametrize("number", ["0713", "1122", "7", "90846235"])
def test_a_number_put_together_from_its_digits_looks_as_drawn_at_once(number: str, face: str) -> None:
    for size, (x, y), halo in product((12, 19, 24, 35), ((3.0, 40.0), (4.25, 40.75), (6.5, 40.5)), (0, 1, 3)):
        whole = Image.new("L", (240, 70), 0)
        letters = font(face, size)
        ImageDraw.Draw(whole).text((x, y), number, font=letters, fill=255, anchor="ls", stroke_width=halo)

        made = number_mask(number, face, size, (x, y), whole.size, halo)

        assert max(ImageChops.difference(whole, made).getextrema()) <= 1
