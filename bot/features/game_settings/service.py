"""Settings of a game: which pictures its reports have. No Discord.

Its players, its host and moderators may change them; in a game of an event, those in charge of the event.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.lesson_games import is_lesson
from bot.core.report_pictures import CHOICES, pictures_of
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.game_settings import page
from bot.features.moderation.rulings import Rulings
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Page
from engine.errors import GameOver, IllegalOrder, NotYours

AS_SERVER = "server"
"""The choice that leaves it to the server."""
KIND = "game_set"
"""The messages of the outbox that tell of a change."""


class GameSettings:
    """Shows and changes what a game is set to. `rulings` know who is in charge of a game."""

    def __init__(self, games: GameService, rulings: Rulings) -> None:
        self._games = games
        self._rulings = rulings

    async def change(self, actor: Actor, pictures: str = "") -> Page:
        """Choose the pictures of reports ("": change nothing), and show the settings.

        Raises Refused: not_the_owner, not_an_organiser, no_such_pictures, lesson_pictures, game_over.
        """
        game = await self._games.game_in(actor.channel)
        if pictures:
            await self._choose(actor, game.record.id, pictures)
            game = await self._games.game(game.record.id)
        chosen = await pictures_of(self._games.store.settings, game.record)
        return page.page(catalogue_for(actor.language), chosen, own=bool(game.record.pictures))

    async def _choose(self, actor: Actor, game_id: int, pictures: str) -> None:
        if pictures not in (*CHOICES, AS_SERVER):
            raise IllegalOrder("", "no_such_pictures", option=pictures[:60], known=(*CHOICES, AS_SERVER))
        async with self._games.locked(game_id):
            game = await self._games.game(game_id)
            if await self._games.store.receipts.get(actor.interaction):
                return
            await self._check(actor, game)
            if is_lesson(game.record):
                raise IllegalOrder("", "lesson_pictures")
            if game.record.status == "over":
                raise GameOver("", "game_over")
            own = "" if pictures == AS_SERVER else pictures
            async with self._games.store.writing() as tx:
                before = await pictures_of(tx.settings, game.record)
                await tx.games.update(game_id, pictures=own)
                await tx.receipts.add(receipt(actor, game_id, game=game_id))
                now = own or await pictures_of(tx.settings, replace(game.record, pictures=""))
                if now != before and game.playing:
                    body = {"pictures": now}
                    await tx.outbox.add(game=game_id, channel=game.record.channel, kind=KIND, body=body)
        self._games.forget(game_id)
        self._games.notify(game_id)

    async def _check(self, actor: Actor, game: Game) -> None:
        """Raises NotYours unless a user may change the settings of a game."""
        event = await self._rulings.of_event(game)
        mine = actor.user == game.record.owner or bool(game.sides_of(actor.user))
        if (event is None and mine) or await self._rulings.in_charge(actor, game, event):
            return
        raise NotYours("", "not_the_owner" if event is None else "not_an_organiser")
