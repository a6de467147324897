"""Public posts about what a moderator decided."""

from __future__ import annotations

from dataclasses import replace

from bot.features.moderation import page as moderation_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportPost, sections
from bot.runtime.worker_threads import in_thread
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("removed", about_game=False)
async def removed(post: OutboxPost) -> Page:
    """A lobby closed by a moderator."""
    return moderation_page.removed(post.words, post.message)


@OUTBOX_PAGES.on("ruling", "replaced")
async def ruling(post: OutboxPost) -> Page | None:
    """A ruling in a game, or a player replaced; of a ruling that ends the game with all that is said at the
    end of any report."""
    page = await in_thread(moderation_page.post, post.words, post.game, post.message)
    then = post.game.at(int(post.message.body["seq"]))
    act = moderation_page.act_of(then.entries[-1])
    if page is None or then.state.result is None or act in moderation_page.AFTER_THE_END:
        return page
    # Not the first part of a report: no fight that was predicted ends with a ruling.
    body = {**post.message.body, "last": then.last, "part": 1}
    report = ReportPost(
        post=replace(post, message=replace(post.message, body=body)),
        page=page,
        names=Names(post.words, then),
        game=then,
        current=then.last == post.game.last,
        calling=False,
    )
    for section in sections():
        report = replace(report, page=await section.at_the_end(report))
    return report.page
