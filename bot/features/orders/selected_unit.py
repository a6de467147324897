"""The selected unit: its step panel, steps, undo, deselection. And the attacks of a unit.

Discord does not tell when a private panel is closed, so nothing is remembered here: the unit in hand is part
of the table, and a panel that is pressed again shows the table as it stands.
"""

from __future__ import annotations

from bot.core.game import Game
from bot.core.order_rules import legal_orders, unit_control
from bot.core.order_rules.forecast import forecast
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.order_rules.step_preview import check
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome
from bot.core.requests.sent_in_time import Stale
from bot.features.lessons import page as lessons_page
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.features.orders.outcome_page import outcome_lines, undo_text
from bot.features.orders.service import OrderService
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Embed, Page
from engine.commands import Attack, Command, Release, Step
from engine.errors import GameOver, Refused
from engine.hexes import Hex


class SelectedUnit:
    """Orders given unit by unit, from a panel about that unit."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self.games = orders.games

    async def select(self, actor: Actor, unit: str) -> Page:
        """The step panel of a unit that was typed."""
        return await self.open(actor, (await self.games.game_in(actor.channel)).record.id, unit)

    async def targets(self, actor: Actor, unit: str) -> Page:
        """The panel that shows whom a unit can attack."""
        game = await self.games.game_in(actor.channel)
        try:
            id_ = _chosen(game, actor, unit, Attack)
            await in_thread(_check_targets, game, id_)
        except Refused as refused:
            names = Names.to(actor.language, actor.user, game)
            return refusals.answer(names.words, refused, names)
        return await self.orders.panel(actor, game.record.id, unit=id_)

    async def open(self, actor: Actor, game_id: int, text: str) -> Page:
        """The step panel of a unit. Deselects another unit: only one can be selected."""
        game = await self.games.game(game_id)
        try:
            unit = _chosen(game, actor, text, Step)
        except Refused as refused:
            names = Names.to(actor.language, actor.user, game)
            return refusals.answer(names.words, refused, names)
        hand = game.state.selection
        if hand is not None and hand.unit != unit:
            return await self._order(actor, game_id, Release(), stamp=_known(game, actor), unit=unit)
        return await self._step_panel(actor, game, unit)

    async def step(self, actor: Actor, game_id: int, unit: str, hex_: Hex, stamp: int) -> Page:
        """Make a step; the step panel again where it leads."""
        return await self._order(actor, game_id, Step(unit=unit, hex=hex_), stamp=stamp, unit=unit)

    async def release(self, actor: Actor, game_id: int, stamp: int) -> Page:
        """Deselect the unit and return the orders panel."""
        return await self._order(actor, game_id, Release(), stamp=stamp, unit="")

    async def undo(self, actor: Actor, game_id: int, unit: str, stamp: int) -> Page:
        """Take back the last step, as /undo does; the step panel of the unit that is then in hand."""
        try:
            outcome = await self.games.undo(game_id, actor, stamp=stamp)
        except Stale:
            return await self._again(actor, game_id, unit, catalogue_for(actor.language)("stale"))
        except Refused as refused:
            return await self._refused(actor, game_id, unit, refused)
        names = Names.to(actor.language, actor.user, outcome.game)
        command = outcome.entry.command
        last = command.unit if isinstance(command, Step) else unit
        side, unit = outcome.game.side_for(actor.user), _in_hand(outcome.game) or last
        return await in_thread(step_panel.page, names, side, unit, notice=[undo_text(names, outcome)])

    # --- what all of them share --------------------------------------------------------------------

    async def _order(self, actor: Actor, game_id: int, command: Command, *, stamp: int, unit: str) -> Page:
        """Give an order from a step panel; after it comes that of `unit`, of "" the orders panel."""
        try:
            outcome = await self.orders.carry_out(actor, game_id, command, stamp=stamp)
        except Stale:
            return await self._again(actor, game_id, unit, catalogue_for(actor.language)("stale"))
        except Refused as refused:
            return await self._refused(actor, game_id, unit, refused)
        return await in_thread(_after, actor, outcome, unit)

    async def _refused(self, actor: Actor, game_id: int, unit: str, refused: Refused) -> Page:
        """The refusal, shown in the current step panel, or alone if the player has none here."""
        game = await self.games.game(game_id)
        names = Names.to(actor.language, actor.user, game)
        if isinstance(refused, GameOver) or not game.sides_of(actor.user):
            return refusals.refusal_page(names.words, refused, names)
        return await self._again(actor, game_id, unit, refusals.sentence(names.words, refused, names))

    async def _again(self, actor: Actor, game_id: int, unit: str, why: str) -> Page:
        """The step panel of the unit in hand where there is one, else of the unit asked about, and why."""
        game = await self.games.game(game_id)
        if not game.sides_of(actor.user):
            return await self.orders.panel(actor, game_id)
        page = await self._step_panel(actor, game, _in_hand(game) or unit)
        return orders_panel.with_note(page, Embed(text=why, tone="refusal"))

    async def _step_panel(self, actor: Actor, game: Game, unit: str) -> Page:
        names = Names.to(actor.language, actor.user, game)
        return await in_thread(step_panel.page, names, game.side_for(actor.user), unit)


def _after(actor: Actor, outcome: Outcome, unit: str) -> Page:
    """The outcome of an order and the next step panel; the orders panel once the unit is deselected."""
    game = outcome.game
    names = Names.to(actor.language, actor.user, game)
    let_go = isinstance(outcome.entry.command, Release)
    notice = outcome_lines(names, outcome)
    page = step_panel.page(names, game.side_for(actor.user), unit, notice=notice, pictured=not let_go)
    return lessons_page.remarked(page, lessons_page.remarks(names, outcome.entry))


def _known(game: Game, actor: Actor) -> int:
    """The stamp of the table as the asker knows it."""
    return game.seen(game.side_for(actor.user)).stamp


def _in_hand(game: Game) -> str:
    """The id of the unit in hand, or ""."""
    return game.state.selection.unit if game.state.selection is not None else ""


def _chosen(game: Game, actor: Actor, text: str, order: type[Command]) -> str:
    """The id of the player's named unit. Raises Refused unless it may get such an order now."""
    side = side_of_player(game, actor.user)
    unit = game.seen(side).unit_named(text).id
    check(game, side, unit, order)
    unit_control.check_unit(game.seen(side, actor.user), unit)
    return unit


def _check_targets(game: Game, unit: str) -> None:
    """Raises the refusal of an attack on the nearest enemy when the unit has no attack."""
    attacker = game.state.units[unit]
    side = attacker.side
    if any(isinstance(c, Attack) for c in legal_orders.commands(game, side, unit)):
        return
    grid, visible = game.scenario.grid, game.seen(side).state
    enemies = [u for u in visible.units_on_map() if u.side != side]
    for enemy in sorted(enemies, key=lambda u: grid.distance(attacker.place, u.place))[:1]:
        forecast(game, side, Attack(unit=unit, target=enemy.id))
