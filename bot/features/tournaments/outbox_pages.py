"""Public posts about tournaments: a round is paired, a round is over, the tournament is over."""

from __future__ import annotations

from dataclasses import replace

from bot.features.tournaments import answers
from bot.features.tournaments.seasons import membership
from bot.features.tournaments.seasons import page as season_page
from bot.features.tournaments.state.event import Event
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page
from storage import departed

OUTBOX_PAGES = OutboxPageSet()


async def _event(post: OutboxPost) -> Event | None:
    stored = await post.games.store.tournaments.load(int(post.message.body["tournament"]))
    return None if stored is None else Event.of(stored)


@OUTBOX_PAGES.on("tournament_round", about_game=False)
async def round_paired(post: OutboxPost) -> Page | None:
    """A round was paired: who meets whom."""
    event = await _event(post)
    if event is None or event.status == "cancelled":
        return None
    return await in_thread(answers.round_post, post.words, event, int(post.message.body["round"]))


@OUTBOX_PAGES.on("tournament_round_over", about_game=False)
async def round_over(post: OutboxPost) -> Page | None:
    """The last result of a round is in: the organiser can pair the next one."""
    event, number = await _event(post), int(post.message.body["round"])
    if event is None or event.status != "playing" or event.round > number:
        return None
    if departed(event.stored.record.owner):
        return None
    return answers.round_over(post.words, event, number)


@OUTBOX_PAGES.on("tournament_sides", about_game=False)
async def sides(post: OutboxPost) -> Page | None:
    """In the channel of a game: a player gives points for their side."""
    event, body = await _event(post), post.message.body
    if event is None:
        return None
    return answers.sides_post(post.words, event, int(body["round"]), int(body["board"]))


@OUTBOX_PAGES.on("tournament_deadline", about_game=False)
async def deadline_moved(post: OutboxPost) -> Page | None:
    """An organiser has given a round more time."""
    event = await _event(post)
    if event is None or event.status == "cancelled":
        return None
    return answers.deadline_moved(post.words, event, int(post.message.body["seq"]))


@OUTBOX_PAGES.on("tournament_over", about_game=False)
async def over(post: OutboxPost) -> Page | None:
    """A tournament is over: its first places, and its season, where it is one of a season."""
    event = await _event(post)
    if event is None:
        return None
    page = await in_thread(answers.over, post.words, event)
    season = await membership.of_tournament(post.games.store, event.id)
    if season is None or post.message.channel != event.stored.record.channel:
        return page
    division = season.division_of(event.id)
    return replace(page, rows=(*page.rows, (season_page.see(post.words, season, division),)))
