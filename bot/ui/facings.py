"""Facings in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n.names import Names
from engine.state import Unit

WHOLE = "unit"
"""The base of a unit that has only one, and the word for all of them."""


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
    corners = names.game.scenario.charts.get("facings") == "vertex"
    if flat or not corners:
        return names.way(names.game.scenario.grid.directions[number])
    return names.words(f"vertex.{number}")


def of_unit(names: Names, unit: Unit) -> str:
    """Which way a unit looks now, "" where that is of no account."""
    if not unit.facing:
        return ""
    return facing(names, unit.facing, flat=names.game.state.marked(unit.id, "square"))


def headed(names: Names, headings: Sequence[int]) -> str:
    """Which way bases look, out of twelfths of a turn clockwise from north; flat sides are the even ones."""
    flat = all(h % 2 == 0 for h in headings)
    bases = ("left", "right")[: len(headings)] if len(headings) > 1 else (WHOLE,)
    return facing(names, {b: h // 2 for b, h in zip(bases, headings, strict=False)}, flat=flat)
