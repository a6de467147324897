"""Advice on the next order: what the computer player would do for the asker's side, and why. No Discord.

It is thought out in the process that thinks, from what the side may know, and is the same for the same
position. In games that are rated, and in those of tournaments, there is none.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections import OrderedDict

from bot.computer_player.calculations import advised
from bot.computer_player.thinking_process import ThinkingFailed, ThinkingProcess
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.order_rules import unit_control
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale, check_stamp
from bot.core.who_acts import rivals
from bot.features.advice import page as advice_page
from bot.features.orders.service import OrderService
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from engine.commands import Command
from engine.errors import IllegalOrder, Refused
from opponent import View
from opponent.advice.suggestions import Advice, by_rules_of_thumb

log = logging.getLogger(__name__)

WITHIN = 40.0
"""Seconds after which rules of thumb advise, waiting for others included."""
MOST_KEPT = 100
"""Positions whose advice is remembered, so that *Another one* and *Do it* need no second search."""


class AdviceService:
    """Advises players. Without `thinking` it does so by rules of thumb."""

    def __init__(
        self, games: GameService, orders: OrderService, thinking: ThinkingProcess, within: float = WITHIN
    ) -> None:
        self.games = games
        self._orders = orders
        self._thinking = thinking
        self._within = within
        self._kept: OrderedDict[tuple[int, str, int], Advice] = OrderedDict()

    async def advise(self, actor: Actor, game_id: int | None = None, number: int = 0) -> Page:
        """Suggest an order for the asker's side, of several the one of that number, beginning with 0.

        Raises Refused: advice_rated, advice_tournament, nothing_to_advise, and what keeps orders away.
        """
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        side = side_of_player(game, actor.user)
        advice = await self._advice(actor, game, side)
        names = Names.to(actor.language, actor.user, game)
        return await in_thread(advice_page.suggestion, names, side, advice, number % len(advice.suggestions))

    async def carry_out(self, actor: Actor, game_id: int, stamp: int, number: int, seal: str) -> Page:
        """Give the order that was suggested; `seal` names it."""
        game = await self.games.game(game_id)
        side = side_of_player(game, actor.user)
        if await self.games.previous_outcome(game, actor) is not None:  # what was advised is done
            return await self._orders.order(actor, game_id, _none, stamp=stamp)
        try:
            check_stamp(game, actor, stamp, game.simultaneous)
        except Stale:
            return await self._orders.stale(actor, game_id)
        known = (await self._advice(actor, game, side)).suggestions
        if number >= len(known) or seal != advice_page.seal(known[number].command):
            return await self._orders.stale(actor, game_id)
        return await self._orders.order(actor, game_id, known[number].command, stamp=stamp)

    async def _advice(self, actor: Actor, game: Game, side: str) -> Advice:
        """The advice in a position, without orders for units of teammates. Raises Refused."""
        await self._check(game, side)
        key = (game.record.id, side, game.seen(side).stamp)
        if key not in self._kept:
            self._kept[key] = await self._thought_out(game, side)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        advice = self._kept[key]
        own = tuple(o for o in advice.suggestions if _may(game, side, o.command, actor.user))
        if not own:
            raise IllegalOrder("", "nothing_to_advise")
        return Advice(suggestions=own, instead=advice.instead)

    async def _check(self, game: Game, side: str) -> None:
        """Raises Refused where there is no advice."""
        await self.games.check_not_paused(game.record.id)
        if await self.games.store.tournaments.of_game(game.record.id) is not None:
            raise IllegalOrder("", "advice_tournament")
        if game.record.rated and rivals(game):
            raise IllegalOrder("", "advice_rated")
        if side not in game.owing:
            raise IllegalOrder("", "nothing_to_advise")

    async def _thought_out(self, game: Game, side: str) -> Advice:
        """The advice of the process that thinks; where it fails or takes too long, by rules of thumb."""
        view = await in_thread(View, game.system, game.scenario, game.state, side)
        about = f"advice/{side}/{game.state.turn}".encode()
        seed = hmac.digest(game.record.seed, about, hashlib.sha256)
        if self._thinking.enabled:
            try:
                async with asyncio.timeout(self._within):
                    return await self._thinking.calculate(view, advised, seed)
            except (ThinkingFailed, TimeoutError):
                log.warning("advice in game %s is by rules of thumb", game.record.id)
        return await in_thread(by_rules_of_thumb, view)


def _may(game: Game, side: str, command: Command, who: int) -> bool:
    try:
        unit_control.check(game, side, command, who)
    except Refused:
        return False
    return True


def _none(game: Game, side: str) -> Command:
    raise Stale
