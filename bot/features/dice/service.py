"""`/dice verify`, `/dice luck` and `/dice salt`: verify the dice, measure luck, add a player's salt."""

from __future__ import annotations

import asyncio
import re

from bot.core.game_access import Actor
from bot.core.game_service import GameService
from bot.features.dice import luck_page as dice_luck_page
from bot.features.dice import proof_page as dice_proof_page
from bot.features.lobby import seating
from bot.i18n.names import Names
from bot.ui import refusals
from bot.ui.page import Embed, Page
from engine.errors import IllegalOrder, Refused

WORD = re.compile(r"[A-Za-z0-9_-]{1,32}")
MOST_SALTS = 24
"""Words mixed into the dice of a game: they stand in one line of its first post."""


class DiceService:
    """Answers questions about dice, for players and spectators alike."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def verify(self, actor: Actor, game_id: int | None = None) -> Page:
        """Every die that the asker may know of, thrown again."""
        names = await self._names(actor, game_id)
        viewer = names.game.side_for(actor.user)
        log = await self.games.store.log.chain(names.game.record.id)
        page = await asyncio.to_thread(dice_proof_page.page, names, viewer)
        return dice_proof_page.with_log(page, names, viewer, log)

    async def luck(self, actor: Actor, theme: str = "", game_id: int | None = None) -> Page:
        """How lucky who was."""
        names = await self._names(actor, game_id)
        viewer = names.game.side_for(actor.user)
        return await asyncio.to_thread(dice_luck_page.page, names, viewer, theme)

    async def salt(self, actor: Actor, word: str) -> Page:
        """Mix a word of a player's own into the dice, before the game begins."""
        names = await self._names(actor)
        word = word.strip()
        try:
            if not WORD.fullmatch(word):
                raise IllegalOrder("", "salt_unfit", word=word[:40])
            game = await seating.salt(self.games, names.game.record.id, actor, word, MOST_SALTS)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        salted = Names.to(actor.language, actor.user, game)
        text = salted.words("verify.salted", word=word, salts=dice_proof_page.salts(salted))
        return Page(embeds=(Embed(text=text),))

    async def _names(self, actor: Actor, game_id: int | None = None) -> Names:
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        return Names.to(actor.language, actor.user, game)
