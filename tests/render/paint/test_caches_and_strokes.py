"""Cached map and blocks never show in a picture, in memory or on disk."""

from __future__ import annotations

import io
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

import render
from render import picture
from render.geometry.layout import Layout
from render.paint import png
from render.paint.canvas import Canvas
from render.paint.palette import COLOURS, blank_image, palette_colours, to_palette
from render.paint.strip import Strip
from render.paint.strokes import StrokeRecorder, paint
from render.paint.theme import LIGHT, THEMES
from tests.long_forms import LONG, long_but
from tests.render.sample_views import caption, choosing, field, fight, many_fights, marching, rich, stepping

VIEWS = {view.__name__: view() for view in (field, rich, fight, many_fights, marching, stepping, choosing)}
WORDS = caption()


class Pictures(dict[str, bytes]):
    """Pictures by name; its repr is short, for failing tests."""

    def __repr__(self) -> str:
        return f"{len(self)} pictures"


def drawn(name: str, **how: object) -> bytes:
    return render.draw(VIEWS[name], WORDS, radius=24, **how)


@pytest.fixture(scope="module")
def fresh() -> Pictures:
    """Every picture drawn from nothing."""
    pictures = Pictures()
    for name in VIEWS:
        picture.clear_caches()
        pictures[name] = drawn(name)
    return pictures


@pytest.mark.long
@given(order=st.lists(st.sampled_from(sorted(VIEWS)), min_size=2, max_size=8))
@settings(
    max_examples=25 if LONG else 5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_picture_is_the_same_whatever_was_drawn_before(fresh, order):
    wrong = [n for n, name in enumerate(order) if drawn(name) != fresh[name]]

    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_a_picture_has_the_colours_that_drawing_it_whole_gives(theme):
    view = VIEWS["rich"]

    drawn_picture = Image.open(io.BytesIO(render.draw(view, WORDS, theme=theme, radius=32))).convert("RGB")
    whole = render.draw_uncached(view, WORDS, theme=theme, radius=32)

    difference = ImageStat.Stat(ImageChops.difference(drawn_picture, whole))
    assert drawn_picture.size == whole.size
    assert max(difference.rms) < 6


@pytest.mark.long
def test_a_file_is_what_the_format_says(fresh):
    data = fresh["rich"]
    size = Image.open(io.BytesIO(data)).size

    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4], "big")
    rows = zlib.decompress(data[start : start + length])  # fails on a wrong Adler-32

    assert len(rows) == (size[0] + 1) * size[1]
    assert {rows[n * (size[0] + 1)] for n in range(size[1])} == {0}  # every row's filter byte


@given(pieces=st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=6))
def test_bands_put_together_are_one_stream(pieces):
    width = 1
    rows = [bytes(v for byte in piece for v in (0, byte)) for piece in pieces]

    data = png.encode_png(
        (width, sum(map(len, pieces))), bytes(768), [png.compress_band(row) for row in rows]
    )

    image = Image.open(io.BytesIO(data))
    assert image.tobytes() == b"".join(pieces)


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_holds_the_armies_colours_exactly(theme):
    flat = palette_colours(theme)
    palette = {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)}

    assert len(flat) <= COLOURS * 3
    for army in THEMES[theme].armies:
        assert {army.body[:3], army.zone[:3], army.letters[:3]} <= palette


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_keeps_its_own_colours(theme):
    flat = palette_colours(theme)
    strip = Image.frombytes("RGB", (len(flat) // 3, 1), flat)

    assert to_palette(strip, theme).convert("RGB").tobytes() == flat


@pytest.mark.long
def test_a_file_keeps_within_the_room_it_is_given(fresh):
    room = len(fresh["rich"]) // 2

    data = drawn("rich", max_bytes=room)

    assert len(data) <= room
    assert Image.open(io.BytesIO(data)).width < Image.open(io.BytesIO(fresh["rich"])).width


@pytest.mark.long
def test_the_printed_map_and_counters_come_from_the_cache_folder(tmp_path, monkeypatch):
    picture.clear_caches()
    first = drawn("rich", cache_folder=tmp_path)
    picture.clear_caches()
    monkeypatch.setattr("render.map.map_image.draw_map", lambda *_: pytest.fail("the map was drawn again"))
    again = "render.counters.counter_image.counter_image"
    monkeypatch.setattr(again, lambda *_: pytest.fail("a counter was drawn again"))

    assert drawn("rich", cache_folder=tmp_path) == first


@pytest.mark.long
def test_a_damaged_cache_folder_does_no_harm(tmp_path, fresh):
    picture.clear_caches()
    drawn("rich", cache_folder=tmp_path)
    for file in tmp_path.rglob("*.png"):
        file.write_bytes(file.read_bytes()[:100])
    picture.clear_caches()

    assert drawn("rich", cache_folder=tmp_path) == fresh["rich"]


@pytest.mark.long
def test_a_cache_folder_that_cannot_be_written_does_no_harm(tmp_path, fresh):
    nowhere = tmp_path / "file"
    nowhere.write_text("in the way")
    picture.clear_caches()

    assert drawn("rich", cache_folder=Path(nowhere)) == fresh["rich"]


def test_strokes_that_change_places_are_painted_again():
    strip = Strip((90, 60), "light")

    def lie(*inks: tuple[int, int, int]) -> bytes:
        sheet = StrokeRecorder()
        for ink in inks:
            with sheet.ink(ink) as nib:
                nib.dot((40, 30), 20)
        strip.update(sheet.strokes, blank_image((90, 60), "light").crop)
        return bytes(strip.image.convert("RGB").getpixel((40, 30)))

    red, blue = LIGHT.clash[:3], LIGHT.armies[0].body[:3]

    assert [lie(red, blue), lie(blue, red), lie(red, blue)] == [bytes(blue), bytes(red), bytes(blue)]


def test_shapes_of_one_ink_do_not_darken_where_they_overlap():
    sheet = StrokeRecorder()
    with sheet.ink((0, 0, 0, 128)) as nib:
        nib.line([(0, 20), (400, 20)], 10)
        nib.line([(200, 0), (200, 40)], 10)
    image = Image.new("RGB", (400, 40), (255, 255, 255))

    for stroke in sheet.strokes:
        paint(image, stroke)

    assert image.getpixel((200, 20)) == image.getpixel((100, 20)) == image.getpixel((200, 5))


def test_a_long_line_has_no_gaps_where_it_is_put_together():
    sheet = StrokeRecorder()
    with sheet.ink((0, 0, 0)) as nib:
        nib.line([(10, 10), (700, 400)], 8)
    image = Image.new("RGB", (720, 420), (255, 255, 255))

    for stroke in sheet.strokes:
        paint(image, stroke)

    assert len(sheet.strokes) > 3
    assert {image.getpixel((round(10 + 690 * n / 500), round(10 + 390 * n / 500))) for n in range(501)} == {
        (0, 0, 0)
    }


def test_a_layer_that_writes_strokes_down_has_no_image():
    view = VIEWS["field"]
    canvas = Canvas(layout=Layout.of_map(view.grid, view.grid), theme=LIGHT, sides=("blue", "orange"))

    with pytest.raises(AssertionError, match="no image"):
        _ = canvas.image


def test_a_counter_that_moves_changes_nothing_far_away():
    view = VIEWS["rich"]
    unit = next(c for c in view.counters if c.hex)
    away = replace(
        view, counters=tuple(replace(c, hex=None, box="off_map") if c is unit else c for c in view.counters)
    )
    bare = frozenset({"relief", "ground", "counters"})

    before, after = (
        Image.open(io.BytesIO(render.draw(v, WORDS, radius=24, layers=bare))).convert("RGB")
        for v in (view, away)
    )

    left, top, right, bottom = ImageChops.difference(before, after).getbbox()
    assert max(right - left, bottom - top) < 24 * 3
