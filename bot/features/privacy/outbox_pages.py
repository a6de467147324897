"""Public posts about players who deleted their data."""

from __future__ import annotations

from bot.features.privacy import page as privacy_page
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("gone")
async def gone(post: OutboxPost) -> Page:
    """A player of this game is gone."""
    return privacy_page.gone(post.names, post.message.body)
