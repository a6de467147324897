"""The picture against cairosvg (goal 2): the same scene as SVG, at the same size in pixels."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial

from bench.harness import Figure, Missing, agree, figure, milliseconds, ratio, rounds
from bench.pictures import drawing, scene, svg
from bench.pictures.phase_map import radius, reference

NAME = "peers"
GOALS = {"zlib-ng": 45, "zlib": 30}  # times as fast, by what compresses ours


def run(quick: bool) -> Iterator[Figure]:
    """The SVG text is there beforehand: only what becomes of it is measured."""
    try:
        cairosvg = importlib.import_module("cairosvg")
    except (ImportError, OSError) as error:  # OSError: the package is there, the C library is not
        raise Missing(f"cairosvg does not start: {error}") from error
    what, r, reels = reference(quick), radius(quick), []
    for compressor in drawing.compressors():
        with drawing.compressing(compressor):
            reel = drawing.PictureSequence(scene.phases(what), r)
            size = drawing.page(reel.start()).size
            view = what.view
            text = svg.text(view, scene.caption(view), size, r).encode()
            picture = cairosvg.svg2png(text)
            agree(drawing.page(picture).size == size, "cairosvg draws a picture as large as ours")
            times = rounds(
                {"ours": reel.draw, "cairosvg": partial(cairosvg.svg2png, text)},
                1 if quick else 9,
                before={"ours": reel.ready},
            )
            reels.append(reel)
            of = ratio(times, "cairosvg", "ours")
            yield figure(f"next phase v cairosvg ({compressor})", of, GOALS[compressor])
    yield milliseconds("cairosvg", times["cairosvg"])
    drawing.check(*reels)
