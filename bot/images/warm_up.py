"""Draw the maps of all battles in all themes while no picture is requested, as reports show them and in full
size, and the small ones that stand in pictures of a part. The first time, that takes one to two seconds each;
then printed maps lie in the cache, for this run of the bot and for later ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace

import scenarios
from bot.i18n.catalogue import catalogue_for
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.reports import battle_preview
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Picture
from engine.hexes import Hex
from render.paint.theme import THEMES

log = logging.getLogger(__name__)

AFTER = 20.0
"""Seconds after the start: there are posts to be made first."""
PAUSE = 0.2
"""Seconds between two looks whether the painter has time."""


async def draw_all_maps(
    drawing_process: DrawingProcess, battles: Iterable[str] = (), pause: float = PAUSE
) -> None:
    """Draw the maps of these battles, or of all, each as soon as no picture is requested; in the theme that
    most players have first."""
    work_for(Requester(kind=Kind.SPARE))
    names = tuple(battles or scenarios.all())
    for theme in THEMES:
        for battle in names:
            whole = await in_thread(_printed, battle)
            for wanted in (whole, replace(whole, crop=corner(whole)), replace(whole, full=True)):
                while drawing_process.busy:
                    await asyncio.sleep(pause)
                try:
                    await drawing_process.draw_here(replace(wanted, theme=theme))
                except DrawingFailed:
                    if drawing_process.closed:
                        return
                    log.warning("the map of %s cannot be drawn", battle)


def corner(whole: Picture) -> frozenset[Hex]:
    """One hex: a picture of it has the small map in its corner."""
    return frozenset(sorted(whole.view.grid)[:1])


def _printed(battle: str) -> Picture:
    """The whole map of a battle, before the first move."""
    return battle_preview.picture(catalogue_for(), scenarios.load(battle))
