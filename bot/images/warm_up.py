"""Draw the maps of all battles while no picture is requested. The first time, that takes about a second
each; then printed maps lie in the cache, for this run of the bot and for later ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import scenarios
from bot.i18n.catalogue import catalogue_for
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.reports import battle_preview
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Picture

log = logging.getLogger(__name__)

AFTER = 20.0
"""Seconds after the start: there are posts to be made first."""
PAUSE = 0.2
"""Seconds between two looks whether the painter has time."""


async def draw_all_maps(
    drawing_process: DrawingProcess, battles: Iterable[str] = (), pause: float = PAUSE
) -> None:
    """Draw the maps of these battles, or of all, each as soon as no picture is requested."""
    work_for(Requester(kind=Kind.SPARE))
    for battle in battles or scenarios.all():
        picture = await in_thread(_printed, battle)
        while drawing_process.busy:
            await asyncio.sleep(pause)
        try:
            await drawing_process.draw(picture)
        except DrawingFailed:
            log.warning("the map of %s cannot be drawn", battle)


def _printed(battle: str) -> Picture:
    """The whole map of a battle, before the first move."""
    return battle_preview.picture(catalogue_for(), scenarios.load(battle))
