"""Secret orders, unit by unit, word by word; the sheet, the lock. No Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bot.core.game import Game
from bot.core.order_rules import unit_control
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale, check_stamp
from bot.features.orders.service import OrderService
from bot.features.secret_orders import order_builder, order_form
from bot.features.secret_orders import panel as secret_orders_panel
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.component_press import parse_int
from bot.ui.page import Form, Page
from engine.commands import Command, Seal, Unseal, Write
from engine.errors import IllegalOrder, NotYours, Refused
from notation import slash_orders


class SecretOrderService:
    """What a side does with its envelope."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self.games = orders.games

    # --- typed -------------------------------------------------------------------------------------

    async def write(self, actor: Actor, unit: str, words: Sequence[str]) -> Page:
        """Write an order whose words were typed: order, target, facing, path, range; none opens the panel."""
        if any(words):
            order, target, facing, path, reach = words
            parse = partial(
                slash_orders.secret,
                unit=unit,
                order=order,
                target=target,
                facing=facing,
                path=path,
                reach=reach,
            )
            return await self.orders.typed(actor, parse)
        game = await self.games.game_in(actor.channel)
        names = Names.to(actor.language, actor.user, game)
        try:
            side = _planning(names, actor)
            chosen = game.seen(side).unit_named(unit).id
            unit_control.check_unit(names.game, chosen)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        return await self.orders.panel(actor, game.record.id, unit=chosen)

    async def sheet(self, actor: Actor) -> Page:
        """The orders written so far, on a list and on a map."""
        names = Names.to(actor.language, actor.user, await self.games.game_in(actor.channel))
        try:
            side = _planning(names, actor)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        return await in_thread(secret_orders_panel.read_only, names, side)

    async def lock(
        self, actor: Actor, game_id: int | None = None, stamp: int | None = None, *, sure: bool = False
    ) -> Page:
        """Close the envelope."""
        return await self.orders.end(actor, game_id, Seal(), "lock", stamp=stamp, sure=sure)

    async def unlock(self, actor: Actor, game_id: int | None = None, stamp: int | None = None) -> Page:
        """Open it again."""
        return await self.orders.order(actor, game_id, Unseal(), stamp=stamp, same_phase=True)

    # --- in a form -----------------------------------------------------------------------------------

    async def form(self, actor: Actor, game_id: int) -> Page | Form:
        """The form for one order, or why none can be written now."""
        names = Names.to(actor.language, actor.user, await self.games.game(game_id))
        try:
            side = _planning(names, actor)
            return await in_thread(order_form.form, names, side)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)

    async def filled_in(self, actor: Actor, game_id: int, answers: Mapping[str, str], text: str) -> Page:
        """Write the order of a form that was sent."""
        unit, order = answers.get(order_form.UNIT, ""), answers.get(order_form.ORDER, "")

        def read(game: Game, side: str) -> Command:
            return order_form.read(game, side, unit, order, text)

        return await self.orders.order(actor, game_id, read, same_phase=True, unit=unit)

    # --- pressed -----------------------------------------------------------------------------------

    async def strike_out(self, actor: Actor, game_id: int, unit: str, stamp: int) -> Page:
        """Take a unit's order out of the envelope again."""
        return await self.put(actor, game_id, stamp, unit, {})

    async def kind(self, actor: Actor, game_id: int, stamp: int, unit: str, order: str) -> Page:
        """An order was chosen for a unit: ask for its first word, or write it where it needs none."""
        return await self._go_on(actor, game_id, stamp, lambda game: (unit, {"order": order}))

    async def word(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str]) -> Page:
        """A word was chosen: ask for the next, or write the order."""
        return await self._go_on(actor, game_id, stamp, lambda game: order_builder.unpack(game, about))

    async def aim(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str], chosen: str) -> Page:
        """A word was chosen in a menu; the last of `about` says which."""

        def words(game: Game) -> tuple[str, dict[str, str]]:
            unit, fields = order_builder.unpack(game, about[:-1])
            fields = {**fields, about[-1]: chosen}
            if not order_builder.walkable(game, unit, fields):
                raise IllegalOrder("", "nothing_open", side=game.viewer or "")
            return unit, fields

        return await self._go_on(actor, game_id, stamp, words)

    async def way(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str]) -> Page:
        """A hex was chosen, or taken back: the path as it is now."""
        return await self._show(actor, game_id, stamp, about, "path")

    async def aims(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str]) -> Page:
        """Another page of a menu: the last two of `about` say of which word, and which page."""
        return await self._show(actor, game_id, stamp, about[:-2], about[-2], parse_int(about[-1]))

    async def _show(
        self, actor: Actor, game_id: int, stamp: int, about: Sequence[str], need: str, number: int = 0
    ) -> Page:
        names = Names.to(actor.language, actor.user, await self.games.game(game_id))
        try:
            side = _planning(names, actor, stamp)
            unit, words = order_builder.unpack(names.game, about)
            _choosable(names.game, side, unit, words)
        except Stale:
            return await self.orders.stale(actor, game_id)
        except Refused:
            return await self.orders.panel(actor, game_id)
        return await in_thread(secret_orders_panel.ask, names, side, unit, words, need, number)

    async def _go_on(
        self, actor: Actor, game_id: int, stamp: int, choose: Callable[[Game], tuple[str, dict[str, str]]]
    ) -> Page:
        """The page that asks for the next word; the order given when there is none to ask for."""
        names, unit = Names.to(actor.language, actor.user, await self.games.game(game_id)), ""
        try:
            side = _planning(names, actor, stamp)
            unit, words = choose(names.game)
            need = _choosable(names.game, side, unit, words)
        except Stale:
            return await self.orders.stale(actor, game_id)
        except Refused as refused:
            if not refused.rule:
                return await self.orders.panel(actor, game_id)
            page = await self.orders.panel(actor, game_id, unit=unit)
            return refusals.refusal_in(page, names.words, refused, names)
        if need:
            return await in_thread(secret_orders_panel.ask, names, side, unit, words, need)
        return await self.put(actor, game_id, stamp, unit, words)

    async def put(self, actor: Actor, game_id: int, stamp: int, unit: str, words: dict[str, str]) -> Page:
        """Write an order whose words have all been chosen."""
        command = Write(unit=unit, order=words)
        return await self.orders.order(actor, game_id, command, stamp=stamp, same_phase=True, unit=unit)


def _planning(names: Names, actor: Actor, stamp: int | None = None) -> str:
    """The side a player writes orders for. Raises Refused when impossible now, Stale for old buttons."""
    game = names.game
    side = side_of_player(game, actor.user)
    check_stamp(game, actor, stamp, True)
    if not order_builder.possible(game):
        raise IllegalOrder("", "no_orders_now", phase=game.state.phase)
    return side


def _choosable(game: Game, side: str, unit: str, words: dict[str, str]) -> str:
    """The word that is asked next. Raises Refused when such an order cannot be written now, with its rule
    where the rulebook says so."""
    counter = game.state.units.get(unit)
    if counter is None or counter.side != side or side not in game.state.active:
        raise NotYours("", "not_your_unit", unit=unit)
    unit_control.check_unit(game, unit)
    card = order_builder.card(game, unit, words.get("order", ""))
    if card is None:
        raise IllegalOrder("", "nothing_open", side=side)
    if card.refusal is not None:
        raise card.refusal
    return order_builder.next_word(card, words)
