"""Public posts about games of the computer player."""

from __future__ import annotations

from bot.features.computer_player import demonstration_page
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("demo_stopped")
async def demo_stopped(post: OutboxPost) -> Page:
    """A demonstration was stopped."""
    return demonstration_page.stopped_post(post.names, str(post.message.body["name"]))
