"""What an open lesson adds to the order panel."""

from __future__ import annotations

from bot.features.lessons import page as lessons_page
from bot.features.orders.panel_sections import PanelSection
from bot.i18n.names import Names
from bot.ui.page import Button, Embed


class LessonSection(PanelSection):
    """The lesson, and the buttons that follow or skip it."""

    def top_notes(self, names: Names, side: str) -> tuple[Embed, ...]:
        """The lesson."""
        return lessons_page.lesson_note(names, side)

    def first_buttons(self, names: Names, side: str) -> tuple[Button, ...]:
        """Do what the lesson proposes."""
        return lessons_page.lesson_press(names, side)

    def last_buttons(self, names: Names, side: str) -> tuple[Button, ...]:
        """Skip the lesson."""
        return lessons_page.skip_press(names, side)


SECTION = LessonSection()
