"""The open page of a tutorial: do what it proposes, or skip it. No Discord."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale
from bot.features.lessons import progress
from bot.features.orders import outcome_page
from bot.features.orders import panel as orders_panel
from bot.features.orders.service import OrderService
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Embed, Page
from engine.commands import Command
from engine.errors import IllegalOrder, NotOnTable
from notation import order_text
from storage import Entry


class OpenLesson:
    """What the buttons of a lesson do."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self.games = orders.games

    async def follow(self, actor: Actor, game_id: int, stamp: int) -> Page:
        """Do what the open page proposes; when it cannot be done, say so there."""
        try:
            outcome = await self.orders.carry_out(actor, game_id, proposed_order, stamp=stamp)
        except Stale:
            return await self.orders.stale(actor, game_id)
        except (IllegalOrder, NotOnTable) as refused:
            names = Names.to(actor.language, actor.user, await self.games.game(game_id))
            why = refusals.reason(names.words, refused, names)
            key = "refusal.no_lesson" if refused.reason == "no_lesson" else "refusal.lesson_illegal"
            note = Embed(text=names.words(key, why=why), tone="refusal")
            return orders_panel.with_note(await self.orders.panel(actor, game_id), note)
        return await in_thread(outcome_page.after_order, actor, outcome)

    async def skip(self, actor: Actor, game_id: int, stamp: int) -> Page:
        """Skip the open page; an undo brings it back."""
        words = catalogue_for(actor.language)
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            side = side_of_player(game, actor.user)
            if not await self.games.was_obeyed(actor):
                if game.seen(side).stamp != stamp or progress.page(game.seen(side), side) is None:
                    return await self.orders.stale(actor, game_id)
                entry = Entry(kind=progress.PASSED, side=side, who=actor.user, at=self.games.clock())
                await self.games.write(game, entry, actor)
        return orders_panel.with_notice(await self.orders.panel(actor, game_id), words("lesson.passed"))


def proposed_order(game: Game, side: str) -> Command:
    """The order that the open page proposes. Raises NotOnTable where it proposes none."""
    known = game.seen(side)
    page = progress.page(known, side)
    if page is None or not page.try_it:
        raise NotOnTable("", "no_lesson")
    aim = progress.aim(known, side, page)
    return aim or order_text.read(page.try_it, game.system, game.scenario, known.state, side)
