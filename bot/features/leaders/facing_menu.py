"""The menu for turning a unit or changing its formation in its hex, base by base."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.order_rules import legal_orders
from bot.i18n.names import Names
from bot.ui import facings
from bot.ui.menus import Row, paged
from bot.ui.page import MOST_CHOICES, Choice
from engine.commands import Command, Face, Form

LONGEST_LINE = 100


def options(names: Names, side: str, unit: str) -> tuple[Face | Form, ...]:
    """What can be chosen: formations first, then all bases turned alike, then one base turned alone."""
    return every(names, side, unit)[:MOST_CHOICES]


def every(names: Names, side: str, unit: str) -> tuple[Face | Form, ...]:
    """All turns and formations there are for a unit now, the likeliest first."""
    if unit not in names.game.state.units:
        return ()
    now = names.game.state.units[unit].facing
    turns = [c for c in legal_orders.commands(names.game, side, unit) if isinstance(c, (Face, Form))]
    return tuple(sorted(turns, key=lambda c: _rank(c, now)))


def _rank(order: Face | Form, now: Mapping[str, int]) -> int:
    if isinstance(order, Form):
        return 0
    if set(order.facing) == {facings.WHOLE} or (
        len(set(order.facing.values())) == 1 and len(order.facing) == len(now)
    ):
        return 1
    changed = sum(1 for base, way in order.facing.items() if now.get(base) != way)
    return 2 if changed == 1 else 3


def menu(names: Names, side: str, unit: str) -> list[Row]:
    """One line an order."""
    orders = options(names, side, unit)
    choices = [
        Choice(label=label(names, order)[:LONGEST_LINE], value=str(n)) for n, order in enumerate(orders)
    ]
    hints = ("choose_turn", "choose_turn")
    return paged(names, choices, 0, ("turn", (unit,)), None, hints)


def label(names: Names, order: Command) -> str:
    """A turn or a formation in words."""
    words = names.words
    assert isinstance(order, (Face, Form))
    square = (isinstance(order, Form) and order.formation == "square") or (
        not isinstance(order, Form) and names.game.state.marked(order.unit, "square")
    )
    bases = len(names.game.state.units[order.unit].facing)
    direction = facings.facing(names, order.facing, flat=square, bases=bases)
    if isinstance(order, Form):
        key = f"turning.form_{order.formation}"
        return words.get(key, order.formation, facing=direction) if direction else words(f"{key}_plain")
    return words("turning.face", facing=direction)
