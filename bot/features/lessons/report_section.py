"""What lessons add to reports."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.lesson_games import is_lesson
from bot.features.lessons import course_list
from bot.features.lessons import page as lessons_page
from bot.features.secret_orders.order_builder import possible
from bot.i18n.names import Names
from bot.reports.report_sections import ReportSection
from bot.ui.page import Button, Embed

BROKEN_OFF = ("agreed", "resigned", "adjudicated", "forfeit")
"""Ends that a lesson may come to before it is over."""


class LessonSection(ReportSection):
    """The story of the battle, the open lesson, what to learn next."""

    def opening_notes(self, names: Names) -> tuple[Embed, ...]:
        """The story of the battle, where no lobby told it."""
        return course_list.story(names.words, names.game.scenario) if is_lesson(names.game.record) else ()

    def notes(self, names: Names, sides: Sequence[str]) -> tuple[Embed, ...]:
        """The open lesson."""
        return lessons_page.lesson_note(names, sides[0]) if _public(names, sides) else ()

    def first_buttons(self, names: Names, sides: Sequence[str]) -> tuple[Button, ...]:
        """Do what the lesson proposes."""
        return lessons_page.lesson_press(names, sides[0]) if _public(names, sides) else ()

    def end_notes(self, names: Names) -> tuple[Embed, ...]:
        """What was learnt, once a battle that teaches was played to its end."""
        result, battle = names.game.state.result, names.game.scenario.id
        played = result is not None and result.reason not in BROKEN_OFF and is_lesson(names.game.record)
        return (course_list.over(names.words, battle),) if played else ()

    def end_buttons(self, names: Names) -> tuple[Button, ...]:
        """What to play next."""
        battle = names.game.scenario.id
        if not is_lesson(names.game.record):
            return ()
        return course_list.presses_after(names.words, names.game.record.id, battle)


def _public(names: Names, sides: Sequence[str]) -> bool:
    """Whether everyone may read the open lesson: one that proposes a secret order is for its side alone."""
    return bool(sides) and (len(sides) == 1 or not possible(names.game))


SECTION = LessonSection()
