"""What the report of the end says of how the game ended."""

from __future__ import annotations

from bot.features.game_view import status_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import Embed


class ResultSection(ReportSection):
    """The result."""

    def end_notes(self, names: Names) -> tuple[Embed, ...]:
        """Level, points and losses."""
        return (status_page.end(names),)


SECTION = ResultSection()
