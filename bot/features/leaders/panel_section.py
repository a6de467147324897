"""What leaders, dice shared out, fire together and facings add to the order panel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.features.leaders import facing_menu, fire_panel
from bot.features.leaders import options as leaders_options
from bot.features.leaders import panel as leaders_panel
from bot.features.orders.panel_sections import PanelPart, PanelRequest, PanelSection
from bot.reports.map_picture import picture
from bot.ui.menus import Row
from bot.ui.page import Button, Picture
from engine.commands import Lead, Step
from engine.events import Event
from engine.view.overlays import OverlayRequest
from render import crops


class LeaderSection(PanelSection):
    """Commands of leaders, and what several units do together."""

    def default_unit(self, request: PanelRequest) -> str:
        """The leader, if only one can command."""
        if not leaders_panel.possible(request.names):
            return ""
        leaders = leaders_options.chiefs(request.names.game, request.side)
        return leaders[0] if len(leaders) == 1 else ""

    def decision(self, request: PanelRequest) -> PanelPart | None:
        """Which dice go to whom; who fires at whom."""
        names, side, unit = request.names, request.side, request.unit
        if leaders_panel.sharing(names):
            rows = tuple(leaders_panel.sharing_rows(names, side))
            return PanelPart(text=(leaders_panel.pool(names),), rows=rows)
        if fire_panel.possible(names):
            menus, notes = fire_panel.parts(names, side, unit, request.picked, request.page)
            return PanelPart(text=(fire_panel.text(names, side, unit),), rows=tuple(menus), notes=notes)
        return None

    def menu_text(self, request: PanelRequest) -> str:
        """Whom to choose: a leader, or whom this leader commands."""
        names = request.names
        return leaders_panel.text(names, request.unit) if leaders_panel.possible(names) else ""

    def of_unit(self, request: PanelRequest) -> PanelPart:
        """Whom the selected leader can command."""
        rows, notes = leaders_panel.parts(request.names, request.side, request.unit, request.picked)
        return PanelPart(rows=tuple(rows), notes=notes)

    def under_unit(self, request: PanelRequest) -> tuple[Row, ...]:
        """Where the selected unit can face."""
        return tuple(facing_menu.menu(request.names, request.side, request.unit))

    def unit_buttons(self, request: PanelRequest) -> tuple[Button, ...]:
        """Activate the selected leader."""
        return leaders_panel.presses(request.names, request.side, request.unit)

    def picture(self, request: PanelRequest, recent: Sequence[Event]) -> Picture | None:
        """The reach of the selected leader's command."""
        names, game, unit = request.names, request.names.game, request.unit
        if not unit or not leaders_options.takes(game, Lead) or game.state.questions:
            return None
        overlays = frozenset({"command", "reach"} if leaders_options.takes(game, Step) else {"command"})
        return picture(
            names,
            request.side,
            recent,
            area=partial(crops.unit, id_=unit),
            overlays=OverlayRequest(overlays=overlays, unit=unit),
        )


SECTION = LeaderSection()
