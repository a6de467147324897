"""What each person prefers: shown, changed, and set in place on every page that goes to him alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from bot import taste
from bot.desk import By, Desk, receipt
from bot.page import Page
from bot.say import preferences
from bot.taste import Taste
from bot.words import speak

log = logging.getLogger(__name__)


class Preferences:
    """Asks for tastes and keeps them. Nothing of them is remembered here."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def of(self, user: int) -> Taste:
        """What a person prefers."""
        return taste.read(await self.desk.taste(user))

    async def show(self, by: By, asked: Mapping[str, str], *, reset: bool = False) -> Page:
        """What the asker prefers, after what he asks for has been kept. Raises NotOnTable no_overlay."""
        async with self.desk.store.writing() as w:
            before = taste.read(await w.taste(by.user))
            after = taste.changed(Taste() if reset else before, asked)
            if after != before and await w.receive(receipt(by, None, preferences=True)):
                await w.keep_taste(by.user, taste.kept(after))
        return preferences.page(speak(by.language), await self.of(by.user))

    async def suited(self, user: int, language: str, page: Page) -> Page:
        """A page that goes to one person alone, as he likes it: his colours and symbols, or words alone."""
        if page.picture is None:
            return page
        try:
            liked = await self.of(user)
            if liked.wordy:
                return await asyncio.to_thread(preferences.in_words, speak(language), page)
            return taste.dressed(liked, page)
        except Exception:  # an answer is more than how it looks
            log.exception("a page could not be made as its reader likes it; it goes out as usual")
            return page
