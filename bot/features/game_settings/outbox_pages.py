"""The notice that a game is set otherwise."""

from __future__ import annotations

from bot.core.report_pictures import pictures_of
from bot.features.game_settings import page
from bot.features.game_settings.service import KIND
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on(KIND)
async def changed(post: OutboxPost) -> Page | None:
    """Which pictures the reports have from now on; None when that is no longer so."""
    settings = post.games.store.settings
    if await pictures_of(settings, post.game.record) != post.message.body["pictures"]:
        return None
    return page.changed(post.words, str(post.message.body["pictures"]))
