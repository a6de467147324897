"""Losses: numbers that go down and up again, and units eliminated."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.state import ELIMINATED


def alive(ledger: Ledger, unit_id: str) -> bool:
    """Whether a unit stands on the map."""
    return ledger.state.units[unit_id].hex is not None


def eliminate(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Take a unit off the map for good."""
    unit = ledger.state.units[unit_id]
    if unit.hex is not None:
        ledger.tell(
            ev.Placed(unit=unit_id, origin=unit.place, place=ELIMINATED, manner="eliminated", rule=rule)
        )


def lose(ledger: Ledger, unit_id: str, value: str, points: int, rule: str) -> int:
    """Take points off a number of a unit on the map, never below 0; returns the points it lacked."""
    unit = ledger.state.units[unit_id]
    if points <= 0 or unit.hex is None:
        return 0
    left = max(0, unit[value] - points)
    if left != unit[value]:
        ledger.tell(ev.Changed(unit=unit_id, value=value, was=unit[value], now=left, rule=rule))
    return points - (unit[value] - left)


def regain(ledger: Ledger, unit_id: str, value: str, points: int, rule: str) -> int:
    """Give points of a number back, never above what is printed; returns how many."""
    unit = ledger.state.units[unit_id]
    now = min(unit.printed.get(value, 0), unit[value] + points)
    if now <= unit[value]:
        return 0
    ledger.tell(ev.Changed(unit=unit_id, value=value, was=unit[value], now=now, rule=rule))
    return now - unit[value]
