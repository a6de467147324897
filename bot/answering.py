"""How Discord is told what an interaction led to: the acknowledgement, the answer, the last resort.

Each is wrapped in a time limit, and none is lost for an answer of Discord's that cannot be read.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot import post
from bot.page import Page
from bot.sending import Draw, delivered
from bot.wire import LOST, STRANGE, Patience
from bot.words import speak

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

TRIES = 3
UNKNOWN_INTERACTION, KNOWN_INTERACTION = 10062, 40060
UNKNOWN_WEBHOOK = 10015
"""What Discord says to an answer for which there is no acknowledgement."""


async def acknowledge(interaction: Interaction, replacing: bool, patience: Patience) -> bool:
    """Tell Discord that an answer will come; whether to go on.

    Where the line breaks it is told once more. Where nobody can know whether it arrived, the work goes on: an
    order must not get lost, and the answer is sent by another way. Only an interaction that Discord no longer
    knows is let go.
    """
    try:
        async with asyncio.timeout(patience.acknowledged):
            try:
                await interaction.response.defer(ephemeral=True, thinking=not replacing)
            except LOST as error:
                log.warning("acknowledging %s: %s; once more", interaction.id, type(error).__name__)
                await interaction.response.defer(ephemeral=True, thinking=not replacing)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_INTERACTION:
            log.info("interaction %s is unknown by now; it is not obeyed", interaction.id)
            return False
        if error.code != KNOWN_INTERACTION:
            log.warning("acknowledging %s: %s %s", interaction.id, error.status, error.code)
    except discord.InteractionResponded:
        log.debug("interaction %s was acknowledged before", interaction.id)
    except (*LOST, *STRANGE) as error:
        log.warning("acknowledging %s: %s", interaction.id, type(error).__name__)
    return True


async def put(
    interaction: Interaction, page: Page, png: bytes | None, draw: Draw, patience: Patience
) -> bool:
    """Edit the acknowledgement into the answer; whether that was possible, as far as can be known."""

    async def edit(page: Page, png: bytes | None) -> None:
        await interaction.edit_original_response(**post.edited(page, png))

    for attempt in range(TRIES):
        try:
            async with asyncio.timeout(patience.answered):
                largest, language = interaction.filesize_limit, str(interaction.locale)
                await delivered(page, largest, language, draw, edit, first=(page, png))
            return True
        except LOST as error:
            log.warning("the answer to %s may not have arrived (%s)", interaction.id, type(error).__name__)
            await asyncio.sleep(patience.pause * 0.5 * 2**attempt)
        except discord.HTTPException as error:
            log.warning("the answer to %s was refused: %s %s", interaction.id, error.status, error.code)
            return error.code == UNKNOWN_WEBHOOK and await _put_at_once(interaction, page, png, patience)
        except STRANGE as error:
            kind = type(error).__name__
            log.warning("what Discord says to the answer to %s cannot be read (%s)", interaction.id, kind)
            return True
    return False


async def _put_at_once(interaction: Interaction, page: Page, png: bytes | None, patience: Patience) -> bool:
    """Answer what was never acknowledged, if there is time for it yet; whether that was possible."""
    try:
        async with asyncio.timeout(patience.acknowledged):
            await interaction.response.send_message(**post.sent(page, png), ephemeral=True)
    except (discord.InteractionResponded, discord.HTTPException, *LOST, *STRANGE) as error:
        log.warning("interaction %s cannot be answered at once: %s", interaction.id, type(error).__name__)
        return False
    return True


async def tell_too_late(interaction: Interaction, patience: Patience) -> None:
    """The last resort: a line in the channel, without anything private in it."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable) or not interaction.user:
        return
    try:
        async with asyncio.timeout(patience.answered):
            text = f"<@{interaction.user.id}> {speak(str(interaction.locale))('too_late')}"
            await channel.send(text)
    except (*LOST, *STRANGE, discord.HTTPException) as error:
        kind = type(error).__name__
        log.warning("interaction %s could not be answered at all (%s)", interaction.id, kind)
