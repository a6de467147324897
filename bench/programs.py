"""The picture against the programs other bots draw with (goal 2), as far as they are installed.

rsvg-convert; and Inkscape, then ImageMagick, as DiplomacyGM does it: SVG to PNG, PNG reduced once more.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench import ours, scene, svg
from bench.harness import Figure, Missing, agree, figure, milliseconds, ratio, rounds, skipped
from bench.pictures import radius, reference

NAME = "programs"
GOALS = {  # times as fast, by what compresses ours
    "rsvg-convert": {"zlib-ng": 18, "zlib": 13},
    "inkscape and convert": {"zlib-ng": 45, "zlib": 32},
}


def run(quick: bool) -> Iterator[Figure]:
    """The SVG text is there beforehand, and comes and goes through pipes."""
    found = {name: how for name, how in _programs().items() if how is not None}
    for name in GOALS.keys() - found.keys():
        skipped(name, "not installed")
    if not found:
        raise Missing("neither rsvg-convert nor inkscape with convert is installed")
    what, r = reference(quick), radius(quick)
    for compressor in ours.compressors():
        with ours.compressing(compressor):
            reel = ours.Reel(scene.phases(what), r)
            size = ours.page(reel.start()).size
            text = svg.text(what.view, scene.caption(what.view), size, r).encode()
            for name, how in found.items():
                agree(ours.page(how(text)).size == size, f"{name} draws a picture as large as ours")
            rivals = {name: partial(how, text) for name, how in found.items()}
            times = rounds({"ours": reel.draw, **rivals}, 1 if quick else 9, before={"ours": reel.ready})
            ours.check(reel)
            for name in found:
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
    drawn = _piped([inkscape, "--pipe", "--export-type=png", "--export-filename=-"], text)
    return _piped([convert, "png:-", "png:-"], drawn)


def _piped(command: Sequence[str], given: bytes) -> bytes:
    """What a program writes when it reads that."""
    return subprocess.run(
        command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    ).stdout
