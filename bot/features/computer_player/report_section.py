"""What the computer player adds to reports: the button that stops a demonstration."""

from __future__ import annotations

from dataclasses import replace

from bot.core.who_acts import is_demonstration
from bot.features.computer_player import demonstration_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportPost, ReportSection
from bot.ui.button_rows import added
from bot.ui.page import Page


class ComputerSection(ReportSection):
    """Demonstrations say so, and can be stopped below each report."""

    def opening_lines(self, names: Names) -> tuple[str, ...]:
        """What it is, in the first report."""
        return (names.words("demo.opening"),) if is_demonstration(names.game.record) else ()

    async def at_the_end(self, report: ReportPost) -> Page:
        """The button that stops it."""
        names = report.names
        if not is_demonstration(names.game.record) or names.game.state.result is not None:
            return report.page
        stop = demonstration_page.stop_button(names)
        return replace(report.page, rows=added(report.page.rows, (stop,)))


SECTION = ComputerSection()
