"""Losing strength and morale, and being taken off the map (MP-MOR-4, MP-GEN-12)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.state import ELIMINATED


def lose_strength(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take strength points off a unit; at 0 it is eliminated (MP-GEN-12)."""
    unit = ledger.state.units[unit_id]
    if points <= 0 or unit.hex is None:
        return
    left = max(0, unit["cs"] - points)
    ledger.tell(ev.Changed(unit=unit_id, value="cs", was=unit["cs"], now=left, rule=rule))
    if left == 0:
        eliminate(ledger, unit_id, "MP-GEN-12")


def lose_morale(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take morale points, what it lacks off its strength (MP-MOR-4). Leaders lose none (MP-MOR-1)."""
    unit = ledger.state.units[unit_id]
    if unit.kind == "leader" or points <= 0 or unit.hex is None:
        return
    left = max(0, unit["mv"] - points)
    if left != unit["mv"]:
        ledger.tell(ev.Changed(unit=unit_id, value="mv", was=unit["mv"], now=left, rule=rule))
    lose_strength(ledger, unit_id, points - unit["mv"], "MP-MOR-4")


def gain_morale(ledger: Ledger, unit_id: str, points: int, rule: str) -> int:
    """Give morale points back, never above the initial value (MP-GEN-24); how many were given."""
    unit = ledger.state.units[unit_id]
    if unit.kind == "leader":
        return 0
    now = min(unit.printed.get("mv", 0), unit["mv"] + points)
    if now > unit["mv"]:
        ledger.tell(ev.Changed(unit=unit_id, value="mv", was=unit["mv"], now=now, rule=rule))
    return now - unit["mv"]


def eliminate(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Take a unit off the map for good."""
    unit = ledger.state.units[unit_id]
    if unit.hex is not None:
        ledger.tell(
            ev.Placed(unit=unit_id, origin=unit.place, place=ELIMINATED, manner="eliminated", rule=rule)
        )


def alive(ledger: Ledger, unit_id: str) -> bool:
    """Whether a unit still stands on the map."""
    return ledger.state.units[unit_id].hex is not None
