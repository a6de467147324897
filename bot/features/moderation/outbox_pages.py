"""Public posts about what a moderator decided."""

from __future__ import annotations

from bot.features.moderation import page as moderation_page
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("removed", about_game=False)
async def removed(post: OutboxPost) -> Page:
    """A lobby closed by a moderator."""
    return moderation_page.removed(post.words, post.message)


@OUTBOX_PAGES.on("ruling", "replaced")
async def ruling(post: OutboxPost) -> Page | None:
    """A ruling in a game, or a player replaced."""
    return await in_thread(moderation_page.post, post.words, post.game, post.message)
