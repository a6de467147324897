"""Demonstrations: the computer plays both sides of a battle, to be watched. Never rated. No Discord."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Game
from bot.core.game_result import result_of
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.core.who_acts import is_demonstration
from bot.features.computer_player import demonstration_page
from bot.features.computer_player.seats import computer_player
from bot.features.lobby import create as lobby_create
from bot.features.lobby import seating
from bot.features.lobby.create import NewGame, find_scenario
from bot.features.lobby.start import begin
from bot.features.moderation.rulings import Rulings
from bot.i18n.names import Names
from bot.ui.page import Page
from engine.errors import GameOver, IllegalOrder, NotYours
from engine.scenario import Scenario


class Demonstrations:
    """Begins and stops demonstrations; `rulings` says who else than the host may stop one."""

    def __init__(self, games: GameService, rulings: Rulings) -> None:
        self.games = games
        self._rulings = rulings

    async def begin(self, actor: Actor, scenario: str | Scenario, levels: Sequence[str]) -> Page:
        """Begin one in the actor's channel, with the levels of the sides in their order.

        Raises Refused: no_such_scenario, no_such_level, channel_taken.
        """
        battle = find_scenario(scenario) if isinstance(scenario, str) else scenario
        players = [computer_player(level) for level in levels]
        seats = [seating.seat(side, who) for side, who in zip(battle.side_ids, players, strict=True)]
        async with self.games.locked(-actor.channel):  # the channel's own lock, as for any new game
            known = await self.games.store.receipts.get(actor.interaction)
            if known is None:
                new = NewGame(
                    guild=actor.guild,
                    channel=actor.channel,
                    owner=actor.user,
                    battle=battle,
                    seats=seats,
                    rated=False,
                )
                game = await lobby_create.create(self.games, actor, new)
            else:
                game = await self.games.game(int(known.outcome["game"]))
        async with self.games.locked(game.record.id):
            game = await self.games.game(game.record.id)
            if game.record.status == "lobby":
                game = await begin.begin(self.games, game, None)
        return demonstration_page.begun(Names.to(actor.language, actor.user, game))

    async def stop(self, actor: Actor, game_id: int) -> Page:
        """End one where it stands, without a result. Doing it again changes nothing.

        Raises Refused: no_demonstration, game_over, not_the_host.
        """
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            names = Names.to(actor.language, actor.user, game)
            if await self.games.store.receipts.get(actor.interaction):
                return demonstration_page.stopped(names)
            await self._check(actor, game)
            record = game.record
            async with self.games.store.writing() as tx:
                await tx.results.finish(result_of(game, self.games.clock()))
                await tx.receipts.add_once(receipt(actor, record.id, game=record.id))
                body = {"user": actor.user, "name": actor.name}
                await tx.outbox.add(game=record.id, channel=record.channel, kind="demo_stopped", body=body)
            self.games.forget(record.id)
            self.games.notify(record.id)
            return demonstration_page.stopped(names)

    async def _check(self, actor: Actor, game: Game) -> None:
        if not is_demonstration(game.record):
            raise IllegalOrder("", "no_demonstration")
        if game.record.status == "over":
            raise GameOver("", "game_over")
        if game.record.owner != actor.user and not await self._rulings.moderates(actor):
            raise NotYours("", "not_the_host", host=f"<@{game.record.owner}>")
