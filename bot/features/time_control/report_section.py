"""What the clock adds to reports."""

from __future__ import annotations

from dataclasses import replace

from bot.features.time_control import announcements
from bot.reports.report_sections import ReportPost, ReportSection
from bot.ui.page import Page


class TimeSection(ReportSection):
    """Until when there is time."""

    async def below(self, report: ReportPost) -> Page:
        """The deadline of what is to be decided now, unless the ping says it."""
        line = "" if report.calling else await announcements.due(report.post.games, report.post.names)
        foot = f"{report.page.foot}\n{line}".strip()
        return replace(report.page, foot=foot) if line else report.page


SECTION = TimeSection()
