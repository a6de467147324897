"""What explanations add to reports."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.history import explain_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import Button
from storage import Entry


class ExplainSection(ReportSection):
    """Why the dice fell as they did."""

    def buttons(self, names: Names, entries: Sequence[Entry], stage: str) -> tuple[Button, ...]:
        """The button that explains the last result with dice."""
        return explain_page.press(names, entries, stage)


SECTION = ExplainSection()
