"""Rally (PP-RAL): morale and order that come back at the end of a player turn, without orders or dice."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.losses import gain_mo, return_to_order
from engine.systems.pousse_pion.marks import FOUGHT, MOVED, UNCOMMANDED
from engine.systems.pousse_pion.terrain import contacts
from engine.systems.pousse_pion.units import in_order


def gains(scn: Scenario, state: State, side: str) -> tuple[str, ...]:
    """The units of a side that get MO back now (PP-RAL-01 to 04)."""
    return tuple(
        unit.id
        for unit in state.units_on_map(side)
        if unit["mo"] < unit.printed["mo"]
        and not state.marked(unit.id, FOUGHT)
        and (_led(state, unit) or "detached" in unit.traits)
    )


def returns(scn: Scenario, state: State, side: str) -> tuple[str, ...]:
    """The units of a side that return to order now (PP-RAL-05, PP-RAL-06)."""
    return tuple(
        unit.id
        for unit in state.units_on_map(side)
        if not in_order(state, unit)
        and (unit.kind == "general" or _rested(state, unit))
        and not contacts(scn, state, unit.place, scn.enemy(side))
    )


def _led(state: State, unit: Unit) -> bool:
    """Whether a unit was commanded when this phase began (PP-CMD-03, PP-CMD-11)."""
    return not state.marked(unit.id, UNCOMMANDED)


def _rested(state: State, unit: Unit) -> bool:
    """Whether troops are commanded and have neither moved of their own will nor fought (PP-RAL-05)."""
    return _led(state, unit) and not any(state.marked(unit.id, name) for name in (MOVED, FOUGHT))


def rally(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Give a side's units back what is due to them, unit by unit (PP-RAL-07, PP-RAL-08)."""
    heartened, orderly = gains(scn, ledger.state, side), returns(scn, ledger.state, side)
    points = int(scn.chart("rally", "mo"))
    for unit in tuple(ledger.state.units_on_map(side)):
        if unit.id in heartened:
            regained = gain_mo(ledger, unit.id, points, "PP-RAL-01")
            ledger.note("rally", "PP-RAL-01", unit=unit.id, points=regained)
        if unit.id in orderly:
            rule = "PP-RAL-06" if unit.kind == "general" else "PP-RAL-05"
            return_to_order(ledger, unit.id, rule)
            ledger.note("in_order", rule, unit=unit.id)
