"""Finished pictures. One that is wanted twice is drawn once; one too large to be sent is drawn smaller."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.gauges import Gauges
from bot.page import Drawing, Picture
from bot.painter import Painter, Unpainted

log = logging.getLogger(__name__)

MOST_KEPT = 8
"""Finished pictures kept for whoever wants the same."""
LARGEST = 10 * 2**20
"""Bytes that Discord takes where nothing else is said."""


class Gallery:
    """Hands out what the painter draws."""

    def __init__(self, painter: Painter, gauges: Gauges | None = None) -> None:
        self._painter = painter
        self._gauges = gauges or Gauges()
        self._hung: list[tuple[Picture | Drawing, asyncio.Task[bytes]]] = []

    async def png(self, picture: Picture | Drawing, largest: int = LARGEST) -> bytes:
        """The PNG of a picture, at most `largest` bytes: drawn smaller when it must be.

        Raises Unpainted when it cannot be drawn, or not as small as that.
        """
        made = await self._one(picture)
        if len(made) > largest:
            log.info("a picture of %s bytes is drawn smaller: %s may be sent", len(made), largest)
            made = await self._one(replace(picture, most=largest))
        if len(made) > largest:
            raise Unpainted
        return made

    async def _one(self, picture: Picture | Drawing) -> bytes:
        """The PNG of a picture, from the wall where it hangs or is being drawn already."""
        task = next((task for known, task in self._hung if _same(known, picture)), None)
        if task is None:
            task = asyncio.create_task(self._drawn(picture))
            self._hung.append((picture, task))
            task.add_done_callback(self._finished)
        return await asyncio.shield(task)  # whoever stops waiting does not stop it for the others

    async def _drawn(self, picture: Picture | Drawing) -> bytes:
        """The PNG of a picture, drawn and measured."""
        try:
            with self._gauges.drawn.time():
                return await self._painter.draw(picture)
        except Unpainted:
            self._gauges.undrawn.inc()
            raise

    def _finished(self, task: asyncio.Task[bytes]) -> None:
        """Take down what came to nothing, and the oldest finished pictures when there are too many."""
        if task.cancelled() or task.exception() is not None:
            self._hung = [(p, t) for p, t in self._hung if t is not task]
        done = [t for _, t in self._hung if t.done()]
        gone = done[: max(0, len(done) - MOST_KEPT)]
        self._hung = [(p, t) for p, t in self._hung if t not in gone]


def _same(a: Picture | Drawing, b: Picture | Drawing) -> bool:
    """Whether two pictures are equal. What usually differs is compared first: views are large."""
    if isinstance(a, Picture) and isinstance(b, Picture) and a.crop != b.crop:
        return False
    return a.alt == b.alt and a == b
