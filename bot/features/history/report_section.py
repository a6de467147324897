"""What explanations add to reports."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.history import explain_page
from bot.i18n.names import Names
from bot.reports.report_sections import Fight, ReportSection
from storage import Entry


class ExplainSection(ReportSection):
    """Why the dice fell as they did."""

    def fights(self, names: Names, entries: Sequence[Entry], stage: str) -> tuple[Fight, ...]:
        """Each fight with dice, and the button that explains it."""
        return tuple(explain_page.fights(names, entries, stage))


SECTION = ExplainSection()
