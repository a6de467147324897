"""What the report of the end says of the game as a whole."""

from __future__ import annotations

from bot.features.after_game import page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import Embed


class AfterGameSection(ReportSection):
    """The result, and how the game went."""

    def end_notes(self, names: Names) -> tuple[Embed, ...]:
        """Why it ended, score, losses, luck, the fights that decided it, time."""
        return page.end_notes(names)


SECTION = AfterGameSection()
