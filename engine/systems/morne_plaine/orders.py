"""What every order is asked first: is there such a unit, is it yours, is it on the map, is that an enemy?"""

from __future__ import annotations

from engine.errors import IllegalOrder, NotOnTable, NotYours
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit


def own(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = state.units.get(unit_id)
    if unit is None:
        raise NotOnTable("", "no_such_unit", unit=unit_id)
    if unit.side != side:
        raise NotYours("", "not_your_unit", unit=unit_id)
    return unit, _standing(unit)


def foe(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """An enemy unit on the map, and its hex. Raises NotOnTable or IllegalOrder."""
    unit = state.units.get(unit_id)
    if unit is None:
        raise NotOnTable("", "no_such_unit", unit=unit_id)
    if unit.side == side:
        raise IllegalOrder("MP-CBT-2", "not_an_enemy", unit=unit_id)
    return unit, _standing(unit)


def _standing(unit: Unit) -> Hex:
    if unit.hex is None:
        gone = unit.place == ELIMINATED
        rule, reason = ("MP-GEN-12", "unit_eliminated") if gone else ("MP-SET-4", "unit_off_map")
        raise IllegalOrder(rule, reason, unit=unit.id)
    return unit.hex


def on_map(scn: Scenario, hex_: Hex) -> Hex:
    """The hex itself. Raises NotOnTable when the map has none of that label."""
    if hex_ not in scn.grid:
        corner = scn.grid.label(scn.grid.columns, scn.grid.rows)
        raise NotOnTable("", "no_such_hex", hex=hex_, last=corner)
    return hex_
