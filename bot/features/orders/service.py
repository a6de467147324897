"""Orders of players: each is carried out once; the answer is what came of it and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.game import Game
from bot.core.game_access import GameAccess
from bot.core.order_rules import legal_orders
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome
from bot.core.requests.sent_in_time import Stale, check_stamp, sent_early
from bot.features.agreements.undo_by_consent import AFTER_CONSENT, UndoRequests
from bot.features.game_view import status_page
from bot.features.orders import destination_menu, end_page, outcome_page
from bot.features.orders import panel as orders_panel
from bot.features.secret_orders import order_builder
from bot.features.team import page as team_page
from bot.features.team import service as team_service
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Button, Embed, Form, Page, button_id
from engine.commands import Attack, Command, Done
from engine.errors import GameOver, NotOnTable, Refused
from engine.system import SETUP
from notation.order_words import OrderContext
from storage import Receipt

ReadCommand = Callable[[Game, str], Command]
"""The command that a side gives by a pressed button, where only the game says what the button means."""
ReadText = Callable[[OrderContext], Command]
"""The command that was typed (see `notation.slash_orders`)."""


class OrderService:
    """What a player can do that changes a game in progress."""

    def __init__(self, games: GameAccess, undo_requests: UndoRequests | None = None) -> None:
        self.games = games
        self._undo_requests = undo_requests  # None in a what-if, where every order can be taken back

    async def typed(self, actor: Actor, parse: ReadText) -> Page:
        """Carry out a typed order; what came of it and what can be done next."""
        return await self.order(actor, None, lambda game, side: parse(game.order_context(side)))

    async def order(
        self,
        actor: Actor,
        game_id: int | None,
        command: Command | ReadCommand,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
        unit: str = "",
    ) -> Page:
        """Carry out an order; what came of it and what can be done next. From a panel with `stamp`, a refusal
        is shown in the panel, with `unit` selected."""
        number = game_id if game_id is not None else (await self.games.game_in(actor.channel)).record.id
        try:
            outcome = await self.carry_out(actor, number, command, stamp=stamp, same_phase=same_phase)
        except Stale:
            return await self.stale(actor, number)
        except Refused as refused:
            game = await self.games.game(number)
            names = Names.to(actor.language, actor.user, game)
            if stamp is None or isinstance(refused, GameOver) or not game.sides_of(actor.user):
                return refusals.refusal_page(names.words, refused, names)
            panel = await self.panel(actor, number, unit=unit)
            return refusals.refusal_in(panel, names.words, refused, names)
        return await in_thread(outcome_page.after_order, actor, outcome)

    async def carry_out(
        self,
        actor: Actor,
        game_id: int,
        command: Command | ReadCommand,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
    ) -> Outcome:
        """Read an order and carry it out once. Raises Refused, and Stale for an outdated button."""
        try:
            game = await self.games.game(game_id)
            check_stamp(game, actor, stamp, same_phase or game.simultaneous)
            order = command if isinstance(command, Command) else await self._read(actor, game, command)
            return await self.games.order(game_id, actor, order, stamp=stamp, same_phase=same_phase)
        except (Stale, Refused):  # what was obeyed before is no longer possible, for that very reason
            previous = await self.games.previous_outcome(await self.games.game(game_id), actor)
            if previous is None:
                raise
            return previous

    async def _read(self, actor: Actor, game: Game, read: ReadCommand) -> Command:
        """The command meant. Raises Refused; that there is no time comes before what cannot be read."""
        side = side_of_player(game, actor.user)
        try:
            return read(game, side)
        except Refused:
            await self.games.check_time(game, side, actor)
            raise

    async def end(
        self,
        actor: Actor,
        game_id: int | None,
        command: Command,
        verb: str,
        *,
        stamp: int | None = None,
        sure: bool,
    ) -> Page:
        """End a phase, or lock orders. Asks for confirmation if teammates' units can still act; where it was
        a button, which is pressed by mistake, too, also if the player's can; before a lock, typed or pressed,
        if their units have no order yet. What was sent before the phase began is refused unasked."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        asks = not sure and not sent_early(game, actor, command)
        if asks and (asked := await self._asked(actor, game, verb, stamp)) is not None:
            return asked
        return await self.order(actor, game.record.id, command, stamp=stamp, same_phase=True)

    async def _asked(
        self, actor: Actor, game: Game, verb: str, stamp: int | None, about: Sequence[str] = ()
    ) -> Page | None:
        """The question whether to end the phase all the same; `about`: the unit that is to go on, and more
        that the button says."""
        side = game.side_for(actor.user)
        idle = await in_thread(team_service.left, game, side, actor.user)
        typed_end = stamp is None and verb != "lock"
        able = () if idle or typed_end else await in_thread(_able, game, side, verb)
        own = [unit for unit in able if unit not in about[:1]]
        if not idle and not own:
            return None
        try:
            check_stamp(game, actor, stamp, True)
        except Stale:
            return await self.stale(actor, game.record.id)
        names = Names.to(actor.language, actor.user, game)
        return team_page.sure(names, idle, verb, about) if idle else end_page.sure(names, own, verb, about)

    async def assault(self, actor: Actor, game_id: int, attack: Attack, *, stamp: int, sure: bool) -> Page:
        """End the movement and attack at once, after the question whether other units should still move."""
        game = await self.games.game(game_id)
        about = (attack.unit, attack.target)
        if not sure and (asked := await self._asked(actor, game, "assault", stamp, about)) is not None:
            return asked
        names = Names.to(actor.language, actor.user, game)
        try:
            outcome, refused = await self._end_and_attack(actor, game_id, attack, stamp)
        except Stale:
            return await self.stale(actor, game_id)
        except Refused as why:
            return refusals.refusal_in(await self.panel(actor, game_id), names.words, why, names)
        page = await in_thread(outcome_page.after_order, actor, outcome)
        return page if refused is None else refusals.refusal_in(page, names.words, refused, names)

    async def _end_and_attack(
        self, actor: Actor, game_id: int, attack: Attack, stamp: int
    ) -> tuple[Outcome, Refused | None]:
        """What came of the attack; where it was refused, of the end of the phase, and why."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if outcome := await self.games.previous_outcome(game, actor):
                return outcome, None
            check_stamp(game, actor, stamp, True)
            side = side_of_player(game, actor.user)
            await self.games.check_time(game, side, actor)
            if not await in_thread(legal_orders.attacks_follow, game.seen(side, actor.user), side):
                raise Stale
            outcome = await self.games.give(game, side, Done(), actor.user, actor)
            try:
                return await self.games.give(outcome.game, side, attack, actor.user, None), None
            except Refused as refused:
                return outcome, refused

    async def undo(self, actor: Actor, game_id: int | None, *, stamp: int | None = None) -> Page:
        """Take back the last order; typed, where it is not free, ask the other side."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        try:
            outcome = await self.games.undo(game.record.id, actor, stamp=stamp)
        except Stale:
            return await self.stale(actor, game.record.id)
        except Refused as refused:
            return await self._undo_refused(actor, game.record.id, refused, typed=stamp is None)
        return await in_thread(outcome_page.after_undo, actor, outcome)

    async def _undo_refused(self, actor: Actor, game_id: int, refused: Refused, *, typed: bool) -> Page:
        names = Names.to(actor.language, actor.user, await self.games.game(game_id))
        if typed and refused.reason in AFTER_CONSENT and self._undo_requests is not None:
            try:
                return await self._undo_requests.ask(actor, game_id)
            except Refused as second:
                return refusals.refusal_page(names.words, second, names)
        if typed:
            return refusals.refusal_page(names.words, refused, names)
        return refusals.refusal_in(await self.panel(actor, game_id), names.words, refused, names)

    async def confirm_resignation(self, actor: Actor, game: Game) -> Page:
        """Ask for confirmation before a player resigns: it cannot be undone. Raises Refused."""
        names = Names.to(actor.language, actor.user, game)
        side = side_of_player(game, actor.user)
        again = Button(
            label=names.words("button.resign", side=names.side(side)),
            id=button_id(game.record.id, game.seen(side).stamp, "resign", side),
            style="danger",
        )
        back = Button(
            label=names.words("button.go_on_playing"),
            id=button_id(game.record.id, game.seen(side).stamp, "panel"),
        )
        return Page(text=names.words("resign.sure", side=names.side(side)), rows=((again, back),))

    async def repeat(self, actor: Actor, receipt: Receipt) -> Page | None:
        """What an order or an undo led to that was carried out before, shown as it was then; None where
        nothing of it can be shown to the actor."""
        game = await self.games.game(receipt.game) if receipt.game is not None else None
        outcome = await self.games.previous_outcome(game, actor) if game is not None else None
        if outcome is None or outcome.entry.side not in outcome.game.sides_of(actor.user):
            return None
        after = outcome_page.after_undo if "undo" in receipt.outcome else outcome_page.after_order
        return await in_thread(after, actor, replace(outcome, repeated=False))

    async def opened(self, actor: Actor, game: Game) -> Page:
        """The panel of a game that has just begun."""
        names = Names.to(actor.language, actor.user, game)
        lines = [names.words("lobby.started", title=names.title)]
        side = game.side_for(actor.user)
        return await in_thread(orders_panel.panel, names, side, notice=lines, pictured=False)

    async def panel(
        self, actor: Actor, game_id: int, *, unit: str = "", page: int = 0, picked: Sequence[str] = ()
    ) -> Page:
        """What the actor can do now."""
        game = await self.games.game(game_id)
        names = Names.to(actor.language, actor.user, game)
        if game.record.status == "lobby":
            return status_page.status(names)
        if not game.sides_of(actor.user):
            sides = game.scenario.side_ids
            stranger = NotOnTable("", "not_a_player", players=sides, title="")
            return refusals.refusal_page(names.words, stranger, names)
        side = game.side_for(actor.user)
        return await in_thread(orders_panel.panel, names, side, unit=unit, page=page, picked=picked)

    async def hex_form(self, actor: Actor, game_id: int, unit: str) -> Form | Page:
        """The form in which the hex of a unit is typed, or the panel when it is not the actor's to move."""
        game = await self.games.game(game_id)
        names = Names.to(actor.language, actor.user, game)
        own = names.game.state.units.get(unit)
        if own is None or own.side != names.game.viewer or not game.playing:
            return await self.stale(actor, game_id)
        return destination_menu.form(names, unit)

    async def place_form(self, actor: Actor, game_id: int) -> Form | Page:
        """The form in which a unit is placed, or the panel where nothing is to be placed."""
        game = await self.games.game(game_id)
        names = Names.to(actor.language, actor.user, game)
        if not game.playing or names.game.viewer not in game.owing:
            return await self.stale(actor, game_id)
        return destination_menu.place_form(names, names.game.viewer)

    async def stale(self, actor: Actor, game_id: int) -> Page:
        """The panel as it is now, for someone who pressed something older."""
        note = Embed(text=catalogue_for(actor.language)("stale"), tone="refusal")
        return orders_panel.with_note(await self.panel(actor, game_id), note)


def _able(game: Game, side: str, verb: str) -> tuple[str, ...]:
    """The side's units that can still act in this phase, or have no order yet; none when it has nothing to
    decide. A set-up ends only when all are placed, and each could still be placed elsewhere."""
    if side not in game.owing or game.state.questions or game.system.role_of(game.state.phase) == SETUP:
        return ()
    visible = game.seen(side)
    if verb == "lock":
        return tuple(order_builder.waiting(visible, side)) if order_builder.possible(visible) else ()
    return legal_orders.able(visible, side)
