"""What explanations add to reports."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.history import explain_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import Button
from engine.events import Event
from storage import Entry


class ExplainSection(ReportSection):
    """Why the dice fell as they did."""

    def fights(self, names: Names, entries: Sequence[Entry], stage: str) -> tuple[tuple[Event, Button], ...]:
        """Each result with dice, and the button that explains it."""
        return tuple(explain_page.fights(names, entries, stage))


SECTION = ExplainSection()
