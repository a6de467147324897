"""Public posts about the servers of a tournament."""

from __future__ import annotations

from bot.features.tournaments.servers import page as servers_page
from bot.features.tournaments.state.event import Event, OpenGame
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


async def _event(post: OutboxPost) -> Event | None:
    stored = await post.games.store.tournaments.load(int(post.message.body["tournament"]))
    return None if stored is None else Event.of(stored)


def _at_home(post: OutboxPost, event: Event) -> bool:
    return post.message.channel == event.stored.record.channel


@OUTBOX_PAGES.on("tournament_followed", about_game=False)
async def followed(post: OutboxPost) -> Page | None:
    """A server follows a tournament."""
    event = await _event(post)
    if event is None:
        return None
    return servers_page.followed_post(post.words, event, int(post.message.body["server"]))


@OUTBOX_PAGES.on("tournament_unfollowed", about_game=False)
async def unfollowed(post: OutboxPost) -> Page | None:
    """A server follows a tournament no more."""
    event, body = await _event(post), post.message.body
    if event is None:
        return None
    at_home, lost = _at_home(post, event), bool(body["lost"])
    return servers_page.unfollowed_post(post.words, event, int(body["server"]), at_home=at_home, lost=lost)


@OUTBOX_PAGES.on("tournament_apart", about_game=False)
async def apart(post: OutboxPost) -> Page | None:
    """Two players have no server in common."""
    event, body = await _event(post), post.message.body
    if event is None or event.status != "playing":
        return None
    where = tuple(int(body[name]) for name in ("round", "board", "leg"))
    for round_ in event.rounds:
        for pairing in round_.pairings:
            for game in pairing.games:
                if (round_.number, pairing.board, game.leg) == where:
                    open_ = OpenGame(round=round_.number, pairing=pairing, game=game)
                    return servers_page.apart_post(post.words, event, open_, at_home=_at_home(post, event))
    return None
