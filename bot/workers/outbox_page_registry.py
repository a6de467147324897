"""Messages of the outbox, as pages. A message says only what it is about; its text is made when sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.core.game_service import GameService
from bot.i18n.catalogue import catalogue_for
from bot.ui.outbox_page_set import MakePage, OutboxPageSet, OutboxPost
from bot.ui.page import Page
from storage import OutboxMessage

LanguageIn = Callable[[int, int], str]
"""The language of a channel, given its number and its server's (0: not known)."""


class OutboxPages:
    """What features registered for each kind of message."""

    def __init__(self, games: GameService, language_in: LanguageIn, sets: Iterable[OutboxPageSet]) -> None:
        self.games = games
        self.language_in = language_in
        self._makers: dict[str, MakePage] = {}
        self._without_game: set[str] = set()
        for pages in sets:
            assert not self._makers.keys() & pages.makers.keys(), "a kind is registered twice"
            self._makers |= pages.makers
            self._without_game |= pages.without_game

    async def page(self, message: OutboxMessage, earlier: Sequence[OutboxMessage] = ()) -> Page | None:
        """The page of a message, for everyone in its channel; None when there is nothing left to say.

        Of a report: below the `earlier` ones of the same player-turn that its post tells.
        """
        game = await self.games.game(message.game) if message.game is not None else None
        make = self._makers.get(message.kind)
        if make is None or (game is None and message.kind not in self._without_game):
            return None
        guild = game.record.guild if game is not None else 0
        words = catalogue_for(self.language_in(message.channel, guild))
        return await make(
            OutboxPost(
                games=self.games, message=message, words=words, current_game=game, earlier=tuple(earlier)
            )
        )
