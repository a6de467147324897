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
from bot.images.page_pictures import without_picture
from bot.transport import forms, messages
from bot.transport.acknowledgement import KNOWN_INTERACTION, UNKNOWN_INTERACTION
from bot.ui.page import Form, Page

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

TRIES = 3
ANSWER = "answer"
"""The extra of an interaction: the number of the private message that answers it."""
FIRST = "first"
"""The extra of an interaction whose first call was the answer itself."""
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


async def send_form(interaction: Interaction, form: Form, timeouts: Timeouts) -> Exception | None:
    """Show a form; why Discord does not take it. Where it is lost, nothing is: the person asks again."""
    try:
        async with asyncio.timeout(timeouts.acknowledged):
            await interaction.response.send_modal(forms.dialog(form))
    except discord.HTTPException as error:
        if error.status == 400 and error.code not in (UNKNOWN_INTERACTION, KNOWN_INTERACTION):
            return error
        log.warning("the form for %s: %s %s", interaction.id, error.status, error.code)
    except (discord.InteractionResponded, *CONNECTION_ERRORS, *UNREADABLE) as error:
        log.warning("the form for %s may not have arrived: %s", interaction.id, type(error).__name__)
    return None


async def send_first(
    interaction: Interaction, page: Page, replacing: bool, timeouts: Timeouts
) -> bool | None:
    """Make a page without files the first answer; whether Discord still knew the interaction, None where it
    is unknown whether it arrived."""
    answer = interaction.message.id if replacing and interaction.message is not None else 0
    try:
        async with asyncio.timeout(timeouts.acknowledged):
            if replacing:
                await interaction.response.edit_message(**messages.as_edit(page, None))
            else:
                message = messages.as_message(page, None)
                response = await interaction.response.send_message(**message, ephemeral=True)
                answer = response.message_id or 0
    except discord.HTTPException as error:
        log.warning("the answer at once to %s: %s %s", interaction.id, error.status, error.code)
        return False if error.code == UNKNOWN_INTERACTION else None
    except (discord.InteractionResponded, *CONNECTION_ERRORS) as error:
        log.warning(
            "the answer at once to %s may not have arrived (%s)", interaction.id, type(error).__name__
        )
        return None
    except UNREADABLE as error:
        log.warning("Discord's response to %s cannot be read (%s)", interaction.id, type(error).__name__)
    interaction.extras |= {FIRST: True, ANSWER: answer}
    return True


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
    if isinstance(interaction.channel, discord.abc.Messageable) and interaction.user:
        language = str(interaction.locale)
        await send_line(interaction.channel, interaction.user.id, language, interaction.id, timeouts)


async def send_line(
    channel: discord.abc.Messageable, user: int, language: str, interaction: int, timeouts: Timeouts
) -> None:
    """Tell a person in the channel that the answer to an interaction comes too late."""
    try:
        async with asyncio.timeout(timeouts.answered):
            await channel.send(f"<@{user}> {catalogue_for(language)('too_late')}")
    except (*CONNECTION_ERRORS, *UNREADABLE, discord.HTTPException) as error:
        log.warning("interaction %s could not be answered at all (%s)", interaction, type(error).__name__)


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
            elif (too_large or error.code == NOT_ALLOWED) and (png is not None or has_files(content)):
                log.warning("files are refused (%s); the page goes without them", error.code or error.status)
                content, png = without_picture(_bare(page), language), None
            else:
                raise


def has_files(page: Page) -> bool:
    """Whether files go with a page beside its picture."""
    drawn = [section.png for section in page.sections] + [note.png for note in page.embeds]
    return bool(page.files) or any(drawn)


def _bare(page: Page) -> Page:
    """The page without files, thumbnails and the pictures of its notes."""
    sections = tuple(replace(section, thumbnail=None, png=b"") for section in page.sections)
    notes = tuple(replace(note, picture=None, png=b"") for note in page.embeds)
    return replace(page, files=(), sections=sections, embeds=notes)
