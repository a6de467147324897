"""The greeting in a new server."""

from __future__ import annotations

from bot.features.help import page as help_page
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("welcome", about_game=False)
async def welcome(post: OutboxPost) -> Page:
    """What the bot is, with the buttons to begin with."""
    return help_page.welcome(post.words)
