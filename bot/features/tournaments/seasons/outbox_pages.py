"""Public posts about seasons: announced, over, the divisions of the next one."""

from __future__ import annotations

from bot.features.tournaments.seasons import membership
from bot.features.tournaments.seasons import page as season_page
from bot.features.tournaments.seasons.season import Season
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


async def _season(post: OutboxPost) -> Season | None:
    return await membership.load(post.games.store, int(post.message.body["season"]))


@OUTBOX_PAGES.on("season_announced", about_game=False)
async def announced(post: OutboxPost) -> Page | None:
    """A season was announced."""
    season = await _season(post)
    return None if season is None else season_page.announcement(post.words, season)


@OUTBOX_PAGES.on("season_over", about_game=False)
async def over(post: OutboxPost) -> Page | None:
    """A season is over."""
    season = await _season(post)
    return None if season is None else await in_thread(season_page.over, post.words, season)


@OUTBOX_PAGES.on("season_opened", about_game=False)
async def opened(post: OutboxPost) -> Page | None:
    """A season has been opened: the players of one of its divisions."""
    season = await _season(post)
    if season is None:
        return None
    return season_page.division_opened(post.words, season, int(post.message.body["division"]))
