"""Cache of finished pictures. Equal requests are drawn once; pictures too large to send are drawn smaller."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.runtime import fair_queue
from bot.runtime.fair_queue import Requester
from bot.runtime.metrics import Metrics
from bot.ui.page import ChartImage, FilmImage, Picture

log = logging.getLogger(__name__)

Image = Picture | ChartImage | FilmImage

MOST_KEPT = 8
"""How many finished pictures are cached."""
MOST_SMALL = 60
"""How many finished thumbnails are cached."""
MOST_BYTES = 4_000_000
"""How many bytes the files of either kind may take; the newest is kept whatever it takes."""
LARGEST = 10 * 2**20
"""Bytes that Discord takes where nothing else is said."""


class PictureCache:
    """Hands out what the painter draws."""

    def __init__(self, drawing_process: DrawingProcess, metrics: Metrics | None = None) -> None:
        self._drawing_process = drawing_process
        self._gauges = metrics or Metrics()
        self._pictures: list[tuple[Image, asyncio.Task[bytes]]] = []
        self._requesters: dict[asyncio.Task[bytes], Requester] = {}

    async def png(self, picture: Image, largest: int = LARGEST) -> bytes:
        """The PNG of a picture, at most `largest` bytes: drawn smaller when it must be.

        Raises DrawingFailed when it cannot be drawn, or not as small as that.
        """
        image = await self._one(picture)
        if len(image) > largest:
            log.info("drawing a picture of %s bytes smaller: the limit is %s", len(image), largest)
            image = await self._one(replace(picture, most=largest))
        if len(image) > largest:
            raise DrawingFailed
        return image

    async def _one(self, picture: Image) -> bytes:
        """The PNG of a picture, from the wall where it hangs or is being drawn already."""
        task = next((task for known, task in self._pictures if _same(known, picture)), None)
        if task is None:
            task = asyncio.create_task(self._draw_and_measure(picture))
            self._pictures.append((picture, task))
            self._requesters[task] = fair_queue.current()
            task.add_done_callback(self._finished)
        elif not task.done():
            self._drawing_process.hasten(self._requesters[task], fair_queue.current())
        return await asyncio.shield(task)  # a caller that stops waiting does not stop it for the others

    async def _draw_and_measure(self, picture: Image) -> bytes:
        """The PNG of a picture, drawn and measured."""
        try:
            with self._gauges.drawing_times.time():
                return await self._drawing_process.draw(picture)
        except DrawingFailed:
            self._gauges.undrawn.inc()
            raise

    def _finished(self, task: asyncio.Task[bytes]) -> None:
        """Take down what came to nothing, and the oldest finished pictures when there are too many."""
        del self._requesters[task]
        if _failed(task):
            self._pictures = [(p, t) for p, t in self._pictures if t is not task]
        gone = [*self._oldest(MOST_KEPT, small=False), *self._oldest(MOST_SMALL, small=True)]
        self._pictures = [(p, t) for p, t in self._pictures if t not in gone]

    def _oldest(self, most: int, *, small: bool) -> list[asyncio.Task[bytes]]:
        """The oldest finished pictures, or thumbnails, beyond so many or beyond MOST_BYTES."""
        done = [t for p, t in self._pictures if t.done() and _small(p) == small and not _failed(t)]
        kept, taken = 0, 0
        for task in reversed(done):
            taken += len(task.result())
            if kept and (kept == most or taken > MOST_BYTES):
                break
            kept += 1
        return done[: len(done) - kept]


def _failed(task: asyncio.Task[bytes]) -> bool:
    """Whether a finished task has no picture."""
    return task.cancelled() or task.exception() is not None


def _small(picture: Image) -> bool:
    """Whether it is a thumbnail."""
    return isinstance(picture, Picture) and bool(picture.square)


def _same(a: Image, b: Image) -> bool:
    """Whether two pictures are equal. What usually differs is compared first: views are large."""
    if isinstance(a, Picture) and isinstance(b, Picture) and a.crop != b.crop:
        return False
    return a.alt == b.alt and a == b
