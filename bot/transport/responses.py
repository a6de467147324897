"""Responses to an interaction: the acknowledgement, the answer, the last resort.

Each is wrapped in a time limit, and none is lost for an answer of Discord's that cannot be read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE, Timeouts
from bot.i18n.catalogue import catalogue_for
from bot.transport import messages
from bot.ui.page import Page

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

TRIES = 3
ANSWER = "answer"
"""The extra of an interaction: the number of the private message that answers it."""
UNKNOWN_WEBHOOK = 10015
"""What Discord says to an answer for which there is no acknowledgement."""


async def send_answer(
    interaction: Interaction, page: Page, png: bytes | None, draw: Draw, timeouts: Timeouts
) -> bool:
    """Edit the acknowledgement into the answer; whether that was possible, as far as can be known."""

    async def edit(page: Page, png: bytes | None) -> None:
        message = await interaction.edit_original_response(**messages.as_edit(page, png))
        interaction.extras[ANSWER] = message.id if message.flags.ephemeral else 0

    for attempt in range(TRIES):
        try:
            async with asyncio.timeout(timeouts.answered):
                largest, language = interaction.filesize_limit, str(interaction.locale)
                await send_with_picture(page, largest, language, draw, edit, first=(page, png))
            return True
        except CONNECTION_ERRORS as error:
            log.warning("the answer to %s may not have arrived (%s)", interaction.id, type(error).__name__)
            await asyncio.sleep(timeouts.pause * 0.5 * 2**attempt)
        except discord.HTTPException as error:
            log.warning("the answer to %s was refused: %s %s", interaction.id, error.status, error.code)
            return error.code == UNKNOWN_WEBHOOK and await send_at_once(interaction, page, png, timeouts)
        except UNREADABLE as error:
            kind = type(error).__name__
            log.warning("Discord's response to the answer to %s cannot be read (%s)", interaction.id, kind)
            return True
    return False


async def send_at_once(interaction: Interaction, page: Page, png: bytes | None, timeouts: Timeouts) -> bool:
    """Answer what was never acknowledged, if there is time for it yet; whether that was possible."""
    try:
        async with asyncio.timeout(timeouts.acknowledged):
            await interaction.response.send_message(**messages.as_message(page, png), ephemeral=True)
    except (discord.InteractionResponded, discord.HTTPException, *CONNECTION_ERRORS, *UNREADABLE) as error:
        log.warning("interaction %s cannot be answered immediately: %s", interaction.id, type(error).__name__)
        return False
    return True


async def send_below(interaction: Interaction, page: Page, png: bytes | None, timeouts: Timeouts) -> None:
    """Tell one person something below a message that stays as it is."""
    try:
        async with asyncio.timeout(timeouts.answered):
            await interaction.followup.send(**messages.as_message(page, png), ephemeral=True)
    except (*CONNECTION_ERRORS, *UNREADABLE, discord.HTTPException) as error:
        log.warning("nothing could be told below %s: %s", interaction.id, type(error).__name__)


async def send_too_late(interaction: Interaction, timeouts: Timeouts) -> None:
    """The last resort: a line in the channel, without anything private in it."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable) or not interaction.user:
        return
    try:
        async with asyncio.timeout(timeouts.answered):
            text = f"<@{interaction.user.id}> {catalogue_for(str(interaction.locale))('too_late')}"
            await channel.send(text)
    except (*CONNECTION_ERRORS, *UNREADABLE, discord.HTTPException) as error:
        kind = type(error).__name__
        log.warning("interaction %s could not be answered at all (%s)", interaction.id, kind)


TOO_LARGE, NOT_ALLOWED = 40005, 50013
LEAST = 64 * 1024
"""Bytes below which a picture is not drawn smaller."""

Draw = Callable[[Page, int, str], Awaitable[tuple[Page, bytes | None]]]
T = TypeVar("T")


async def send_with_picture(
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
    content, png = first or await draw(page, largest, language)
    while True:
        try:
            return await call(content, png)
        except discord.HTTPException as error:
            too_large = error.code == TOO_LARGE or error.status == 413
            if too_large and png is not None and len(png) > LEAST:
                log.warning("a picture of %s bytes is too large; drawing it smaller", len(png))
                content, png = await draw(page, len(png) // 4, language)
            elif (too_large or error.code == NOT_ALLOWED) and (png is not None or _has_files(content)):
                log.warning("files are refused (%s); the page goes without them", error.code or error.status)
                content, png = without_picture(_bare(page), language), None
            else:
                raise


def _has_files(page: Page) -> bool:
    """Whether files go with a page beside its picture."""
    drawn = [section.png for section in page.sections] + [note.png for note in page.embeds]
    return bool(page.files) or any(drawn)


def _bare(page: Page) -> Page:
    """The page without files, thumbnails and the pictures of its notes."""
    sections = tuple(replace(section, thumbnail=None, png=b"") for section in page.sections)
    notes = tuple(replace(note, picture=None, png=b"") for note in page.embeds)
    return replace(page, files=(), sections=sections, embeds=notes)


def without_picture(page: Page, language: str) -> Page:
    """The page with a line instead of its picture."""
    if page.picture is None:
        return page
    text = f"{page.text}\n{catalogue_for(language)('post.no_picture')}".strip()
    return replace(page, text=text, picture=None)
