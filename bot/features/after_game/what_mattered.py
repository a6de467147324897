"""What mattered in a finished game: the orders whose alternatives were most better, by the computer's own
evaluation. Worked out in the process that thinks, order by order, within a time; remembered. No Discord."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from dataclasses import dataclass

from bot.computer_player.calculations import compared
from bot.computer_player.thinking_process import ThinkingFailed, ThinkingProcess
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.after_game import what_mattered_page
from bot.features.after_game.judged_orders import JudgedOrder, Moment, judged_orders
from bot.features.replay.replay_moments import opened
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from engine.errors import IllegalOrder

WITHIN = 60.0
"""Seconds for one game, waiting for others included; two thirds of it for the first look at each order."""
FIRST, THEN = (1, 250.0), (8, 3000.0)
"""Playouts of each order and milliseconds for all of them, as rulebooks reckon them: at a first look, and of
those that matter most."""
MOST_SHOWN, MOST_LOOKED_AT = 3, 8
LEAST_GAIN = 0.02
"""Chance to win below which no order was better."""
MOST_KEPT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatMattered:
    """The moments, the greatest first; how many orders were looked at, of how many."""

    moments: tuple[Moment, ...]
    looked_at: int
    orders: int


class WhatMatteredService:
    """Looks back at finished games. Two who ask at a time wait for one calculation."""

    def __init__(self, games: GameService, thinking: ThinkingProcess, within: float = WITHIN) -> None:
        self.games = games
        self.within = within
        self._thinking = thinking
        self._kept: OrderedDict[tuple[int, int], asyncio.Task[WhatMattered]] = OrderedDict()

    async def page(self, actor: Actor, game_id: int) -> Page:
        """What mattered in a game, as a private page. Raises IllegalOrder: mattered_not_over,
        mattered_not_now."""
        game = await self.games.game(game_id)
        if game.record.status != "over":
            raise IllegalOrder("", "mattered_not_over")
        found = await self._found(game)
        names = Names.to(actor.language, actor.user, await in_thread(opened, game))
        return await in_thread(what_mattered_page.page, names, found.moments, found.looked_at, found.orders)

    async def _found(self, game: Game) -> WhatMattered:
        key = (game.record.id, game.last)
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(self._look_back(game), name=f"what mattered in {key[0]}")
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)[1].cancel()
        task = self._kept[key]
        try:
            return await asyncio.shield(task)
        except ThinkingFailed:
            self._kept.pop(key, None)
            raise IllegalOrder("", "mattered_not_now") from None

    async def _look_back(self, game: Game) -> WhatMattered:
        """A first look at each order, a second one at those that matter most. Raises ThinkingFailed where
        there was time for none."""
        end = asyncio.get_running_loop().time() + self.within
        orders = await in_thread(judged_orders, game)
        looks = list[Moment]()
        try:
            async with asyncio.timeout_at(end - self.within / 3):
                for order in orders:
                    looks.append(await self._compared(game, order))
        except TimeoutError:
            if not looks:
                raise ThinkingFailed from None
        looks.sort(key=lambda look: (-look.comparison.gain, look.order.seq))
        sure = list[Moment]()
        try:
            async with asyncio.timeout_at(end):
                for look in looks[:MOST_LOOKED_AT]:
                    if look.comparison.gain > 0:
                        sure.append(await self._compared(game, look.order, look))
        except TimeoutError:
            pass
        sure = [moment for moment in sure if moment.comparison.gain >= LEAST_GAIN]
        sure.sort(key=lambda moment: (-moment.comparison.gain, moment.order.seq))
        return WhatMattered(moments=tuple(sure[:MOST_SHOWN]), looked_at=len(looks), orders=len(orders))

    async def _compared(self, game: Game, order: JudgedOrder, first: Moment | None = None) -> Moment:
        """An order beside others: all of them, or those that came out best at the `first` look."""
        view = await in_thread(order.view, game)
        about = f"mattered/{order.seq}/{first is not None}".encode()
        seed = hmac.digest(game.record.seed, about, hashlib.sha256)
        others = None if first is None else [o.command for o in first.comparison.others]
        samples, effort = FIRST if first is None else THEN
        comparison = await self._thinking.calculate(
            view, compared, order.command, seed, samples, effort, others
        )
        return Moment(order=order, comparison=comparison)
