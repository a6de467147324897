"""What features add to reports. A feature that adds something has a `report_section.py` with a SECTION."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.game import Game
from bot.i18n.names import Names
from bot.runtime.feature_modules import feature_modules
from bot.ui.outbox_page_set import OutboxPost
from bot.ui.page import Button, Embed, Page
from engine.events import Event
from storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPost:
    """A report that is about to be posted: its page, the game as it was at the end of it, whether that is how
    the game still stands (`current`), and whether a ping of its own calls those who must act (`calling`)."""

    post: OutboxPost
    page: Page
    names: Names
    game: Game
    current: bool
    calling: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """A fight of a report: its events in order, the one that tells its result, and its own button."""

    events: tuple[Event, ...]
    main: Event
    button: Button


class ReportSection:
    """What one feature adds; a feature overrides what it has something for."""

    def opening_lines(self, names: Names) -> tuple[str, ...]:
        """Lines under the title in the first report of a game."""
        return ()

    def opening_notes(self, names: Names) -> tuple[Embed, ...]:
        """Notes above all others in the first report of a game."""
        return ()

    def buttons(self, names: Names, entries: Sequence[Entry], stage: str) -> tuple[Button, ...]:
        """Buttons about what happened, in a phase that plays itself (`stage`) or at all."""
        return ()

    def fights(self, names: Names, entries: Sequence[Entry], stage: str) -> tuple[Fight, ...]:
        """The fights, in a phase that plays itself (`stage`) or at all."""
        return ()

    def notes(self, names: Names, sides: Sequence[str]) -> tuple[Embed, ...]:
        """Notes below all others, for the sides that must act now."""
        return ()

    def first_buttons(self, names: Names, sides: Sequence[str]) -> tuple[Button, ...]:
        """Buttons before all others, for the sides that must act now."""
        return ()

    def end_notes(self, names: Names) -> tuple[Embed, ...]:
        """Notes in the report of the end."""
        return ()

    def end_buttons(self, names: Names) -> tuple[Button, ...]:
        """Buttons under the report of the end, before all others."""
        return ()

    async def below(self, report: ReportPost) -> Page:
        """The page with what is said below the report of how the game stands now."""
        return report.page

    async def at_the_end(self, report: ReportPost) -> Page:
        """The page with what is said at the end of any report."""
        return report.page


def sections() -> tuple[ReportSection, ...]:
    """Those of all features, by the name of the feature."""
    return tuple(module.SECTION for module in feature_modules("report_section"))
