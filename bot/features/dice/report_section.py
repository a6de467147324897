"""What dice add to reports: at the end every die."""

from __future__ import annotations

from bot.features.dice import proof_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import TextFile


class DiceSection(ReportSection):
    """The proof."""

    def end_files(self, names: Names) -> tuple[TextFile, ...]:
        """Every die with its key."""
        return (proof_page.dice(names),)


SECTION = DiceSection()
