"""What the dice of a game are committed to: short posts of their own, never edited."""

from __future__ import annotations

from bot.core.lesson_games import is_lesson
from bot.features.dice import proof_page
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("commitment")
async def commitment(post: OutboxPost) -> Page | None:
    """When a game is opened the SHA-256 of its seed, when it begins the words mixed in; none in a lesson."""
    record, names = post.game.record, post.names
    if is_lesson(record):
        return None
    if post.message.body.get("words"):
        return Page(text=names.words("post.dice_words", salts=proof_page.salts(names)))
    return Page(text=names.words("post.dice", title=names.title, hash=proof_page.hash_of(record)))
