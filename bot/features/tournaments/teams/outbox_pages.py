"""Public posts about teams: a player is invited."""

from __future__ import annotations

from bot.features.tournaments.state.event import Event
from bot.features.tournaments.teams import page as team_page
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("team_invited", about_game=False)
async def invited(post: OutboxPost) -> Page | None:
    """A captain invites a player to a team."""
    body = post.message.body
    stored = await post.games.store.tournaments.load(int(body["tournament"]))
    if stored is None:
        return None
    return team_page.invitation(post.words, Event.of(stored), int(body["team"]), int(body["user"]))
