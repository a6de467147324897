"""The film of a player-turn that goes into its report."""

from __future__ import annotations

from bot.core.report_pictures import FILM_POST
from bot.features.film import film_moments, page
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()
LEAST_MOMENTS = 2
"""Of less a map tells as much."""


@OUTBOX_PAGES.on(FILM_POST)
async def film(post: OutboxPost) -> Page | None:
    """The film of the player-turn that ended with an entry; None when it shows no more than a map does."""

    def tell() -> Page | None:
        told = film_moments.of_player_turn(post.game, int(post.message.body["last"]))
        return page.page(post.words, told, "turn") if len(told) >= LEAST_MOMENTS else None

    return await in_thread(tell)
