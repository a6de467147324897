"""While secret orders are written, the order panel is the sheet of the side's orders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.orders.panel_sections import PanelRequest, PanelSection
from bot.features.secret_orders import order_builder
from bot.features.secret_orders import panel as secret_orders_panel
from bot.ui.page import Page


class SecretOrderSection(PanelSection):
    """The sheet."""

    def replace_panel(self, request: PanelRequest, lines: Sequence[str]) -> Page | None:
        """The sheet, or the orders of the selected unit."""
        if not order_builder.possible(request.names.game):
            return None
        return secret_orders_panel.page(
            request.names, request.side, unit=request.unit, number=request.page, notice=lines
        )


SECTION = SecretOrderSection()
