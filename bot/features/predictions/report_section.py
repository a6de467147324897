"""What predictions add to reports: the question before a big fight, and who predicted how it ended."""

from __future__ import annotations

from dataclasses import replace

from bot.features.predictions import service as predictions
from bot.reports.report_sections import ReportPost, ReportSection
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page


class PredictionSection(ReportSection):
    """Big fights, before and after."""

    async def below(self, report: ReportPost) -> Page:
        """The question about the big fight that comes next."""
        return await in_thread(predictions.with_question, report.names, report.game, report.page)

    async def at_the_end(self, report: ReportPost) -> Page:
        """How the fights ended that were predicted, and who predicted it."""
        post = report.post
        messages = [message for message in (*post.earlier, post.message) if not message.body.get("part")]
        lines = [
            line
            for message in messages
            for line in await predictions.settled(post.games, post.words, post.game, message)
        ]
        foot = "\n".join([report.page.foot, *lines]).strip()
        return replace(report.page, foot=foot) if lines else report.page


SECTION = PredictionSection()
