"""Pictures shared in a channel."""

from __future__ import annotations

from bot.features.sharing import service as sharing_service
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on(sharing_service.KIND)
async def shared(post: OutboxPost) -> Page | None:
    """A shared picture."""
    return await sharing_service.page_of(post.games, post.words, post.message)
