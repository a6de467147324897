"""Draws the pictures of a page; what cannot be drawn leaves a line of text."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from bot.i18n.catalogue import DEFAULT_LANGUAGE, catalogue_for
from bot.images.drawing_process import DrawingFailed
from bot.images.picture_cache import LARGEST, PictureCache
from bot.ui.page import Embed, Page

THUMBNAILS_WAIT = 3.0
"""Seconds for which a page waits for its thumbnails."""


class PagePictures:
    """The pictures of pages that go to one person."""

    def __init__(self, pictures: PictureCache) -> None:
        self._pictures = pictures

    async def draw(
        self, page: Page, largest: int = LARGEST, language: str = DEFAULT_LANGUAGE
    ) -> tuple[Page, bytes | None]:
        """The page and its picture of at most `largest` bytes; when it cannot be drawn, the page says so."""
        if any(section.thumbnail for section in page.sections):
            page = await self._with_thumbnails(page)
        if any(note.picture for note in page.embeds):
            notes = [await self._with_picture(note, largest, language) for note in page.embeds]
            page = replace(page, embeds=tuple(notes))
        if page.picture is None:
            return page, None
        try:
            return page, await self._pictures.png(page.picture, largest)
        except DrawingFailed:
            return without_picture(page, language), None

    async def _with_picture(self, note: Embed, largest: int, language: str) -> Embed:
        """The note with its picture; when it cannot be drawn, the note says so."""
        if note.picture is None or note.png:
            return note
        try:
            return replace(note, png=await self._pictures.png(note.picture, largest))
        except DrawingFailed:
            text = f"{note.text}\n{catalogue_for(language)('post.no_picture')}".strip()
            return replace(note, picture=None, text=text)

    async def _with_thumbnails(self, page: Page) -> Page:
        """The page with its thumbnails, one after the other; those not drawn in time are left out."""
        sections = list(page.sections)
        with suppress(TimeoutError):
            async with asyncio.timeout(THUMBNAILS_WAIT):
                for n, section in enumerate(sections):
                    if section.thumbnail is not None and not section.png:
                        with suppress(DrawingFailed):
                            sections[n] = replace(section, png=await self._pictures.png(section.thumbnail))
        return replace(page, sections=tuple(sections))


def without_picture(page: Page, language: str) -> Page:
    """The page with a line instead of its picture."""
    if page.picture is None:
        return page
    text = f"{page.text}\n{catalogue_for(language)('post.no_picture')}".strip()
    return replace(page, text=text, picture=None)
