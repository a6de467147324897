"""Reports that share one message: those of one player-turn, without other posts in between.

The message grows with each phase; its picture is the newest. Which posts stand in it is known from the
message they became, so that it goes on growing after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.report_segments import ReportSegment, ended_by
from bot.runtime.worker_threads import in_thread
from bot.workers import ping_cleanup
from storage import OutboxMessage

REPORT = "report"


async def open_message(games: GameService, game: Game, post: OutboxMessage) -> tuple[OutboxMessage, ...]:
    """The reports in whose message this one goes on, oldest first; none when it begins a message."""
    newest = await games.store.outbox.last_posted(game.record.id, REPORT)
    if newest is None or newest.posted is None or newest.id >= post.id:
        return ()
    message = newest.posted
    since = await games.store.outbox.posted_since(game.record.id, message)
    messages = tuple(x for x in since if x.posted == message and x.kind == REPORT)
    between = (x for x in since if x.posted != message and x.id < post.id and x.channel == post.channel)
    if any(not ping_cleanup.passing(x) for x in between) or any(x.channel != post.channel for x in messages):
        return ()
    return messages if await in_thread(_same_turn, game, messages, post) else ()


async def stale_message(games: GameService, game: Game, post: OutboxMessage) -> tuple[OutboxMessage, ...]:
    """The reports of the newest message before a post, where it may go on saying whose move it was; none
    where the message never said so, or something told since has seen to it."""
    newest = await games.store.outbox.last_posted(game.record.id, REPORT)
    if newest is None or newest.posted is None or newest.id >= post.id:
        return ()
    message = newest.posted
    since = await games.store.outbox.posted_since(game.record.id, message)
    messages = tuple(x for x in since if x.posted == message and x.kind == REPORT)
    if post.kind == ping_cleanup.CALL and messages[-1].body["last"] == post.body["last"]:
        return ()  # told and called at once: the report has left that to the call
    seen_to = any(x.kind == ping_cleanup.CALL and x.id > messages[-1].id for x in since)
    return () if seen_to else messages


def _same_turn(game: Game, messages: Sequence[OutboxMessage], post: OutboxMessage) -> bool:
    """Whether a report belongs to the player-turn of others, none of which was taken back before it. How the
    game ended is told by itself: an edit notifies no one."""
    last = int(post.body["last"])
    then = game.at(last)
    mine = ended_by(then, last)
    earlier = [ended_by(then, int(x.body["last"])) for x in messages]
    return mine is not None and then.state.result is None and all(_goes_on(mine, c) for c in earlier)


def _goes_on(chapter: ReportSegment, earlier: ReportSegment | None) -> bool:
    return earlier is not None and chapter.continues(earlier)


async def next_reports(
    game: Game, post: OutboxMessage, others: Sequence[OutboxMessage]
) -> tuple[OutboxMessage, ...]:
    """This report and those next to be told in the same message, of those that wait for the channel."""
    reports = [post]
    for other in others:
        if (other.kind, other.game) != (post.kind, post.game):
            break
        if not await in_thread(_same_turn, game, reports, other):
            break
        reports.append(other)
    return tuple(reports)


def parts_of(posts: Sequence[OutboxMessage]) -> tuple[OutboxMessage, ...]:
    """The first of some reports and those of the same entry: they were written together, so that a message
    that is posted again after a failure says the same."""
    return tuple(x for x in posts if x.body["last"] == posts[0].body["last"])
