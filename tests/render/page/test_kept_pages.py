"""Pages that go on from others look like pages drawn from nothing, and what is kept of them is bounded."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL import Image

import render
from render import picture
from render.geometry.layout import Layout
from render.page import kept_pages
from render.page.kept_pages import PageGround, is_kept, keep_page, page_strip
from render.paint import caches
from render.paint.caches import set_budget
from render.paint.palette import blank_image, to_palette
from render.paint.strip import Strip
from render.paint.theme import LIGHT
from tests.render.page.test_map_window import FEW, near
from tests.render.sample_views import caption, field, fight, rich

PLACES = ("0101", "0406", "0506", "0706", "0905", "1104", "1309", "1612")
PAGE = (300, 220)


@pytest.fixture(autouse=True)
def from_nothing():
    """Nothing is kept before and after."""
    before = caches._budget
    picture.clear_caches()
    yield
    set_budget(before)
    picture.clear_caches()


def drawn(view, place: str, steps: int = 2, **how) -> bytes:
    return render.draw(
        view, caption(), crop=near(view, place, steps), size=render.BOX, tallest=render.TALLEST,
        **{"layers": FEW, **how},
    )  # fmt: skip


def layout(corner: tuple[float, float], box: tuple[int, int, int, int] = (10, 20, 290, 200)) -> Layout:
    size = (box[2] - box[0], box[3] - box[1])
    return Layout(
        grid=field().grid, radius=30.0, corner=corner, map_size=size, left=box[0], top=box[1], page=PAGE
    )


def kept(key: str, where: Layout) -> Strip:
    """A page that is kept."""
    strip = page_strip(key, where, "light")
    strip.update([], PageGround(where, LIGHT, lambda: (blank_image((900, 900), "light"), (0, 0))))
    keep_page(key, where, strip)
    return strip


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seed", range(3))
def test_windows_in_any_order_look_like_windows_drawn_from_nothing(seed, theme):
    chance = random.Random(seed)
    views = [rich(), replace(rich(), counters=rich().counters[1:]), fight()]
    wanted = [(chance.choice(views), chance.choice(PLACES), chance.choice((1, 2, 4))) for _ in range(8)]
    fresh = []
    for view, place, steps in wanted:
        picture.clear_caches()
        fresh.append(drawn(view, place, steps, theme=theme))
    picture.clear_caches()

    warm = [drawn(view, place, steps, theme=theme) for view, place, steps in wanted]

    assert [n for n, (one, other) in enumerate(zip(fresh, warm, strict=True)) if one != other] == []


@pytest.mark.long
def test_a_page_of_which_only_the_compressed_part_is_kept_looks_the_same():
    first, again = drawn(rich(), "0706"), rich()
    kept_pages._strips.clear()

    assert drawn(again, "0706") == first


def test_a_new_window_begins_with_what_it_shows_of_another_one(monkeypatch):
    begun = []
    monkeypatch.setattr(Strip, "go_on", lambda _, painted, *where: begun.append(where))
    kept("map", layout((100.0, 50.0)))
    kept("map", layout((400.0, 50.0)))

    page_strip("map", layout((150.0, 40.0)), "light")

    assert begun[-1][:2] == ((10, 30, 240, 200), (-50, 10))


def test_windows_that_lie_parts_of_a_pixel_apart_share_nothing(monkeypatch):
    begun = []
    monkeypatch.setattr(Strip, "go_on", lambda *what: begun.append(what))
    kept("map", layout((100.0, 50.0)))

    page_strip("map", layout((150.5, 50.0)), "light")
    page_strip("another map", layout((150.0, 50.0)), "light")
    page_strip("map", layout((900.0, 50.0)), "light")

    assert begun == []


def test_a_window_is_known_while_its_page_is_kept():
    where, other = layout((100.0, 50.0)), layout((110.0, 50.0))
    kept("map", where)

    assert is_kept("map", where)
    assert not is_kept("map", other)
    assert not is_kept("another map", where)


def test_pages_keep_within_their_bytes_the_newest_first():
    set_budget(60_000)
    for n in range(30):
        kept("map", layout((float(n), 0.0)))

    pages = kept_pages._kept.get("map")
    assert pages is not None
    assert [page.window[0][0] for page in pages] == [29.0 - n for n in range(len(pages))]
    assert 1 < len(pages) < 30
    assert kept_pages._kept.taken == sum(map(kept_pages._size, pages)) <= kept_pages._kept.most


def test_a_page_that_is_drawn_again_is_kept_once():
    for _ in range(3):
        kept("map", layout((5.0, 5.0)))

    pages = kept_pages._kept.get("map")
    assert pages is not None
    assert len(pages) == 1


def nearest(colour: tuple[int, ...]) -> tuple[int, ...]:
    """The colour of the palette for a colour."""
    return to_palette(Image.new("RGB", (1, 1), colour[:3]), "light").convert("RGB").getpixel((0, 0))


BOXES = (
    *((0, 0, 300, 220), (10, 20, 290, 200), (50, 60, 80, 90)),
    *((0, 0, 30, 30), (0, 0, 300, 20), (280, 10, 300, 220)),
)


@pytest.mark.parametrize("box", BOXES)
def test_the_ground_of_a_page_is_paper_with_the_map_on_it(box):
    where = layout((0.0, 0.0))
    sheet = blank_image((400, 300), "light")
    sheet.putdata([(x * 7 + y * 13) % 256 for y in range(300) for x in range(400)])
    ground = PageGround(where, LIGHT, lambda: (sheet, (7, 9)))
    whole = blank_image(PAGE, "light")
    whole.paste(ground((0, 0, 1, 1)).getpixel((0, 0)), (0, 0, *PAGE))
    whole.paste(sheet.crop((7, 9, 287, 189)), (10, 20))

    assert ground(box).tobytes() == whole.crop(box).tobytes()
    assert ground((0, 0, 1, 1)).convert("RGB").getpixel((0, 0)) == nearest(LIGHT.page)
