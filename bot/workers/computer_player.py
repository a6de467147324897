"""The computer player: plays one order after another whenever it owes a decision.

Orders of a level are thought out in a process of their own (`bot/computer_player`); when that takes too long,
the level below decides, and when it fails, rules of thumb.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging

import opponent
from bot.beacon.announced_orders import DiceAwaited
from bot.computer_player.calculations import PlayerKey
from bot.computer_player.thinking_process import ThinkingFailed, ThinkingProcess, TooSlow
from bot.computer_player.turn_budget import TurnBudget
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.report_pictures import FILM_POST
from bot.core.report_segments import ended_by
from bot.core.who_acts import is_demonstration
from bot.runtime import errors
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import in_thread
from engine.commands import Command, Expired, Seal
from engine.errors import Refused
from opponent import View
from storage import DatabaseTrouble, StaleTable

log = logging.getLogger(__name__)

MOST_ORDERS = 500
"""Orders in a row in one game turn before something must be wrong."""
POLLS = 10
"""How often in the time to read a report it is looked whether the report has been posted."""
MOST_STUMBLES = 5
"""Errors of ours in a row after which it waits until the game changes."""


def choose(game: Game, side: str) -> Command:
    """The order it gives, by what its side may know; the legal default when it cannot make up its mind."""
    try:
        return opponent.choose(game.system, game.scenario, game.state, side)
    except Exception:
        log.exception("the computer player failed in game %s", game.record.id)
        return Expired()


def player_key(game: Game, side: str, level: str) -> PlayerKey:
    """The computer player of a side at a level. Its seed tells nothing of the game's dice."""
    seed = hmac.digest(game.record.seed, b"computer player/" + side.encode(), "sha256")
    return PlayerKey(game.record.id, side, level, seed)


class ComputerPlayer:
    """Plays all the seats that were given to the computer player. Without `thinking` it plays by rules of
    thumb, whatever its level.

    Secret orders are locked a whole number of `lock_step` seconds after their phase began: the time they took
    would tell how many there are. In a demonstration it waits `pace` seconds after each report.
    """

    def __init__(
        self,
        games: GameService,
        pause: float = 1.0,
        metrics: Metrics | None = None,
        lock_step: float = 0.0,
        thinking: ThinkingProcess | None = None,
        budget: TurnBudget | None = None,
        pace: float = 0.0,
    ) -> None:
        self._thinking = thinking
        self._budget = budget or TurnBudget()
        self._games = games
        self._gauges = metrics or Metrics()
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._lock_step = lock_step
        self._pace = pace
        self._waited: dict[int, int] = {}
        self._closing = asyncio.Event()

    @property
    def _closed(self) -> bool:
        return self._closing.is_set()

    def wake(self, game_id: int | None) -> None:
        """It may be its turn in that game."""
        if game_id is None or self._closed:
            return
        if game_id in self._tasks:
            self._again.add(game_id)
        else:
            self._tasks[game_id] = asyncio.create_task(
                self._play(game_id), name=f"computer player in {game_id}"
            )

    async def wake_all(self) -> None:
        """It may be its turn anywhere: at the start. Games are looked at one after another."""
        unchecked = await self._games.store.games.unchecked_ids()
        for game_id in await self._games.store.games.ids_with_computer(self._games.store.share):
            if game_id in unchecked and not self._closed and (await self._games.game(game_id)).computer_side:
                self.wake(game_id)

    def busy(self, game_id: int) -> bool:
        """Whether it plays in that game now, or has given up though it is to move."""
        game = self._games.cached(game_id)
        return game_id in self._tasks or (game is not None and bool(game.computer_side))

    async def _play(self, game_id: int) -> None:
        work_for(Requester(kind=Kind.PLAY, place=game_id))
        orders = stumbles = turn = 0
        try:
            while orders < MOST_ORDERS:
                if self._closed:
                    return
                try:
                    if not await self._games.served.here(game_id) or not await self.play_one(game_id):
                        return
                    orders, stumbles = orders + 1, 0
                    if (now := (await self._games.game(game_id)).state.turn) != turn:
                        orders, turn = 0, now
                except StaleTable:
                    continue
                except DatabaseTrouble as trouble:
                    log.log(errors.level_of(trouble), "the computer player cannot play: %s", trouble)
                    await asyncio.sleep(self._pause)
                except Refused:
                    raise
                except Exception as error:
                    stumbles += 1
                    errors.log_failure(self._gauges, "computer_player", error, f"in game {game_id}")
                    if stumbles == MOST_STUMBLES:
                        return
                    await asyncio.sleep(self._pause * 2**stumbles)
            log.error("the computer player plays on and on in game %s; it is stopped", game_id)
        except Refused:
            log.exception("the computer player has no legal order in game %s", game_id)
        finally:
            self._tasks.pop(game_id, None)
            self._waited.pop(game_id, None)
            if game_id in self._again:
                self._again.discard(game_id)
                self.wake(game_id)

    async def play_one(self, game_id: int) -> bool:
        """Give one order, found without holding anything up; whether there was one to give."""
        games = self._games
        game = await games.game(game_id)
        side = game.computer_side
        if not side or await games.paused(game_id) or await games.announced_orders.of_game(game.record):
            return False
        await self._wait_for_readers(game)
        command = await self._choose(game, side) if not self._closed else None
        if command is None:
            return False
        await self._wait_to_lock(game, command)
        async with games.locked(game_id):
            now = await games.game(game_id)
            if await games.paused(game_id) is not None:
                return False
            if now.version != game.version or now.record.status != "playing":
                return True  # others have given an order, or the absent player is back
            try:
                await self._give_or_expire(now, side, command)
            except DiceAwaited:  # it plays on when they are drawn
                return False
        return True

    async def _choose(self, game: Game, side: str) -> Command | None:
        """The order it gives: that of its level, of a lower level where that takes too long, else of rules of
        thumb; None when the bot is closing."""
        level = self._budget.level(game, side)
        if self._thinking is not None and self._thinking.enabled and level:
            view = await in_thread(View, game.system, game.scenario, game.state, side)
            while level:
                try:
                    with self._budget.thinking(game, side) as left:
                        async with asyncio.timeout(left):
                            return await self._thinking.next_order(view, player_key(game, side, level))
                except (TooSlow, TimeoutError):
                    self._budget.lower(game, side)
                except ThinkingFailed:
                    self._budget.give_up(game, side)
                if self._closed:
                    return None
                level = self._budget.level(game, side)
                log.warning("the computer player goes on in game %s at level %r", game.record.id, level)
        return await in_thread(choose, game, side)

    async def _give_or_expire(self, game: Game, side: str, command: Command) -> None:
        """Give an order, else the legal default."""
        try:
            await self._games.give(game, side, command, None, None)
        except DiceAwaited:
            raise
        except Refused:
            await self._games.give(game, side, Expired(), None, None)

    async def _wait_for_readers(self, game: Game) -> None:
        """Let those who watch a demonstration read its newest report, from when it was posted."""
        if not self._pace or not is_demonstration(game.record) or not ended_by(game, game.last):
            return
        while not self._closed and await self._games.store.outbox.is_waiting(game.record.channel, FILM_POST):
            await self._pause_for(self._pace / POLLS)
        await self._pause_for(self._pace)

    async def _wait_to_lock(self, game: Game, command: Command) -> None:
        """Wait for the next step, once in a phase, before orders are locked."""
        began, game_id = game.phase_began, game.record.id
        if not isinstance(command, Seal) or not self._lock_step or self._waited.get(game_id) == began:
            return
        self._waited[game_id] = began
        since = next((entry.at for entry in game.entries if entry.seq == began), game.record.created)
        elapsed = (self._games.clock() - since).total_seconds()
        await self._pause_for(-elapsed % self._lock_step)

    async def _pause_for(self, seconds: float) -> None:
        """Wait, unless the bot is closing."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def close(self) -> None:
        """Let the order under way be written, then stop."""
        self._closing.set()
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=5.0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
