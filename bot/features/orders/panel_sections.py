"""What features add to the order panel: each that adds something has a `panel_section.py` with a SECTION."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n.names import Names
from bot.runtime.feature_modules import feature_modules
from bot.ui.menus import Row
from bot.ui.page import Button, Embed, Page, Picture
from engine.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelRequest:
    """What a panel is to show: for whom, the unit selected ("" for none), the page of the open menu, what has
    been ticked in a menu where several can be."""

    names: Names
    side: str
    unit: str = ""
    page: int = 0
    picked: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPart:
    """Lines of text, menus and buttons, notes."""

    text: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[Embed, ...] = ()


NOTHING = PanelPart()


class PanelSection:
    """What one feature adds; a feature overrides what it has something for."""

    def replace_panel(self, request: PanelRequest, lines: Sequence[str]) -> Page | None:
        """A panel of its own, under these lines of news."""
        return None

    def default_unit(self, request: PanelRequest) -> str:
        """The unit to select where none is."""
        return ""

    def decision(self, request: PanelRequest) -> PanelPart | None:
        """What must be decided before anything else."""
        return None

    def menu_text(self, request: PanelRequest) -> str:
        """What is said over the menu of units."""
        return ""

    def of_unit(self, request: PanelRequest) -> PanelPart:
        """Menus and notes for the selected unit."""
        return NOTHING

    def under_unit(self, request: PanelRequest) -> tuple[Row, ...]:
        """Menus for the selected unit, below those of the phase; in the step panel, too."""
        return ()

    def top_notes(self, names: Names, side: str) -> tuple[Embed, ...]:
        """Notes above all others."""
        return ()

    def first_buttons(self, names: Names, side: str) -> tuple[Button, ...]:
        """Buttons before all others."""
        return ()

    def unit_buttons(self, request: PanelRequest) -> tuple[Button, ...]:
        """Buttons for the selected unit."""
        return ()

    def last_buttons(self, names: Names, side: str) -> tuple[Button, ...]:
        """Buttons after all others."""
        return ()

    def picture(self, request: PanelRequest, recent: Sequence[Event]) -> Picture | None:
        """A picture in place of the usual one."""
        return None


def sections() -> tuple[PanelSection, ...]:
    """Those of all features, by the name of the feature."""
    return tuple(module.SECTION for module in feature_modules("panel_section"))
