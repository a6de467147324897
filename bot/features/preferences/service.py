"""Preferences of players: shown, changed, and applied to every private page."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.preferences import model as preferences_model
from bot.features.preferences import page as preferences_page
from bot.features.preferences.model import PlayerPreferences
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page

log = logging.getLogger(__name__)


class Preferences:
    """Asks for tastes and keeps them. Nothing of them is remembered here."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def of(self, user: int) -> PlayerPreferences:
        """What a person prefers."""
        return preferences_model.from_stored(await self.games.preferences_of(user))

    async def wants_words(self, user: int) -> bool:
        """Whether a person prefers words to pictures."""
        stored = await self.games.store.players.preferences(user)
        return preferences_model.from_stored(stored).wordy

    async def show(self, actor: Actor, changes: Mapping[str, str], *, reset: bool = False) -> Page:
        """What the asker prefers, after what they ask for has been kept. Raises NotOnTable no_overlay."""
        async with self.games.store.writing() as tx:
            before = preferences_model.from_stored(await tx.players.preferences(actor.user))
            after = preferences_model.changed(PlayerPreferences() if reset else before, changes)
            if after != before and await tx.receipts.add(receipt(actor, None, preferences=True)):
                await tx.players.save_preferences(actor.user, preferences_model.to_stored(after))
        return preferences_page.page(catalogue_for(actor.language), await self.of(actor.user))

    async def suited(self, user: int, language: str, page: Page) -> Page:
        """A page that goes to one person alone, as they like it: their colours and symbols, or words
        alone."""
        if page.picture is None and not any(section.thumbnail for section in page.sections):
            return page
        try:
            preferences = await self.of(user)
            if preferences.wordy:
                return await in_thread(preferences_page.in_words, catalogue_for(language), page)
            return preferences_model.dressed(preferences, page)
        except Exception:  # an answer is more than how it looks
            log.exception("a page could not be adapted to its reader's preferences; sending the default")
            return page
