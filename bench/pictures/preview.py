"""The preview of an order (goal 5): a picture in which 1, 4 or 20 units have moved since the last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.harness import Figure, figure, milliseconds, ratio, rounds
from bench.pictures import drawing, scene
from bench.pictures.phase_map import radius, reference

NAME = "preview"
FULL = 0.45  # goal: of a full frame's time
MOVED = (1, 4, 20)  # units


def run(quick: bool) -> Iterator[Figure]:
    """Against the next phase. Before each preview its player saw the one before."""
    what, r = reference(quick), radius(quick)
    full = drawing.PictureSequence(scene.phases(what), r)
    full.start()
    reels = {f"{units} moved": drawing.PictureSequence(scene.previews(what, units), r) for units in MOVED}
    for reel in reels.values():
        reel.start()

    every = {**reels, "full": full}
    times = rounds(
        {name: reel.draw for name, reel in every.items()},
        1 if quick else 11,
        before={name: partial(_show_and_turn, reel) for name, reel in every.items()},
    )
    for name in reels:
        judged = name == f"{MOVED[0]} moved"
        of = ratio(times, name, "full")
        yield figure(f"preview, {name}, v next phase", of, FULL if judged else None, better="less")
    yield milliseconds("next phase", times["full"])
    for name in reels:
        yield milliseconds(f"preview, {name}", times[name])
    drawing.check(*every.values())


def _show_and_turn(reel: drawing.PictureSequence) -> None:
    """Draws what the player has before him, and turns to the next view."""
    if reel.request is not None:
        drawing.render_request(reel.request)
    reel.ready()
