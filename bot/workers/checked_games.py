"""Notes of each game that all that happens by itself is done, so that a start looks only at the others.

A note names the newest entry it is about: what is written later makes it void, and so does a crash before the
next round of notes. Nothing is lost then; the game is looked at again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime

from bot.runtime import errors
from storage import DatabaseTrouble, Store

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two rounds of notes."""

TOGETHER = 500
"""Notes written together."""


class CheckedGames:
    """`busy` tells whether something is still to be done in a game, `moment` when something is due there;
    `noted` is told which moments are written."""

    def __init__(
        self,
        store: Store,
        busy: Callable[[int], bool],
        moment: Callable[[int], datetime | None],
        noted: Callable[[Mapping[int, datetime | None]], None],
    ) -> None:
        self._store = store
        self._busy = busy
        self._moment = moment
        self._noted = noted
        self._looked: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def looked(self, game_id: int) -> None:
        """What is due in a game by itself has just been worked out."""
        self._looked.add(game_id)
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._go)

    async def note(self) -> None:
        """Write the notes of all games in which nothing is left to do."""
        done = [game_id for game_id in self._looked if not self._busy(game_id)]
        for start in range(0, len(done), TOGETHER):
            wakes = {game_id: self._moment(game_id) for game_id in done[start : start + TOGETHER]}
            self._looked -= wakes.keys()  # before it is written: what is looked at meanwhile is noted again
            try:
                async with self._store.writing(apart=True) as tx:
                    await tx.games.mark_checked(wakes)
            except DatabaseTrouble as trouble:
                self._looked |= wakes.keys()
                level = errors.level_of(trouble, logging.WARNING)
                log.log(level, "what is done cannot be noted: %s", trouble)
                return
            self._noted(wakes)

    async def close(self) -> None:
        """Write the last notes."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        await self.note()

    def _go(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._round(), name="notes of games")

    async def _round(self) -> None:
        await self.note()
        if self._looked and self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._go)
