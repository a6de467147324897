"""The file (goal 4): its bytes and how long they take beside other encoders, and how near its colours are."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

from PIL import Image, ImageChops

from bench.harness import Figure, agree, figure, milliseconds, ratio, rounds
from bench.pictures import drawing, scene
from bench.pictures.phase_map import radius, reference
from render import picture

NAME = "encode"
PILLOW, WEBP, TIME, NEAR = 0.45, 1.2, 1 / 20, 38.0  # goals: of bytes, bytes, time; decibels


def run(quick: bool) -> Iterator[Figure]:
    """Bytes against what Pillow makes of the same picture, bytes and time against lossless WebP, PSNR."""
    what, r = reference(quick), radius(quick)
    view, words = what.view, scene.caption(what.view)
    true = picture.draw_uncached(view, words, radius=r)
    for compressor in drawing.compressors():
        with drawing.compressing(compressor):
            data = drawing.render_request((view, words, r))
            floor, frame = drawing.ready(data)
            agree(frame.size == true.size, "the picture is as large as the one in all its colours")
            yield _bytes("v Pillow's PNG of all its colours", data, saved(true), PILLOW, compressor)
            yield _bytes("v lossless WebP of all its colours", data, webp(true), None, compressor)
            yield _bytes(
                "v lossless WebP of the same pixels", data, webp(frame.convert("RGB")), WEBP, compressor
            )
            times = rounds({"ours": floor, "webp": lambda: webp(true)}, 1 if quick else 9)
            of = ratio(times, "ours", "webp")
            yield figure(f"time v lossless WebP ({compressor})", of, TIME, better="less")
            yield milliseconds(f"encoding the frame ({compressor})", times["ours"])
    yield milliseconds("lossless WebP, method 4", times["webp"])
    yield Figure(name="likeness to all its colours (PSNR)", value=psnr(frame, true), goal=NEAR, unit="dB")


def _bytes(name: str, ours: bytes, theirs: bytes, goal: float | None, compressor: str) -> Figure:
    note = f"{len(ours):,} v {len(theirs):,}"
    value = len(ours) / len(theirs)
    return Figure(name=f"bytes {name} ({compressor})", value=value, goal=goal, better="less", note=note)


def saved(image: Image.Image) -> bytes:
    """RGBA by Pillow's defaults: what most bots send."""
    out = io.BytesIO()
    image.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def webp(image: Image.Image) -> bytes:
    """Lossless WebP by Pillow's usual method."""
    out = io.BytesIO()
    image.save(out, "WEBP", lossless=True, method=4)
    return out.getvalue()


def psnr(one: Image.Image, other: Image.Image) -> float:
    """Peak signal-to-noise ratio of two pictures, in decibels, over all channels; 99 when they are equal."""
    counts = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).histogram()
    squares = sum(count * (n % 256) ** 2 for n, count in enumerate(counts))
    return 99.0 if squares == 0 else 10 * math.log10(255**2 * sum(counts) / squares)
