"""The sparring partner's seat: whenever it owes a decision, it plays, one order after another."""

from __future__ import annotations

import asyncio
import logging

import opponent
from bot import mishap
from bot.desk import Desk
from bot.gauges import Gauges
from bot.table import Table
from engine.commands import Command, Expired
from engine.errors import Refused
from storage import DatabaseTrouble, StaleTable

log = logging.getLogger(__name__)

MOST_ORDERS = 500
"""Orders in a row before something must be wrong."""
MOST_STUMBLES = 5
"""Errors of ours in a row after which it waits until the game changes."""


def choose(table: Table, side: str) -> Command:
    """The order it gives; the legal default when it cannot make up its mind."""
    try:
        seen = table.system.seen(table.scenario, table.state, side)
        return opponent.choose(table.system, table.scenario, seen, side)
    except Exception:
        log.exception("the sparring partner has lost its head in game %s", table.game.id)
        return Expired()


class Partner:
    """Plays all the seats that were given to the sparring partner."""

    def __init__(self, desk: Desk, pause: float = 1.0, gauges: Gauges | None = None) -> None:
        self._desk = desk
        self._gauges = gauges or Gauges()
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def wake(self, game: int | None) -> None:
        """It may be its turn in that game."""
        if game is None or self._closed:
            return
        if game in self._tasks:
            self._again.add(game)
        else:
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"sparring partner in {game}")

    async def wake_all(self) -> None:
        """It may be its turn anywhere: at the start."""
        for game in await self._desk.store.games("playing"):
            self.wake(game.id)

    async def _play(self, game: int) -> None:
        orders = stumbles = 0
        try:
            while not self._closed and orders < MOST_ORDERS:
                try:
                    if not await self._desk.partner_moves(game, choose):
                        return
                    orders, stumbles = orders + 1, 0
                except StaleTable:
                    continue
                except DatabaseTrouble as trouble:
                    log.error("the sparring partner's order cannot be written: %s", trouble)
                    await asyncio.sleep(self._pause)
                except Refused:
                    raise
                except Exception as error:
                    stumbles += 1
                    mishap.note(self._gauges, "partner", error, f"in game {game}")
                    if stumbles == MOST_STUMBLES:
                        return
                    await asyncio.sleep(self._pause * 2**stumbles)
            log.error("the sparring partner plays on and on in game %s; it is stopped", game)
        except Refused:
            log.exception("the sparring partner has no legal order in game %s", game)
        finally:
            self._tasks.pop(game, None)
            if game in self._again:
                self._again.discard(game)
                self.wake(game)

    async def close(self) -> None:
        """Let the order under way be written, then stop."""
        self._closed = True
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=5.0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
