"""The menu by which a unit turns or changes its formation where it stands, base by base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import offers
from bot.page import MOST_CHOICES, Choice
from bot.say.menus import Row, paged
from bot.say.names import Names
from engine.commands import Command, Face, Form
from engine.state import Unit

LONGEST_LINE = 100
WHOLE = "unit"
"""The base of a unit that has but one, and the word for all of them."""


def found(names: Names, side: str, unit: str) -> tuple[Face | Form, ...]:
    """What can be chosen: formations first, then all bases turned alike, then one base turned alone."""
    return every(names, side, unit)[:MOST_CHOICES]


def every(names: Names, side: str, unit: str) -> tuple[Face | Form, ...]:
    """All turns and formations there are for a unit now, the likeliest first."""
    if not unit:
        return ()
    now = names.table.state.units[unit].facing
    turns = [c for c in offers.commands(names.table, side, unit) if isinstance(c, (Face, Form))]
    return tuple(sorted(turns, key=lambda c: _rank(c, now)))


def _rank(order: Face | Form, now: Mapping[str, int]) -> int:
    if isinstance(order, Form):
        return 0
    if set(order.facing) == {WHOLE} or (
        len(set(order.facing.values())) == 1 and len(order.facing) == len(now)
    ):
        return 1
    changed = sum(1 for base, way in order.facing.items() if now.get(base) != way)
    return 2 if changed == 1 else 3


def menu(names: Names, side: str, unit: str) -> list[Row]:
    """One line an order."""
    orders = found(names, side, unit)
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
        not isinstance(order, Form) and names.table.state.marked(order.unit, "square")
    )
    bases = len(names.table.state.units[order.unit].facing)
    told = facing(names, order.facing, flat=square, bases=bases)
    if isinstance(order, Form):
        key = f"turning.form_{order.formation}"
        return words.get(key, order.formation, facing=told) if told else words(f"{key}_plain")
    return words("turning.face", facing=told)


def facing(names: Names, ways: Mapping[str, int], *, flat: bool, bases: int = 1) -> str:
    """Which way each base looks, of so many; in a word where all look the same way, or back to back."""
    words = names.words
    called = {base: way(names, number, flat=flat) for base, number in ways.items()}
    if len(called) > 1 and flat:
        one, other = list(called.values())[:2]
        return words("turning.opposite", one=one, other=other)
    if len(set(called.values())) == 1 and (len(called) > 1 or bases < 2 or WHOLE in called):
        return next(iter(called.values()))
    return ", ".join(words("turning.base", base=words.get(f"base.{b}", b), way=w) for b, w in called.items())


def way(names: Names, number: int, *, flat: bool) -> str:
    """A direction: of a hexside as the grid names it, of a corner as the rulebook does."""
    corners = names.table.scenario.charts.get("facings") == "vertex"
    if flat or not corners:
        return names.way(names.table.scenario.grid.directions[number])
    return names.words(f"vertex.{number}")


def of_unit(names: Names, unit: Unit) -> str:
    """Which way a unit looks now, "" where that is of no account."""
    if not unit.facing:
        return ""
    return facing(names, unit.facing, flat=names.table.state.marked(unit.id, "square"))


def headed(names: Names, headings: Sequence[int]) -> str:
    """Which way bases look, out of twelfths of a turn clockwise from north; flat sides are the even ones."""
    flat = all(h % 2 == 0 for h in headings)
    bases = ("left", "right")[: len(headings)] if len(headings) > 1 else (WHOLE,)
    return facing(names, {b: h // 2 for b, h in zip(bases, headings, strict=False)}, flat=flat)
