"""A private game of a battle against the computer player, to try it. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.core.channels import Threads
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.computer_player import seats as computer_seats
from bot.features.custom_battles.server_battles import ServerBattles
from bot.features.lobby import seating
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Page


class TryOut:
    """Opens private games."""

    def __init__(self, games: GameService, threads: Threads, battles: ServerBattles) -> None:
        self.games = games
        self._threads = threads
        self._battles = battles

    async def open(self, actor: Actor, battle: str, side: str = "") -> Page:
        """Play a battle against the computer in a private thread; the game is not rated.

        Raises Refused: no_such_scenario, no_such_side, no_thread, no_thread_now.
        """
        words = catalogue_for(actor.language)
        if done := await self.games.store.receipts.get(actor.interaction):
            game = await self.games.game(int(done.outcome["game"]))
            title = words.localized(game.scenario.title)
            return Page(text=words("battles.tried", title=title, channel=f"<#{game.record.channel}>"))
        scenario = await self._battles.find(actor, battle)
        seating.check_side(scenario, side)
        title = words.localized(scenario.title)
        room = await self._threads.open(actor.channel, title, [actor.user], ("private",))
        try:
            there = replace(actor, channel=room.channel)
            await computer_seats.against_computer(self.games, there, scenario, side=side, rated=False)
        except BaseException:
            await self._threads.discard(room)
            raise
        return Page(text=words("battles.tried", title=title, channel=f"<#{room.channel}>"))
