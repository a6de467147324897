"""The phase map (goal 1): next phase, same scene again, everything changed."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from bench.harness import Figure, figure, milliseconds, rounds, spread
from bench.pictures import drawing, scene
from bench.pictures.scene import Scene

NAME = "pictures"


def run(quick: bool) -> Iterator[Figure]:
    """Times of the pictures that a game needs, with each compressor."""
    what = reference(quick)
    count = 1 if quick else 11
    start = perf_counter()
    drawing.render_request((what.view, scene.caption(what.view), radius(quick)))
    cold = perf_counter() - start
    reels: list[drawing.PictureSequence] = []
    for compressor in drawing.compressors():
        with drawing.compressing(compressor):
            reels += [
                drawing.PictureSequence(scene.phases(what, share), radius(quick)) for share in (0.2, 1.0, 0.2)
            ]
            yield from _next_phase(reels[-3], count, compressor)
            yield from _other_pictures(reels[-2], reels[-1], count, compressor)
    yield milliseconds("first picture of a map, nothing kept", [cold])
    drawing.check(*reels)


def reference(quick: bool) -> Scene:
    """The reference scene; a small one when it is only to be seen that everything runs."""
    return scene.scene(10, 8) if quick else scene.scene()


def radius(quick: bool) -> float:
    """Pixels of a hex's radius."""
    return 20.0 if quick else scene.RADIUS


def _next_phase(reel: drawing.PictureSequence, count: int, compressor: str) -> Iterator[Figure]:
    size = drawing.page(reel.start()).size
    last = reel.request
    assert last is not None
    times = rounds(
        {"next": reel.draw, "again": lambda: drawing.render_request(reel.request or last)},
        count,
        before={"next": reel.ready},
    )
    yield milliseconds(f"next phase ({compressor})", times["next"], f"{size[0]} x {size[1]} pixels")
    yield milliseconds(f"same scene again ({compressor})", times["again"])


def _other_pictures(
    changed: drawing.PictureSequence, after: drawing.PictureSequence, count: int, compressor: str
) -> Iterator[Figure]:
    """Every counter somewhere else; and the next phase of a battle when another one was drawn before it."""
    changed.start(), after.start()
    times = rounds(
        {"changed": changed.draw, "after": after.draw},
        count,
        before={"changed": changed.ready, "after": after.ready},
    )
    yield milliseconds(f"everything changed ({compressor})", times["changed"])
    yield milliseconds(f"next phase, another table drawn before ({compressor})", times["after"])
    yield figure(
        f"everything changed v next phase ({compressor})",
        spread([a / b for a, b in zip(times["changed"], times["after"], strict=True)]),
        better="less",
    )
