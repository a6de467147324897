"""Public posts about an undo, a draw or a pause that the other side must agree to."""

from __future__ import annotations

from bot.features.agreements import draw_page
from bot.features.agreements import page as agreements_page
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("undo_asked", "undo_refused", "undo_agreed")
async def undo(post: OutboxPost) -> Page | None:
    """A request to take an order back, and what came of it."""
    return await in_thread(agreements_page.page_of, post.words, post.game, post.message)


@OUTBOX_PAGES.on("draw_asked", "draw_refused")
async def draw(post: OutboxPost) -> Page | None:
    """An offer of a draw, and what came of it."""
    return draw_page.page_of(post.words, post.game, post.message, "draw")


@OUTBOX_PAGES.on("pause_asked", "pause_refused")
async def pause(post: OutboxPost) -> Page | None:
    """A proposal of a pause, and what came of it."""
    return draw_page.page_of(post.words, post.game, post.message, "pause")
