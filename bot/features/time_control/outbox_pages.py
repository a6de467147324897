"""Public posts about clocks, deadlines and absences."""

from __future__ import annotations

from bot.features.time_control import announcements
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("clock", "reminder", "daily", "overdue", "wanted", "relieved", "vacation")
async def time_post(post: OutboxPost) -> Page | None:
    """A post about time."""
    return await announcements.page_of(post.games, post.names, post.game, post.message)
