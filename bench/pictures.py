"""The phase map against naive renderers (goal 1): next phase, same scene again, everything changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter

from bench import naive, ours, scene
from bench.harness import Figure, agree, figure, milliseconds, ratio, rounds, spread
from bench.scene import Scene

NAME = "pictures"
PLAIN, SMOOTH = 12, 45  # goals: times as fast as naive without antialiasing, and with


def run(quick: bool) -> Iterator[Figure]:
    """The next phase v naive is judged; the other figures say where its time goes."""
    what = reference(quick)
    count = 1 if quick else 11
    start = perf_counter()
    ours.drawn((what.view, scene.caption(what.view), radius(quick)))
    cold = perf_counter() - start
    reels: list[ours.Reel] = []
    for compressor in ours.compressors():
        with ours.compressing(compressor):
            reels += [ours.Reel(scene.phases(what, share), radius(quick)) for share in (0.2, 1.0, 0.2)]
            yield from _next_phase(reels[-3], count, compressor)
            yield from _other_pictures(reels[-2], reels[-1], count, compressor)
    yield milliseconds("first picture of a map, nothing kept", [cold])
    ours.check(*reels)


def reference(quick: bool) -> Scene:
    """The reference scene; a small one when it is only to be seen that everything runs."""
    return scene.scene(10, 8) if quick else scene.scene()


def radius(quick: bool) -> float:
    """Pixels of a hex's radius."""
    return 20.0 if quick else scene.RADIUS


def _next_phase(reel: ours.Reel, count: int, compressor: str) -> Iterator[Figure]:
    size = ours.page(reel.start()).size
    last = reel.asked
    assert last is not None
    times = rounds(
        {
            "next": reel.draw,
            "again": lambda: ours.drawn(reel.asked or last),
            "plain": lambda: _naive(reel, size, 1),
            "smooth": lambda: _naive(reel, size, 3),
        },
        count,
        before={"next": reel.ready},
    )
    agree(ours.page(_naive(reel, size, 3)).size == size, "the naive picture is as large as ours")
    named = partial("{} ({})".format)
    yield figure(named("next phase v naive, jagged", compressor), ratio(times, "plain", "next"), PLAIN)
    yield figure(named("next phase v naive, smooth", compressor), ratio(times, "smooth", "next"), SMOOTH)
    yield figure(named("same scene again v naive, jagged", compressor), ratio(times, "plain", "again"))
    yield milliseconds(named("next phase", compressor), times["next"], f"{size[0]} x {size[1]} pixels")
    yield milliseconds(named("same scene again", compressor), times["again"])
    if compressor != "zlib":
        return  # theirs is told once
    yield milliseconds("naive, jagged", times["plain"])
    yield milliseconds("naive, smooth (drawn three times as large)", times["smooth"])


def _other_pictures(changed: ours.Reel, after: ours.Reel, count: int, compressor: str) -> Iterator[Figure]:
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


def _naive(reel: ours.Reel, size: tuple[int, int], times: int) -> bytes:
    """The same view by the naive renderer."""
    assert reel.asked is not None
    view, words, r = reel.asked
    return naive.draw(view, words, size, r, times)
