"""A batch of orders: the form, the plan checked line by line, the plan given. No Discord, no rule."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale
from bot.features.batch_orders import page as batch_orders_page
from bot.features.batch_orders.check import LONGEST, check_lines, clean, lines
from bot.features.batch_orders.submit import AlreadySubmitted, submit
from bot.features.orders import panel as orders_panel
from bot.features.orders.service import OrderService
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Embed, Form, Page, form_id
from engine.errors import Refused


class BatchOrderService:
    """Keeps what players write down until they give it. A draft outlives panels and restarts."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self.games = orders.games

    async def form(self, actor: Actor, game_id: int | None = None) -> Form | Page:
        """The form with the draft, or the reason why this player cannot give orders."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        names = Names.to(actor.language, actor.user, game)
        try:
            side_of_player(game, actor.user)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        draft = await self.games.draft(game.record.id, actor.user)
        return Form(
            id=form_id(game.record.id, names.game.stamp, "orders"),
            title=names.words("drafting.form", phase=names.phase(game.state.phase)),
            label=names.words("drafting.label"),
            hint=batch_orders_page.example(names, game.side_for(actor.user)),
            text=draft.text if draft is not None else "",
            longest=LONGEST,
        )

    async def written(self, actor: Actor, game_id: int, text: str) -> Page:
        """Keep what was written and judge it."""
        text = clean(text)
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            side_of_player(game, actor.user)
            await self.games.save_draft(game_id, actor, text)
        return await self._plan(actor, game)

    async def _plan(self, actor: Actor, game: Game, note: Embed | None = None) -> Page:
        """The plan as the table stands; without a draft, the orders panel."""
        draft = await self.games.draft(game.record.id, actor.user)
        if draft is None or not lines(draft.text):
            page = await self.orders.panel(actor, game.record.id)
            empty = Names.to(actor.language, actor.user, game).words("drafting.empty")
            return orders_panel.with_note(page, note or Embed(text=empty, tone="refusal"))
        names = Names.to(actor.language, actor.user, game)
        side = game.side_for(actor.user)
        plan = await in_thread(check_lines, names.game, side, draft.text)
        page = await in_thread(batch_orders_page.plan_page, names, side, plan, draft.number)
        return orders_panel.with_note(page, note) if note is not None else page

    async def give(self, actor: Actor, game_id: int, draft: int, stamp: int) -> Page:
        """Give what is legal of a draft, and say what came of it."""
        game = await self.games.game(game_id)
        names = Names.to(actor.language, actor.user, game)
        try:
            submitted = await submit(self.games, game_id, actor, draft, stamp)
        except AlreadySubmitted:
            now = Names.to(actor.language, actor.user, await self.games.game(game_id))
            return await in_thread(batch_orders_page.spent_page, now, now.game.side_for(actor.user))
        except Stale:
            note = Embed(text=names.words("drafting.stale"), tone="refusal")
            return await self._plan(actor, await self.games.game(game_id), note)
        return await in_thread(batch_orders_page.given_page, actor.language, actor.user, submitted)
