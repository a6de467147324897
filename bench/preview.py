"""The preview of an order (goal 5): a picture in which 1, 4 or 20 units stand elsewhere than in the last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench import naive, ours, scene
from bench.harness import Figure, figure, milliseconds, ratio, rounds
from bench.pictures import radius, reference

NAME = "preview"
FULL, NAIVE = 0.45, 25  # goals: of a full frame's time; times as fast as naive
MOVED = (1, 4, 20)  # units


def run(quick: bool) -> Iterator[Figure]:
    """Against the next phase and the naive picture. Before each preview its player saw the one before."""
    what, r = reference(quick), radius(quick)
    full = ours.Reel(scene.phases(what), r)
    size = ours.page(full.start()).size
    reels = {f"{units} moved": ours.Reel(scene.previews(what, units), r) for units in MOVED}
    for reel in reels.values():
        reel.start()

    def plain() -> bytes:
        assert full.asked is not None
        view, words, _ = full.asked
        return naive.draw(view, words, size, r)

    every = {**reels, "full": full}
    times = rounds(
        {**{name: reel.draw for name, reel in every.items()}, "naive": plain},
        1 if quick else 11,
        before={name: partial(_seen, reel) for name, reel in every.items()},
    )
    for name in reels:
        judged = name == f"{MOVED[0]} moved"
        of = ratio(times, name, "full")
        yield figure(f"preview, {name}, v next phase", of, FULL if judged else None, better="less")
        yield figure(f"preview, {name}, v naive", ratio(times, "naive", name), NAIVE if judged else None)
    yield milliseconds("next phase", times["full"])
    yield milliseconds("naive, jagged", times["naive"])
    for name in reels:
        yield milliseconds(f"preview, {name}", times[name])
    ours.check(*every.values())


def _seen(reel: ours.Reel) -> None:
    """Draws what the player has before him, and turns to the next view."""
    if reel.asked is not None:
        ours.drawn(reel.asked)
    reel.ready()
