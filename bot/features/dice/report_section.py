"""What dice add to reports: at the start what they are committed to, at the end every die."""

from __future__ import annotations

from bot.core.lesson_games import is_lesson
from bot.features.dice import proof_page
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import TextFile


class DiceSection(ReportSection):
    """The commitment and the proof."""

    def opening_lines(self, names: Names) -> tuple[str, ...]:
        """The commitment to the dice, and the salts; not in a lesson."""
        record = names.game.record
        facts = {"hash": proof_page.hash_of(record), "salts": proof_page.salts(names)}
        return () if is_lesson(record) else (names.words("post.dice", **facts),)

    def end_files(self, names: Names) -> tuple[TextFile, ...]:
        """Every die with its key."""
        return (proof_page.dice(names),)


SECTION = DiceSection()
