"""`/film`: a film of the last turn, or of the whole game, for players and spectators alike."""

from __future__ import annotations

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.film import film_moments
from bot.features.film import page as film_page
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page


class FilmService:
    """Makes films of what everybody may know."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def film(self, actor: Actor, span: str, theme: str = "", game_id: int | None = None) -> Page:
        """A film of a span of the game of the asker's channel, or of that game."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        words = catalogue_for(actor.language)

        def tell() -> Page:
            told = film_moments.moments(game, span)
            return film_page.page(words, told, span, theme) if told else film_page.nothing(words)

        return await in_thread(tell)
