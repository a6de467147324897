"""A page on its way: where Discord finds it too large, or takes no files from us, it goes smaller or bare."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import discord

from bot.page import Page
from bot.words import speak

log = logging.getLogger(__name__)

TOO_LARGE, NOT_ALLOWED = 40005, 50013
LEAST = 64 * 1024
"""Bytes below which a picture is not drawn smaller."""

Draw = Callable[[Page, int, str], Awaitable[tuple[Page, bytes | None]]]
T = TypeVar("T")


async def delivered(
    page: Page,
    largest: int,
    language: str,
    draw: Draw,
    call: Callable[[Page, bytes | None], Awaitable[T]],
    *,
    first: tuple[Page, bytes | None] | None = None,
) -> T:
    """What `call` makes of a page and its picture of `largest` bytes at most, drawn by `draw`; `first` is
    what it has drawn already.

    Raises what Discord says of the page without any file.
    """
    shown, png = first or await draw(page, largest, language)
    while True:
        try:
            return await call(shown, png)
        except discord.HTTPException as error:
            too_large = error.code == TOO_LARGE or error.status == 413
            if too_large and png is not None and len(png) > LEAST:
                log.warning("a picture of %s bytes is too large; it is drawn smaller", len(png))
                shown, png = await draw(page, len(png) // 4, language)
            elif (too_large or error.code == NOT_ALLOWED) and (png is not None or shown.papers):
                log.warning("files are refused (%s); the page goes without", error.code or error.status)
                shown, png = bare(replace(page, papers=()), language), None
            else:
                raise


def bare(page: Page, language: str) -> Page:
    """The page with a line instead of its picture."""
    if page.picture is None:
        return page
    text = f"{page.text}\n{speak(language)('post.no_picture')}".strip()
    return replace(page, text=text, picture=None)
