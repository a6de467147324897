"""The product's pictures as the bot gets them: `render.draw` in a process that has drawn before.

What is kept from picture to picture is warm; no picture is drawn twice, so that none can be remembered whole;
and each is drawn again by another process, in the opposite order, to check that it is the same.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from time import perf_counter
from types import ModuleType
from typing import Any

from PIL import Image, ImageChops

import render
from bench.harness import agree
from bench.pictures import scene
from engine.view import View
from render import picture
from render.caption import Caption
from render.page import kept_pages
from render.paint import png, strip

RenderRequest = tuple[View, Caption, float]
"""What to draw: the view, its words, pixels of a hex's radius."""


class PictureSequence:
    """Pictures of one view after another, drawn one by one. What was drawn is kept, to be checked."""

    def __init__(self, views: Iterable[View], radius: float = scene.RADIUS) -> None:
        self._views, self._radius = iter(views), radius
        self.request: RenderRequest | None = None
        self.images: list[tuple[RenderRequest, bytes]] = []

    def ready(self) -> None:
        """Turn to the next view. It comes as from the bot's process: pickled, without its map."""
        view = next(self._views)
        bare = pickle.loads(pickle.dumps(replace(view, hexes={}, hexsides=())))
        arrived = replace(bare, hexes=view.hexes, hexsides=view.hexsides)
        self.request = (arrived, scene.caption(view), self._radius)

    def draw(self) -> bytes:
        """The picture of the view that is turned to."""
        assert self.request is not None
        data = render_request(self.request)
        self.images.append((self.request, data))
        return data

    def start(self) -> bytes:
        """The first picture, with which all that is kept becomes warm."""
        self.ready()
        return self.draw()


def render_request(request: RenderRequest) -> bytes:
    """The PNG of what is asked for."""
    view, words, radius = request
    return render.draw(view, words, radius=radius)


def page(data: bytes) -> Image.Image:
    """A PNG decoded, in the mode in which it was written."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def differing(one: Image.Image, other: Image.Image) -> str:
    """Where two pictures differ, in words for a developer; "" when size and pixels are the same."""
    if one.size != other.size:
        return f"{one.size} is not {other.size}"
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    count = one.width * one.height - most.histogram()[0]
    return f"{count} pixels in {most.getbbox()}, by {most.getextrema()[1]} at most" if count else ""


def check(*reels: PictureSequence) -> None:
    """Raises WrongOutput unless another process, drawing in the opposite order, draws the same pictures.

    The first it draws is drawn by a process that knows nothing; and a picture that had come to depend on
    those before it would differ.
    """
    jobs = [each for reel in reels for each in reel.images][::-1]
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        again = other.map(render_request, [request for request, _ in jobs])
        for (request, data), fresh in zip(jobs, again, strict=True):
            difference = differing(page(data), page(fresh))
            what = f"turn {request[0].turn} at {request[2]:g} px differs from the same view drawn again"
            agree(not difference, f"{what}: {difference}")


def ready(data: bytes) -> tuple[Callable[[], bytes], Image.Image]:
    """How the finished frame is encoded, copied once and then by the product's own encoder; and the frame.

    Raises WrongOutput when what comes out is not the frame.
    """
    frame = page(data)
    agree(frame.mode == "P", f"the picture has a palette, it is {frame.mode}")
    agree(not differing(page(encoded(frame)), frame), "the frame encoded again is another picture")
    return lambda: encoded(frame), frame


def encoded(frame: Image.Image) -> bytes:
    """A PNG of a finished frame (P): a copy with room for the filter bytes, then band by band."""
    width, height = frame.size
    wide = Image.new("P", (width + 1, height))
    wide.paste(frame, (1, 0))
    edges = range(0, height, strip.BLOCK)
    rows = [wide.crop((0, y, width + 1, min(y + strip.BLOCK, height))).tobytes() for y in edges]
    return png.encode_png(
        frame.size, bytes(frame.getpalette() or ()), [png.compress_band(each) for each in rows]
    )


class EncodingTimer:
    """How long was spent in the encoder, by a clock; the rest is composing."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.encoding, self._clock = 0.0, clock

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Within it, what the encoder takes is added up."""
        with (
            swapped(strip, compress_band=self._timed(png.compress_band)),
            swapped(picture, encode_png=self._timed(png.encode_png)),
        ):
            yield

    def _timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            start = self._clock()
            try:
                return work(*args)
            finally:
                self.encoding += self._clock() - start

        return timed


def fast() -> bool:
    """Whether the product compresses with zlib-ng."""
    return bool(vars(png)["deflater"] is not zlib)


def compressors() -> tuple[str, ...]:
    """With what the product can compress here, for a line of the table."""
    return ("zlib-ng", "zlib") if fast() else ("zlib",)


@contextmanager
def compressing(compressor: str) -> Iterator[None]:
    """Within it the product compresses as it does where zlib-ng is, or is not, installed.

    Strips compressed before are forgotten: they would be half of one kind and half of the other.
    """
    kept_pages.clear()
    with swapped(png, **({"deflater": zlib, "LEVEL": 1} if compressor == "zlib" else {})):
        yield
    kept_pages.clear()


@contextmanager
def swapped(module: ModuleType, **others: object) -> Iterator[None]:
    """Within it some names of a module mean something else."""
    known = {name: vars(module)[name] for name in others}
    vars(module).update(others)
    try:
        yield
    finally:
        vars(module).update(known)
