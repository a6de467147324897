"""Leaders, dice, turns, volleys, standing orders: typed, or chosen in panels. No Discord."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.core.game import Game
from bot.core.order_rules import unit_control
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale
from bot.features.leaders import facing_menu, standing_orders
from bot.features.leaders import options as leaders_options
from bot.features.orders.service import OrderService
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.component_press import parse_int
from bot.ui.page import Page
from engine.commands import Activate, Command, Instruct, Lead, Volley
from engine.errors import NotOnTable, Refused
from notation import slash_orders
from notation.order_words import LONGEST


class LeaderService:
    """What a player does with several units at once, or before they are asked."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self.games = orders.games

    # --- typed -------------------------------------------------------------------------------------

    async def lead(self, actor: Actor, chief: str, units: str, dice: int) -> Page:
        """Let a leader command units; without any named, open their panel."""
        if units.strip():
            parse = partial(slash_orders.lead, chief=chief, units=units, dice=dice)
            return await self.orders.typed(actor, parse)
        return await self._open(actor, chief)

    async def fire(self, actor: Actor, target: str, units: str) -> Page:
        """Fire at an enemy; without a unit named, open the panel of the target where units fire together."""
        if not units.strip() and leaders_options.fires_together(await self.games.game_in(actor.channel)):
            return await self._open(actor, target)
        return await self.orders.typed(actor, partial(slash_orders.fire, target=target, units=units))

    async def share(self, actor: Actor, dice: str) -> Page:
        """Share dice out; without any, open the panel with the best ways."""
        if dice.strip():
            return await self.orders.typed(actor, partial(slash_orders.share, dice=dice))
        return await self.orders.panel(actor, (await self.games.game_in(actor.channel)).record.id)

    async def standing(self, actor: Actor, kind: str, answer: str | None) -> Page:
        """Answer questions of a kind beforehand; without an answer, show those given."""
        if answer is None:
            return await self._standing(actor, await self.games.game_in(actor.channel), kind.strip())
        game = await self.games.game_in(actor.channel)
        command = Instruct(kind=kind.strip(), answer=answer.strip()[:LONGEST])
        return await self._instruct(actor, game.record.id, command)

    async def _open(self, actor: Actor, text: str) -> Page:
        """The panel with a unit chosen in it."""
        game = await self.games.game_in(actor.channel)
        names = Names.to(actor.language, actor.user, game)
        try:
            unit = game.seen(side_of_player(game, actor.user)).unit_named(text).id
            unit_control.check_unit(names.game, unit)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        return await self.orders.panel(actor, game.record.id, unit=unit)

    # --- pressed -----------------------------------------------------------------------------------

    async def activate(self, actor: Actor, game_id: int, stamp: int, chief: str) -> Page:
        """Activate a leader."""
        return await self.orders.order(actor, game_id, Activate(chief=chief), stamp=stamp, unit=chief)

    async def tick(self, actor: Actor, game_id: int, unit: str, picked: Sequence[str]) -> Page:
        """The panel of a leader, or of a target, with what was ticked in its menu."""
        return await self.orders.panel(actor, game_id, unit=unit, picked=picked)

    async def roll(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str]) -> Page:
        """Let a leader command the units of a button, with the dice of it."""
        chief, dice, packed = about[0], about[1], about[2]

        def read(game: Game, side: str) -> Command:
            return Lead(chief=chief, units=leaders_options.unpack(game, packed), dice=parse_int(dice))

        return await self.orders.order(actor, game_id, read, stamp=stamp, unit=chief)

    async def give(self, actor: Actor, game_id: int, stamp: int, number: str) -> Page:
        """Share the dice out in one of the ways that were shown."""

        def read(game: Game, side: str) -> Command:
            allocations = leaders_options.dice_allocations(game.seen(side), side)
            return allocations[parse_int(number)] if 0 <= parse_int(number) < len(allocations) else _stale()

        return await self.orders.order(actor, game_id, read, stamp=stamp)

    async def turn(self, actor: Actor, game_id: int, stamp: int, unit: str, number: str) -> Page:
        """Turn a unit, or change its formation, in one of the ways that were shown."""

        def read(game: Game, side: str) -> Command:
            names = Names.to(actor.language, actor.user, game.seen(side))
            facings = facing_menu.options(names, side, unit)
            return facings[parse_int(number)] if 0 <= parse_int(number) < len(facings) else _stale()

        return await self.orders.order(actor, game_id, read, stamp=stamp, unit=unit)

    async def volley(self, actor: Actor, game_id: int, stamp: int, about: Sequence[str]) -> Page:
        """Fire at a target with the units of a button."""
        target, packed = about[0], about[1]

        def read(game: Game, side: str) -> Command:
            return Volley(target=target, shooters=leaders_options.unpack(game, packed))

        return await self.orders.order(actor, game_id, read, stamp=stamp, unit=target)

    async def ask(self, actor: Actor, game_id: int, kind: str) -> Page:
        """The standing orders of the asker's side, with the answers to one kind of question."""
        return await self._standing(actor, await self.games.game(game_id), kind)

    async def instruct(self, actor: Actor, game_id: int, about: Sequence[str]) -> Page:
        """Give a standing order, or take one back."""
        kind, answer = (*about, "", "")[:2]
        return await self._instruct(actor, game_id, Instruct(kind=kind, answer=answer))

    # --- standing orders -----------------------------------------------------------------------------

    async def _instruct(self, actor: Actor, game_id: int, command: Command) -> Page:
        try:
            outcome = await self.orders.carry_out(actor, game_id, command)
        except Refused as refused:
            names = Names.to(actor.language, actor.user, await self.games.game(game_id))
            return refusals.refusal_page(names.words, refused, names)
        instruction = outcome.entry.command
        assert isinstance(instruction, Instruct)
        names = Names.to(actor.language, actor.user, outcome.game)
        key = "standing.given" if instruction.answer else "standing.taken_back"
        answer = (
            standing_orders.answer_text(names, instruction.kind, instruction.answer)
            if instruction.answer
            else ""
        )
        text = names.words(key, question=standing_orders.question(names, instruction.kind), answer=answer)
        return standing_orders.page(names, outcome.entry.side, notice=text)

    async def _standing(self, actor: Actor, game: Game, kind: str) -> Page:
        names = Names.to(actor.language, actor.user, game)
        try:
            side = side_of_player(game, actor.user)
            if kind and kind not in game.system.standing_answers:
                known = tuple(game.system.standing_answers)
                raise NotOnTable("", "no_such_standing", kind=kind, known=known)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        return await in_thread(standing_orders.page, names, side, kind)


def _stale() -> Command:
    raise Stale
