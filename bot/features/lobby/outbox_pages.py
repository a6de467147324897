"""Public posts about lobbies and seats."""

from __future__ import annotations

from bot.core import game_clock
from bot.features.lobby import finder_page
from bot.features.lobby import page as lobby_page
from bot.features.lobby.start import sealed_words
from bot.features.record.positions import position_of
from bot.features.time_control import announcements
from bot.i18n.names import Names, plain
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page
from storage import OutboxMessage

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("lobby")
async def lobby(post: OutboxPost) -> Page | None:
    """An open lobby."""
    if post.game.record.status != "lobby":
        return None  # its post shows the status of the game now
    time_lines = await announcements.of_lobby(post.games, post.names)
    rules = await post.games.store.join_rules.of_game(post.game.record.id)
    if kept := await sealed_words.unopened(post.games, post.game):
        who = post.words.join_list([f"<@{user}>" for user in kept])
        time_lines = [*time_lines, post.words("lobby.words_kept", who=who)]
    if not post.game.record.imported_after:
        return await in_thread(lobby_page.lobby, post.names, time_lines, rules)
    position = await position_of(post.games, post.game.record)
    names = Names(post.words, position.seen(""))
    page = await in_thread(lobby_page.lobby, names, time_lines, rules)
    return await in_thread(lobby_page.with_position, page, names)


@OUTBOX_PAGES.on("called")
async def called(post: OutboxPost) -> Page | None:
    """Those who are invited to an open lobby, or whose seats it keeps, called below it."""
    rules = await post.games.store.join_rules.of_game(post.game.record.id)
    again = bool(post.message.body.get("rematch"))
    return lobby_page.called(post.names, invited(post.message), rules, rematch=again)


@OUTBOX_PAGES.on("full")
async def full(post: OutboxPost) -> Page | None:
    """The last seat of a lobby was taken: its host can start."""
    return lobby_page.full(post.names)


def invited(message: OutboxMessage) -> tuple[int, ...]:
    """The users whom a post mentions."""
    users = message.body.get("invited") or ()
    return (users,) if isinstance(users, int) else tuple(users)


@OUTBOX_PAGES.on("closed", about_game=False)
async def closed(post: OutboxPost) -> Page:
    """A lobby closed by its owner."""
    return Page(text=post.words("lobby.closed", title=plain(str(post.message.body.get("title", "")))))


@OUTBOX_PAGES.on("invitation")
async def invitation(post: OutboxPost) -> Page | None:
    """An invitation to an open game."""
    game_id, body = post.game.record.id, post.message.body
    rules = await post.games.store.join_rules.of_game(game_id)
    clock = await game_clock.terms_of(post.games.store, game_id)
    user, inviter = int(body["user"]), int(body["by"])
    return finder_page.invitation(post.names, rules, clock, user, str(body["side"]), inviter)


@OUTBOX_PAGES.on("seated")
async def seated(post: OutboxPost) -> Page:
    """Someone joined a side of a game in progress."""
    return lobby_page.seated(post.names, str(post.message.body["side"]), int(post.message.body["user"]))


@OUTBOX_PAGES.on("risen")
async def left(post: OutboxPost) -> Page:
    """Someone left a side that others go on playing."""
    return lobby_page.risen(post.names, str(post.message.body["side"]), str(post.message.body["name"]))
