"""A file in a slash command, as Discord describes it."""

from __future__ import annotations

import discord

from bot.features.custom_battles.service import Sent
from engine.errors import IllegalOrder


def sent(file: discord.Attachment | None) -> Sent | None:
    """The file of an option. Raises IllegalOrder where Discord describes none under that number."""
    if file is None:
        return None
    if not isinstance(file, discord.Attachment):
        raise IllegalOrder("", "file_lost")
    return Sent(name=file.filename, size=file.size, url=file.url)
