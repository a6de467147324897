"""Tells Discord in time that an answer will come."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE, Timeouts
from bot.runtime.fair_queue import Kind, Requester
from storage import PendingAnswer

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, KNOWN_INTERACTION = 10062, 40060


async def acknowledge(interaction: discord.Interaction[Any], replacing: bool, timeouts: Timeouts) -> bool:
    """Tell Discord that an answer will come; whether Discord may still know the interaction.

    If the connection breaks it tries again. If it is unknown whether it arrived, the work goes on: an
    order must not get lost, and the answer is sent by another way.
    """
    try:
        async with asyncio.timeout(timeouts.acknowledged):
            try:
                await interaction.response.defer(ephemeral=True, thinking=not replacing)
            except CONNECTION_ERRORS as error:
                log.warning("acknowledging %s: %s; trying again", interaction.id, type(error).__name__)
                await interaction.response.defer(ephemeral=True, thinking=not replacing)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_INTERACTION:
            log.info("interaction %s has expired", interaction.id)
            return False
        if error.code != KNOWN_INTERACTION:
            log.warning("acknowledging %s: %s %s", interaction.id, error.status, error.code)
    except discord.InteractionResponded:
        log.debug("interaction %s was already acknowledged", interaction.id)
    except (*CONNECTION_ERRORS, *UNREADABLE) as error:
        log.warning("acknowledging %s: %s", interaction.id, type(error).__name__)
    return True


def pending_answer(interaction: discord.Interaction[Any], replacing: bool) -> PendingAnswer:
    """What must be known to answer it after a restart."""
    return PendingAnswer(
        interaction=interaction.id,
        application=interaction.application_id,
        token=interaction.token,
        user=interaction.user.id if interaction.user else 0,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        language=str(interaction.locale),
        replacing=replacing,
    )


def requester(interaction: discord.Interaction[Any], *, curious: bool) -> Requester:
    """For whom it is worked on."""
    person = interaction.user.id if interaction.user else 0
    kind = Kind.CURIOSITY if curious else Kind.PLAY
    return Requester(kind=kind, person=person, place=interaction.channel_id or 0)
