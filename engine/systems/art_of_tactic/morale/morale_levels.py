"""Morale Levels: Normal, Hesitant, Shaken, Panicked (AT-MOR-01 to AT-MOR-04, AT-MOR-22)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.art_of_tactic.orders.ambush import reveal_unit


def set_morale(scn: Scenario, ledger: Ledger, unit: Unit, level: int, rule: str) -> None:
    """Give a unit another Morale Level and report it (AT-MOR-01)."""
    names = scn.chart("morale")
    kind = "rallied" if level < unit["morale"] else "morale"
    ledger.tell(ev.Changed(unit=unit.id, value="morale", was=unit["morale"], now=level, rule=rule))
    ledger.note(kind, rule, unit=unit.id, was=str(names[unit["morale"]]), now=str(names[level]))


def drop_order(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """Replace the order of a Shaken or Panicked unit at once by Flee or Panic (AT-MOR-22, C-11)."""
    level = scn.chart("morale")[ledger.state.units[unit_id]["morale"]]
    order = {"order": str(scn.chart("default_order", level))}
    ledger.tell(ev.Ordered(unit=unit_id, order=order, rule="AT-MOR-22"))
    reveal_unit(ledger, unit_id, "AT-MOR-22")
