"""What is kept in memory between pictures is bounded in bytes, all caches together by one budget."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from PIL import Image

import render
from render.paint import caches
from render.paint.caches import MemoryCache, held, kept_in, memory_size, set_budget
from tests.render.sample_views import caption, field, fight, many_fights, marching, rich

SMALL = 6_000_000
COUNTED = {
    "render.counters.counter_look.corps_colour": 512,
    "render.counters.face_layout.text_places": 2048,
    "render.geometry.area_borders.area_borders": 64,
    "render.geometry.layout._extent": 64,
    "render.geometry.layout._planes": 32,
    "render.labels.place_names._places": 256,
    "render.overlays.command._pieces": 64,
    "render.overlays.control.zones_of_control._zone": 2048,
    "render.overlays.control.zones_of_control.neighbours_in_order": 16,
    "render.page.framing._window": 32,
    "render.page.inset_map._small": 64,
    "render.paint.canvas.hex_box": 4096,
    "render.paint.palette._comparison_palette": 8,
    "render.paint.palette.palette_colours": 8,
    "render.paint.lettering.fonts._face_of": 4096,
    "render.paint.lettering.fonts._missing": 16,
    "render.paint.lettering.fonts.font": 10,
    "render.paint.lettering.visual_order._forms": 1,
    "render.paint.text.capital_height": 256,
    "render.paint.text._digit_mask": 1024,
    "render.paint.text._text_look": 2048,
    "render.paint.text.text_stroke": 2048,
    "render.paint.text.text_width": 4096,
    "render.picture.disk_cache": 4,
    "render.replay.scenes.map_layout": 8,
    "render.picture._map_alone": 32,
    "render.picture._of_map": 32,
}
"""What is bounded by a count of entries: small things, and fonts of at most 350 kB each."""


@pytest.fixture
def budget() -> Iterator[None]:
    """A budget of SMALL bytes, caches empty before and after."""
    before = caches._budget
    caches.clear_memory()
    set_budget(SMALL)
    yield
    set_budget(before)
    caches.clear_memory()


def test_the_least_recently_used_goes_when_the_bytes_are_too_many(budget: None) -> None:
    cache: MemoryCache[bytes] = MemoryCache(0.001)
    caches._every.remove(cache)
    for key in "ab":
        cache.put(key, b"", 2_500)
    cache.get("a")

    cache.put("c", b"", 2_500)

    assert [cache.get(key) is not None for key in "abc"] == [True, False, True]
    assert cache.taken == 5_000


def test_what_is_stored_again_is_counted_once(budget: None) -> None:
    cache: MemoryCache[bytes] = MemoryCache(0.001)
    caches._every.remove(cache)
    for size in (4_000, 5_000, 3_000):
        cache.put("a", b"", size)

    assert (len(cache), cache.taken) == (1, 3_000)


def test_a_function_is_worked_out_again_when_its_result_was_dropped(budget: None) -> None:
    cache: MemoryCache[Image.Image] = MemoryCache(0.001)
    caches._every.remove(cache)
    calls: list[int] = []

    @kept_in(cache)
    def square(side: int) -> Image.Image:
        calls.append(side)
        return Image.new("L", (side, side))

    for side in (40, 40, 60, 40):
        square(side)

    assert calls == [40, 60, 40]


@pytest.mark.parametrize(("mode", "size"), [("L", 10_000), ("P", 10_000), ("RGB", 40_000), ("RGBA", 40_000)])
def test_an_image_is_counted_by_what_its_pixels_take(mode: str, size: int) -> None:
    assert 0 <= memory_size(Image.new(mode, (100, 100))) - size < 1_000


@pytest.mark.long
def test_pictures_of_all_kinds_stay_within_the_budget(budget: None) -> None:
    for number, view in enumerate((field(), rich(), fight(), many_fights(), marching()) * 2):
        render.draw(view, caption(), theme=("light", "dark")[number % 2], radius=16 + 2 * number)

    assert SMALL / 4 < held() <= SMALL * 1.5  # a page by itself may be larger than its share
    assert all(each.taken <= each.most or len(each) == 1 for each in caches._every)


@pytest.mark.long
def test_a_picture_is_the_same_with_little_memory(budget: None) -> None:
    little = [render.draw(view, caption(), radius=30) for view in (rich(), fight(), rich())]
    set_budget(caches.BUDGET)
    caches.clear_memory()

    assert little == [render.draw(view, caption(), radius=30) for view in (rich(), fight(), rich())]


def test_the_shares_are_no_more_than_the_whole() -> None:
    assert caches.shares() <= 1.0


@pytest.mark.long
def test_no_cache_of_images_is_bounded_by_a_count() -> None:
    for module in pkgutil.walk_packages(render.__path__, "render."):
        importlib.import_module(module.name)
    gc.unfreeze()  # what was there before the first test (conftest.py at the root) is listed, too
    wrapped = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    own = [each for each in wrapped if each.__module__.startswith("render.")]

    counted = {f"{each.__module__}.{each.__name__}": each.cache_parameters()["maxsize"] for each in own}
    counted.pop("render.paint.caches.program_fingerprint", None)

    assert counted == COUNTED
