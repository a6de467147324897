"""Reports of what happened and pings of who must act, as pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.game import Game
from bot.core.report_pictures import PHASE
from bot.core.report_segments import ReportPart, ReportSegment, ended_by, parts
from bot.core.who_acts import comes_next, sides_to_notify, still_pending, users_to_notify
from bot.features.time_control import turn_ping_page
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.reports import phase_report
from bot.reports.report_sections import ReportPost, sections
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Embed, Page
from bot.workers import undone_reports
from engine.commands import Expired
from storage import OutboxMessage


def report_pages() -> OutboxPageSet:
    """The makers of reports and pings."""
    pages = OutboxPageSet()

    @pages.on("report")
    async def report(post: OutboxPost) -> Page | None:
        """What happened in a player-turn, or in a part of it; what was undone since is struck through."""
        if gone := [
            message for message in (*post.earlier, post.message) if undone_reports.undone(post.game, message)
        ]:
            return await undone_page(post, gone)
        return await report_page(post)

    @pages.on("ready")
    async def expired(post: OutboxPost) -> Page | None:
        """A side let its time run out."""
        then = post.game.at(int(post.message.body["last"]))
        if not isinstance(then.entries[-1].command, Expired):
            return None
        return phase_report.expired(Names(post.words, then))

    @pages.on("struck")
    async def taken_back(post: OutboxPost) -> Page:
        """The end of a phase was taken back after its report."""
        then = post.game.at(int(post.message.body["last"]))
        return phase_report.taken_back(Names(post.words, then), then.entries[-1].side)

    @pages.on("call")
    async def ping(post: OutboxPost) -> Page | None:
        """The ping of a side; None when it has acted in the meantime."""
        game, side, last = post.game, str(post.message.body["side"]), int(post.message.body["last"])
        paused = await post.games.store.pauses.of_game(game.record.id) is not None
        if paused or not still_pending(game, side, last):
            return None
        users = users_to_notify(game, side, last)
        return turn_ping_page.call(post.names, side, users, await post.games.game_clock(game))

    @pages.on("last_to_lock")
    async def last_to_lock(post: OutboxPost) -> Page | None:
        """The notice that only one side has not locked its orders; None when that is no longer so."""
        game, side, last = post.game, str(post.message.body["side"]), int(post.message.body["last"])
        paused = await post.games.store.pauses.of_game(game.record.id) is not None
        if paused or game.owing != (side,) or not still_pending(game, side, last):
            return None
        people = users_to_notify(game, side, last)
        return turn_ping_page.last_to_lock(post.names, side, people, await post.games.game_clock(game))

    @pages.on("next")
    async def comes_after(post: OutboxPost) -> Page | None:
        """The notice that the side before has begun; None when the turn has come meanwhile."""
        game, side = post.game, str(post.message.body["side"])
        paused = await post.games.store.pauses.of_game(game.record.id) is not None
        if paused or not comes_next(game, side):
            return None
        return turn_ping_page.comes_next(post.names, side, int(post.message.body["user"]))

    return pages


async def report_page(post: OutboxPost) -> Page | None:
    """What happened in a player-turn, or in a part of it; None when nothing did."""
    made = await in_thread(_report, post)
    if made is None:
        return None
    for section in sections() if made.current else ():
        made = replace(made, page=await section.below(made))
    for section in sections():
        made = replace(made, page=await section.at_the_end(made))
    return made.page


async def undone_page(post: OutboxPost, gone: Sequence[OutboxMessage]) -> Page | None:
    """The message of reports of which these were undone: the others as they were, these struck through."""
    told = (*post.earlier, post.message)
    kept = tuple(message for message in told if message not in gone)
    page = Page() if not kept else await report_page(replace(post, message=kept[-1], earlier=kept[:-1]))
    struck = await in_thread(_undone, post, gone)
    return None if page is None else replace(page, embeds=(*page.embeds, *struck))


def _undone(post: OutboxPost, gone: Sequence[OutboxMessage]) -> list[Embed]:
    abouts = [about for message in gone if (about := _part(post.words, post.game, message)) is not None]
    bodies = [phase_report.body_of(names, segment, part) for names, segment, part, _ in abouts]
    return [undone_reports.struck(note) for body in bodies for note in body.notes]


def _report(post: OutboxPost) -> ReportPost | None:
    """A report, below those that its post tells already."""
    words, game = post.words, post.game
    previous = phase_report.NOTHING
    for before in post.earlier:
        if (about := _part(words, game, before)) is not None:
            names, segment, part, pinged = about
            previous = previous.then(phase_report.body_of(names, segment, part, called=pinged))
    if (about := _part(words, game, post.message)) is None:
        return None
    names, segment, part, pinged = about
    then = game.at(segment.last)
    now, end = game.state, then.state
    same = (now.turn, now.phase, now.player) == (end.turn, end.phase, end.player)
    current = same and (game.owing == then.owing or bool({*game.owing} & {*then.owing} and then.simultaneous))
    calling = current and pinged
    page = phase_report.report(
        names, segment, part, current=current, called=calling, earlier=previous,
        pictures=str(post.message.body.get("pictures", PHASE)),
    )  # fmt: skip
    if page is None:
        return None
    return ReportPost(
        post=post, page=page, names=names, game=then, current=current and part.last, calling=calling
    )


def _part(
    words: Catalogue, game: Game, message: OutboxMessage
) -> tuple[Names, ReportSegment, ReportPart, bool] | None:
    """What a report is about, and whether a ping goes out as well; the names are those of the game then."""
    last, number = int(message.body["last"]), int(message.body.get("part", 0))
    then = game.at(last)
    segment = ended_by(then, last)
    if segment is None or number >= len(split := parts(then, segment)):
        return None
    part = split[number]
    pinged = part.last and bool(sides_to_notify(game.at(last - 1) if last > 1 else None, then))
    return Names(words, then.until(part.stop)), segment, part, pinged
