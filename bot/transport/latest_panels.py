"""One private order panel for each player and game: a newer one takes the place of the one before, whichever
of them is answered first.

Discord lets a private message be changed only by what it answered, for a quarter of an hour, so the newest
answers are remembered, in memory alone. A panel that cannot be deleted any more stays: a press on it is a new
interaction, which changes it in place and makes it the newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import discord

from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE
from bot.transport.responses import ANSWER

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

MOST_KNOWN = 5_000
LIFE = 14 * 60.0
"""Seconds for which an answer can be deleted."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel as it was last answered: its message, by which interaction, and when."""

    message: int
    interaction: Interaction
    shown: float


class LatestPanels:
    """Which private message is the panel of a player in a game."""

    def __init__(self) -> None:
        self._panels: OrderedDict[tuple[int, int, int], Panel] = OrderedDict()

    async def shown(self, interaction: Interaction, game: int, timeout: float) -> None:
        """An answer has become the panel of a game; delete the one that was asked for before it, if that is
        another message."""
        key = (interaction.user.id, interaction.channel_id or 0, game)
        now, before = asyncio.get_running_loop().time(), self._panels.pop(key, None)
        self._forget(now)
        if not (message := interaction.extras.get(ANSWER, 0)):
            return
        newer, older = Panel(message, interaction, now), before
        if before is not None and before.interaction.id > interaction.id:
            newer, older = before, newer
        self._panels[key] = newer
        if older is None or older.message == newer.message or now - older.shown > LIFE:
            return
        try:
            async with asyncio.timeout(timeout):
                await older.interaction.delete_original_response()
        except (discord.HTTPException, *CONNECTION_ERRORS, *UNREADABLE) as error:
            log.info("the panel before stays: %s", type(error).__name__)

    def _forget(self, now: float) -> None:
        """Forget what can be deleted no more, and the oldest of too many."""
        while self._panels:
            oldest = next(iter(self._panels.values()))
            if now - oldest.shown <= LIFE and len(self._panels) < MOST_KNOWN:
                return
            self._panels.popitem(last=False)
