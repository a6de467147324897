"""Settings of a game: which pictures its reports have. No Discord.

Its players, its host and moderators may change them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.game_access import Actor, receipt
from bot.core.game_service import GameService
from bot.core.lesson_games import is_lesson
from bot.core.settings.report_pictures import CHOICES, pictures_of
from bot.features.game_settings import page
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Page
from engine.errors import GameOver, IllegalOrder, NotYours

AS_SERVER = "server"
"""The choice that leaves it to the server."""
KIND = "game_set"
"""The messages of the outbox that tell of a change."""


class GameSettings:
    """Shows and changes what a game is set to. `moderates` says who is a moderator."""

    def __init__(self, games: GameService, moderates: Callable[[Actor], Awaitable[bool]]) -> None:
        self._games = games
        self._moderates = moderates

    async def change(self, actor: Actor, pictures: str = "") -> Page:
        """Choose the pictures of reports ("": change nothing), and show the settings.

        Raises Refused: not_the_owner, no_such_pictures, lesson_pictures, game_over.
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
            mine = actor.user == game.record.owner or bool(game.sides_of(actor.user))
            if not mine and not await self._moderates(actor):
                raise NotYours("", "not_the_owner")
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
