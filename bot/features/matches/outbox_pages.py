"""The public post that tells two players of each other."""

from __future__ import annotations

from bot.features.matches import page as matches_page
from bot.features.matches.service import MATCHED, battles
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page
from league.ratings import NEWCOMER, OVERALL, Rating
from storage import departed

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on(MATCHED, about_game=False)
async def matched(post: OutboxPost) -> Page | None:
    """A pair; None when one of them has deleted their data."""
    body = post.message.body
    users, systems = [int(body["user"]), int(body["by"])], [str(system) for system in body["systems"]]
    if any(departed(user) for user in users):
        return None
    rows = await post.games.store.ratings.of_users(users, OVERALL)
    ratings = [
        Rating(mean=row.mean, deviation=row.deviation, games=row.games)
        if (row := rows.get(user))
        else NEWCOMER
        for user in users
    ]
    return matches_page.matched(
        post.words,
        post.message.id,
        users,
        [rating.shown for rating in ratings],
        systems,
        battles(systems),
        str(body["clock"]),
    )
