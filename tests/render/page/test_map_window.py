"""Windows of one size are parts of one reduced map, and the first picture of one is like any later one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import render
from engine.hexes import Grid
from engine.view import View
from render import picture
from render.geometry.layout import Layout
from render.layers import LAYER_NAMES
from render.page import map_window
from render.page.framing import framed
from render.page.map_window import large_layout, large_radius, whole_map
from render.paint.theme import LIGHT
from tests.render.sample_views import caption, field, fight, marching, rich

EVERY = frozenset(LAYER_NAMES)
FEW = frozenset({"grid", "rim", "setup", "counters", "numbers", "names", "header", "legend", "inset"})
"""Layers that are drawn fast."""
PLACES = ("0101", "0506", "0706", "1104", "1612")


def near(view: View, middle: str, steps: int = 2) -> frozenset[str]:
    return frozenset(view.grid.within(middle, steps))


def window(view: View, middle: str, steps: int = 2) -> Layout:
    """The layout of the map alone in a posted picture."""
    page = framed(view, caption(), near(view, middle, steps), render.BOX, EVERY, tallest=render.TALLEST)
    return Layout(
        grid=view.grid, radius=page.radius, corner=page.corner, map_size=page.map_size, page=page.map_size
    )


def posted(view: View, middle: str, steps: int = 2, **how: object) -> bytes:
    crop = near(view, middle, steps)
    page = {"crop": crop, "size": render.BOX, "tallest": render.TALLEST, "layers": FEW}
    return render.draw(view, caption(), **{**page, **how})


@pytest.mark.parametrize(
    ("columns", "rows", "stands_on"), [(16, 12, "point"), (9, 20, "side"), (40, 30, "point")]
)
@pytest.mark.parametrize("radius", [20.0, 41.0, 54.0])
def test_every_window_lies_on_the_whole_map_whole_pixels_from_its_corner(columns, rows, stands_on, radius):
    grid = Grid(columns=columns, rows=rows, stands_on=stands_on)
    for hex_ in (next(iter(grid)), grid.label(columns, rows), grid.label(columns // 2, rows // 2)):
        shown = Layout.window(grid, [hex_], radius, (900, 700))
        whole = whole_map(grid, radius, shown.corner)
        left, top = (a - b for a, b in zip(shown.corner, whole.corner, strict=True))

        assert left == round(left) >= 0
        assert top == round(top) >= 0
        assert left + shown.map_size[0] <= whole.map_size[0]
        assert top + shown.map_size[1] <= whole.map_size[1]
        assert whole == whole_map(grid, radius)


@pytest.mark.long
def test_windows_of_one_size_are_cut_from_one_reduced_map(monkeypatch):
    made: list[Layout] = []
    cut = map_window.cut

    def counted(image: Image.Image, large: Layout, layout: Layout, theme: object) -> Image.Image:
        made.append(layout)
        return cut(image, large, layout, theme)

    monkeypatch.setattr(map_window, "cut", counted)
    picture.clear_caches()
    view = rich()
    one, other = (replace(window(view, middle), radius=40.0) for middle in ("0506", "0706"))
    first, second = (map_window.map_window(view, each, LIGHT, FEW, None) for each in (one, other))

    across, down = (round(b - a) for a, b in zip(one.corner, other.corner, strict=True))
    assert len(made) == 1
    shared = (max(0, across), max(0, down), min(first.width, across + second.width), first.height - abs(down))
    assert (
        first.crop(shared).tobytes()
        == second.crop((shared[0] - across, shared[1] - down, shared[2] - across, shared[3] - down)).tobytes()
    )


def test_a_window_as_large_as_the_large_drawing_is_a_part_of_it():
    view = rich()
    shown, large = window(view, "0706", 1), large_layout(view.grid)
    image = map_window.map_image(view, large, LIGHT, FEW, None)
    left, top = (round(a - b) for a, b in zip(shown.corner, large.corner, strict=True))

    cut = map_window.map_window(view, shown, LIGHT, FEW, None)

    assert shown.radius == large_radius(view.grid)
    assert cut.tobytes() == image.crop((left, top, left + cut.width, top + cut.height)).tobytes()


def test_parts_of_a_map_come_in_few_sizes_hardly_smaller_than_they_could_be():
    view = replace(rich(), grid=Grid(columns=26, rows=17), counters=())
    plain = {steps: window(view, "1309", steps).radius for steps in range(2, 9)}

    largest = large_radius(view.grid)
    assert all(radius == largest or radius % max(1, radius // 14) == 0 for radius in plain.values())
    assert len(set(plain.values())) > 2


@pytest.mark.long
@pytest.mark.parametrize("view", [rich, field, fight, marching])
def test_the_first_picture_of_a_window_is_the_same_whatever_was_drawn_before(view, tmp_path: Path):
    view = view()
    wanted = [(place, steps) for place in PLACES for steps in (2, 4)][::3]
    fresh = []
    for place, steps in wanted:
        picture.clear_caches()
        fresh.append(posted(view, place, steps, layers=EVERY))
    picture.clear_caches()

    warm = [
        posted(view, place, steps, cache_folder=tmp_path, layers=EVERY) for place, steps in reversed(wanted)
    ]
    picture.clear_caches()
    shelved = [posted(view, place, steps, cache_folder=tmp_path, layers=EVERY) for place, steps in wanted]

    assert [n for n, each in enumerate(fresh) if each != warm[-1 - n] or each != shelved[n]] == []


def test_a_set_up_zone_that_has_changed_is_drawn_anew():
    zones = (frozenset({"0506", "0606"}), frozenset({"0506", "0606", "0706"}))
    before, after = (
        render.draw(replace(rich(), setup={"blue": zone}), caption(), radius=16, layers=frozenset({"setup"}))
        for zone in zones
    )
    picture.clear_caches()

    again = render.draw(
        replace(rich(), setup={"blue": zones[1]}), caption(), radius=16, layers=frozenset({"setup"})
    )

    assert again == after != before
