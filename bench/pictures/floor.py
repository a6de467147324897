"""The whole frame and its unavoidable cost (goal 3): encoding the finished frame, and one copy of it."""

from __future__ import annotations

from collections.abc import Iterator

from bench.harness import Figure, agree, figure, milliseconds, ratio, rounds, spread
from bench.pictures import drawing, scene
from bench.pictures.phase_map import reference

NAME = "floor"
WHOLE, COMPOSE = 1.5, 0.6  # goals: times as long as the floor; composing, times as long as encoding


def run(quick: bool) -> Iterator[Figure]:
    """At the usual radius and at twice that, with each compressor there is."""
    what, reels = reference(quick), []
    for r in (20.0,) if quick else (scene.RADIUS, scene.RADIUS * 2):
        for compressor in drawing.compressors():
            reels.append(drawing.PictureSequence(scene.phases(what), r))
            with drawing.compressing(compressor):
                yield from _floor(reels[-1], 1 if quick else 11, f"at {r:g} px ({compressor})")
    drawing.check(*reels)


def _floor(reel: drawing.PictureSequence, count: int, where: str) -> Iterator[Figure]:
    apart = drawing.EncodingTimer()
    floor, frame = drawing.ready(reel.start())
    encoding: list[float] = []

    def watched() -> bytes:
        """A picture whose time in the encoder is noted."""
        before = apart.encoding
        with apart.watched():
            data = reel.draw()
        encoding.append(apart.encoding - before)
        return data

    times = rounds({"whole": watched, "floor": floor}, count, before={"whole": reel.ready})
    last = drawing.page(reel.images[-1][1])
    agree(
        not drawing.differing(drawing.page(drawing.encoded(last)), last),
        "the last frame encoded again differs",
    )
    composing = [whole - spent for whole, spent in zip(times["whole"], encoding[-count:], strict=True)]
    share = spread([a / b for a, b in zip(composing, times["floor"], strict=True)])
    yield figure(f"next phase v floor {where}", ratio(times, "whole", "floor"), WHOLE, better="less")
    yield figure(f"composing v encoding {where}", share, COMPOSE, better="less")
    yield milliseconds(
        f"floor: encoding the frame {where}", times["floor"], f"{frame.width} x {frame.height} pixels"
    )
    yield milliseconds(f"next phase {where}", times["whole"])
    yield milliseconds(f"composing {where}", composing)
