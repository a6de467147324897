"""Draw the maps of all battles while no picture is requested. The first time, that takes about a second
each; then printed maps lie in the cache, for this run of the bot and for later ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import scenarios
from bot.core.game import Game
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.reports.map_picture import picture_of, view_of
from bot.ui.page import Picture
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from engine.view.overlays import OverlayRequest

log = logging.getLogger(__name__)

AFTER = 20.0
"""Seconds after the start: there are posts to be made first."""
PAUSE = 0.2
"""Seconds between two looks whether the painter has time."""


async def draw_all_maps(
    drawing_process: DrawingProcess, battles: Iterable[str] = (), pause: float = PAUSE
) -> None:
    """Draw the maps of these battles, or of all, each as soon as no picture is requested."""
    for battle in battles or scenarios.all():
        picture = await asyncio.to_thread(_printed, battle)
        while drawing_process.busy:
            await asyncio.sleep(pause)
        try:
            await drawing_process.draw(picture)
        except DrawingFailed:
            log.warning("the map of %s cannot be drawn", battle)


def _printed(battle: str) -> Picture:
    """The whole map of a battle, before the first move."""
    scenario = scenarios.load(battle)
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"")))
    game = Game(record=None, scenario=scenario, system=system, state=state)  # type: ignore[arg-type]
    names = Names(catalogue_for(), game)
    return picture_of(names, view_of(names, "", (), OverlayRequest()))
