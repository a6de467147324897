"""A strip that goes on from what was painted on another one looks like one that is painted from nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from render.paint import strip as strips
from render.paint.palette import to_palette
from render.paint.strip import BLOCK, PixelBox, Strip
from render.paint.strokes import Stroke, StrokeRecorder
from tests.long_forms import LONG

MAP = (420, 330)
INKS = ((200, 30, 30), (30, 60, 200), (20, 120, 40, 120), (250, 240, 200))
Dot = tuple[int, int, int, int]
"""A dot on the map: middle, radius, the number of its ink."""

dots = st.lists(
    st.tuples(st.integers(0, MAP[0]), st.integers(0, MAP[1]), st.integers(2, 40), st.integers(0, 3)),
    min_size=1,
    max_size=12,
)
corners = st.tuples(st.integers(0, MAP[0] - 200), st.integers(0, MAP[1] - 150))
sizes = st.tuples(st.integers(60, 200), st.integers(60, 150))


def _ground() -> Image.Image:
    """A map of which no two parts are alike."""
    noise = random.Random(7).randbytes(MAP[0] * MAP[1] * 3)
    return to_palette(Image.frombytes("RGB", MAP, noise), "light")


GROUND = _ground()


def strokes(lying: list[Dot], corner: tuple[int, int]) -> list[Stroke]:
    """Dots of the map in a window with that corner, each a stroke of its own."""
    recorder = StrokeRecorder()
    for x, y, radius, ink in lying:
        with recorder.ink(INKS[ink]) as nib:
            nib.dot((x - corner[0], y - corner[1]), radius)
    return recorder.strokes


def painted(strip: Strip, lying: list[Dot], corner: tuple[int, int]) -> Strip:
    """The strip with the dots in a window with that corner on it."""

    def ground(box: PixelBox) -> Image.Image:
        x, y = corner
        return GROUND.crop((box[0] + x, box[1] + y, box[2] + x, box[3] + y))

    strip.update(strokes(lying, corner), ground)
    return strip


def looks(strip: Strip) -> tuple[bytes, list[bytes]]:
    """The pixels of a strip, and its compressed bands."""
    return strip.image.tobytes(), [band.data for band in strip.bands()]


def shared(
    one: tuple[int, int], size: tuple[int, int], other: tuple[int, int], long: tuple[int, int]
) -> PixelBox:
    """What a window shows of another one."""
    x, y = other[0] - one[0], other[1] - one[1]
    return max(0, x), max(0, y), min(size[0], x + long[0]), min(size[1], y + long[1])


@given(before=dots, after=dots, moves=st.integers(0, 3), one=corners, other=corners, size=sizes, long=sizes)
@settings(max_examples=200 if LONG else 30, deadline=None)
def test_a_window_beside_another_one_looks_as_if_painted_from_nothing(
    before, after, moves, one, other, size, long
):
    after = [*after[:moves], *before[moves:]]
    known = painted(Strip(long, "light"), before, other)
    box, by = shared(one, size, other, long), (other[0] - one[0], other[1] - one[1])
    fresh = looks(painted(Strip(size, "light"), after, one))

    for there in (None, known):
        strip = Strip(size, "light")
        if box[0] < box[2] and box[1] < box[3]:
            strip.go_on(known.painted(), box, by, there)

        assert looks(painted(strip, after, one)) == fresh


@given(before=dots, after=dots, size=sizes)
@settings(max_examples=50 if LONG else 10, deadline=None)
def test_the_same_window_goes_on_from_what_was_compressed(before, after, size):
    known, strip = painted(Strip(size, "light"), before, (0, 0)), Strip(size, "light")

    strip.go_on(known.painted())

    assert looks(painted(strip, before, (0, 0))) == looks(known)
    assert looks(painted(strip, after, (0, 0))) == looks(painted(Strip(size, "light"), after, (0, 0)))


@given(order=st.permutations(range(8)), seed=st.integers(0, 99))
@settings(max_examples=100 if LONG else 20, deadline=None)
def test_strokes_that_change_places_look_as_if_painted_from_nothing(order, seed):
    chance = random.Random(seed)
    lying = [(chance.randrange(200), chance.randrange(120), 30, n % 4) for n in range(8)]
    strip = painted(Strip((200, 120), "light"), lying, (0, 0))
    other = [lying[n] for n in order]

    assert looks(painted(strip, other, (0, 0))) == looks(painted(Strip((200, 120), "light"), other, (0, 0)))


def test_only_what_is_new_in_a_window_is_painted(monkeypatch):
    lying = [(x, y, 6, 0) for x in range(10, 400, 30) for y in range(10, 300, 30)]
    known, strip = painted(Strip((256, 128), "light"), lying, (0, 0)), Strip((256, 128), "light")
    strip.go_on(known.painted(), (0, 0, 192, 128), (-64, 0))
    areas: list[tuple[int, int, int, int]] = []
    paint = Strip._paint

    def watched(self: Strip, runs, *rest):
        areas.extend(runs)
        paint(self, runs, *rest)

    monkeypatch.setattr(Strip, "_paint", watched)
    painted(strip, lying, (64, 0))

    assert {left for left, _, _, _ in areas} == {192 // BLOCK * BLOCK}


def test_of_strokes_that_change_places_as_many_as_possible_stay():
    names = [bytes([n]) for n in b"abcdef"]

    assert strips._in_order(names, [*names[3:4], *names[:3], *names[4:]]) == {*names} - {b"d"}
    assert strips._in_order(names, names) == {*names}
    assert strips._in_order([], names) == set()


@pytest.mark.parametrize("by", [(0, 0), (-5, 40)])
def test_names_of_strokes_that_are_moved_are_those_of_strokes_there(by):
    known, strip = Strip((100, 100), "light"), Strip((100, 100), "light")
    strip.go_on(painted(known, [(50, 50, 10, 0)], (0, 0)).painted(), (0, 40, 95, 100), by)

    assert {*strips._named(strokes([(50, 50, 10, 0)], (-by[0], -by[1])))} == {strip._names}
