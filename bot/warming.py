"""The maps of all battles, drawn while nobody asks for a picture. The first time, that takes about a second
each; then printed maps lie in the cache, for this run of the bot and for later ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import scenarios
from bot.page import Picture
from bot.painter import Painter, Unpainted
from bot.say.board import shown, view_of
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.overlays import Asked
from engine.state import State
from engine.systems import find

log = logging.getLogger(__name__)

AFTER = 20.0
"""Seconds after the start: there are posts to be made first."""
PAUSE = 0.2
"""Seconds between two looks whether the painter has time."""


async def print_maps(painter: Painter, battles: Iterable[str] = (), pause: float = PAUSE) -> None:
    """Draw the maps of these battles, or of all, each as soon as nobody waits for a picture."""
    for battle in battles or scenarios.all():
        picture = await asyncio.to_thread(_printed, battle)
        while painter.busy:
            await asyncio.sleep(pause)
        try:
            await painter.draw(picture)
        except Unpainted:
            log.warning("the map of %s cannot be drawn", battle)


def _printed(battle: str) -> Picture:
    """The whole map of a battle, as it stands when nobody has moved yet."""
    scenario = scenarios.load(battle)
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"")))
    table = Table(game=None, scenario=scenario, system=system, state=state)  # type: ignore[arg-type]
    names = Names(speak(), table)
    return shown(names, view_of(names, "", (), Asked()))
