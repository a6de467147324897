"""The picture compared with programs other bots draw with (goal 2), if they are installed.

rsvg-convert; and Inkscape, then ImageMagick, as DiplomacyGM does it: SVG to PNG, PNG reduced again.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench.harness import Figure, Missing, agree, figure, milliseconds, ratio, rounds, skipped
from bench.pictures import drawing, scene, svg
from bench.pictures.phase_map import radius, reference

NAME = "programs"
GOALS = {  # times as fast, by what compresses ours
    "rsvg-convert": {"zlib-ng": 18, "zlib": 13},
    "inkscape and convert": {"zlib-ng": 45, "zlib": 32},
}


def run(quick: bool) -> Iterator[Figure]:
    """The SVG text is there beforehand, and comes and goes through pipes."""
    programs = {name: how for name, how in _programs().items() if how is not None}
    for name in GOALS.keys() - programs.keys():
        skipped(name, "not installed")
    if not programs:
        raise Missing("neither rsvg-convert nor inkscape with convert is installed")
    what, r = reference(quick), radius(quick)
    for compressor in drawing.compressors():
        with drawing.compressing(compressor):
            reel = drawing.PictureSequence(scene.phases(what), r)
            size = drawing.page(reel.start()).size
            text = svg.text(what.view, scene.caption(what.view), size, r).encode()
            for name, how in programs.items():
                agree(drawing.page(how(text)).size == size, f"{name} draws a picture as large as ours")
            rivals = {name: partial(how, text) for name, how in programs.items()}
            times = rounds({"ours": reel.draw, **rivals}, 1 if quick else 9, before={"ours": reel.ready})
            drawing.check(reel)
            for name in programs:
                of = ratio(times, name, "ours")
                yield figure(f"next phase v {name} ({compressor})", of, GOALS[name][compressor])
                yield milliseconds(f"{name} ({compressor})", times[name])


def _programs() -> dict[str, Callable[[bytes], bytes] | None]:
    """By name, how each turns an SVG into a PNG; None for one that is not there."""
    rsvg, inkscape, convert = map(shutil.which, ("rsvg-convert", "inkscape", "convert"))
    return {
        "rsvg-convert": partial(_piped, (rsvg,)) if rsvg else None,
        "inkscape and convert": partial(_diplomacy, inkscape, convert) if inkscape and convert else None,
    }


def _diplomacy(inkscape: str, convert: str, text: bytes) -> bytes:
    png = _piped([inkscape, "--pipe", "--export-type=png", "--export-filename=-"], text)
    return _piped([convert, "png:-", "png:-"], png)


def _piped(command: Sequence[str], text: bytes) -> bytes:
    """What a program writes when it reads that."""
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    ).stdout
