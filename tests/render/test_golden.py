"""Golden pictures: no layer, rulebook or theme looks other than `python -m tests.render.golden` left it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

import render
from render.paint.theme import LIGHT
from tests.render.golden.compare import FOLDER, differences, golden, save_comparison
from tests.render.golden.scenes import ALONE, LAYERS, SCENES, Scene


def kept(name: str) -> Image.Image:
    with Image.open(golden(name)) as image:
        return image.convert("RGB")


def moved(scene: Scene, with_: Image.Image) -> Image.Image:
    """The picture with what its layer draws two pixels farther right, over what lay there before."""
    bare = scene.drawn(without=True)
    if bare.size != with_.size:  # a strip of the page is gone
        bare = Image.new("RGB", with_.size, LIGHT.page)
    apart = ImageChops.difference(with_, bare).convert("L").point(lambda v: 255 if v else 0)
    mask = ImageChops.offset(apart, 2, 0)
    return Image.composite(ImageChops.offset(with_, 2, 0), bare, mask)


@pytest.mark.parametrize("name", SCENES)
def test_it_looks_as_it_did(name: str, tmp_path: Path) -> None:
    before, now = kept(name), SCENES[name].drawn()

    wrong = differences(before, now)

    if wrong:
        where = save_comparison(tmp_path, name, before, now)
        pytest.fail(
            f"{name}: {wrong}. Before, now, and four times the difference: {where}\n"
            f"If it is meant to look so: python -m tests.render.golden {name}",
            pytrace=False,
        )


def test_there_is_one_of_every_layer_and_none_too_many() -> None:
    assert {*LAYERS} == {*render.LAYERS}
    assert {path.stem for path in FOLDER.glob("*.png")} == {*SCENES}


@pytest.mark.parametrize("name", ALONE)
def test_a_layer_that_is_missing_out_of_place_or_of_another_colour_is_noticed(name: str) -> None:
    scene, now = SCENES[name], kept(name)
    red, green, blue = now.split()

    assert differences(now, scene.drawn(without=True)), "missing"
    assert differences(now, moved(scene, now)), "out of place"
    assert differences(now, Image.merge("RGB", (blue, green, red))), "another colour"


def test_other_rounding_of_edges_is_passed_over() -> None:
    now = kept("counters")
    edges = now.convert("L").filter(ImageFilter.FIND_EDGES).point(lambda v: v // 85)  # 0 to 3 levels

    rounded = ImageChops.add(now, Image.merge("RGB", [edges] * 3))

    assert rounded.tobytes() != now.tobytes()
    assert differences(now, rounded) == ""


def test_what_differs_is_laid_side_by_side(tmp_path: Path) -> None:
    now = kept("counters")

    where = save_comparison(tmp_path, "counters", now, now.crop((0, 0, 50, 60)))

    with Image.open(where) as sheet:
        assert sheet.size == (now.width * 3 + 20, now.height)
