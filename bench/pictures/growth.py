"""How the time of a picture grows (the pictures' part of goal 6): with hexes, and with counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from bench.harness import Figure, fitted, milliseconds, rounds, spread
from bench.pictures import drawing, scene
from bench.pictures.phase_map import radius

NAME = "growth"
HEXES, COUNTERS = 0.8, 0.3  # goals: exponents
MAPS = ((10, 8), (20, 15), (40, 30), (60, 45), (80, 60))  # columns, rows
CROWDS = (10, 40, 80, 160, 320)  # counters on the reference map


def run(quick: bool) -> Iterator[Figure]:
    """Five maps with one density of counters, five crowds on one map; the next phase each time."""
    maps = ((6, 5), (8, 6)) if quick else MAPS
    crowds = (4, 8) if quick else CROWDS
    field = (8, 6) if quick else (40, 30)
    by_map = {f"{c} x {r} hexes": scene.scene(c, r) for c, r in maps}
    by_crowd = {f"{n} counters": scene.scene(*field, counters=n) for n in crowds}
    yield from _growth("hexes", by_map, [float(c * r) for c, r in maps], HEXES, quick)
    yield from _growth("counters", by_crowd, [float(n) for n in crowds], COUNTERS, quick)


def _growth(
    of: str, scenes: Mapping[str, scene.Scene], sizes: list[float], goal: float, quick: bool
) -> Iterator[Figure]:
    reels = {
        name: drawing.PictureSequence(scene.phases(each), radius(quick)) for name, each in scenes.items()
    }
    for reel in reels.values():
        reel.start()
    times = rounds(
        {name: reel.draw for name, reel in reels.items()},
        1 if quick else 9,
        before={name: reel.ready for name, reel in reels.items()},
    )
    each = spread([fitted(sizes, seconds) for seconds in zip(*times.values(), strict=True)])
    whole = fitted(sizes, [median(seconds) for seconds in times.values()])
    yield Figure(
        name=f"growth with {of}",
        value=whole,
        goal=goal,
        unit="exp",
        better="less",
        p10=each.p10,
        p90=each.p90,
    )
    for name, seconds in times.items():
        yield milliseconds(f"next phase, {name}", seconds)
    drawing.check(*reels.values())
