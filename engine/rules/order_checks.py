"""Checks that every order goes through first: the unit exists, is yours, is on the map; the target is an
enemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit

P = ParamSpec("P")


def refusal(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refused | None:
    """The refusal that a check raises with these arguments, or None."""
    try:
        check(*args, **kwargs)
    except Refused as refused:
        return refused
    return None


def own_unit(state: State, side: str, unit_id: str) -> Unit:
    """A unit of this side, wherever it is. Raises NotOnTable or NotYours."""
    unit = state.units.get(unit_id)
    if unit is None:
        raise NotOnTable("", "no_such_unit", unit=unit_id)
    if unit.side != side:
        raise NotYours("", "not_your_unit", unit=unit_id)
    return unit


def enemy_unit(
    state: State, side: str, unit_id: str, not_enemy: str, gone: str, away: str = ""
) -> tuple[Unit, Hex]:
    """An enemy unit on the map, and its hex. Raises NotOnTable, or IllegalOrder by the rule `not_enemy` or
    as `standing` does."""
    unit = state.units.get(unit_id)
    if unit is None:
        raise NotOnTable("", "no_such_unit", unit=unit_id)
    if unit.side == side:
        raise IllegalOrder(not_enemy, "not_an_enemy", unit=unit_id)
    return unit, hex_on_map(unit, gone, away)


def hex_on_map(unit: Unit, gone: str, away: str = "") -> Hex:
    """The hex of a unit on the map. Raises IllegalOrder when it is in a box: by the rule `gone` when it is
    eliminated, by `away` (the same unless given) when it waits."""
    if unit.hex is None:
        if unit.place == ELIMINATED:
            raise IllegalOrder(gone, "unit_eliminated", unit=unit.id)
        raise IllegalOrder(away or gone, "unit_off_map", unit=unit.id)
    return unit.hex


def known_hex(scn: Scenario, hex_: Hex) -> Hex:
    """The hex itself. Raises NotOnTable when the map has none of that label."""
    if hex_ not in scn.grid:
        corner = scn.grid.label(scn.grid.columns, scn.grid.rows)
        raise NotOnTable("", "no_such_hex", hex=hex_, last=corner)
    return hex_
