"""Losing strength and morale, and being taken off the map (MP-MOR-4, MP-GEN-12)."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate, lose, regain

__all__ = ["alive", "eliminate", "gain_morale", "lose_morale", "lose_strength"]


def lose_strength(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take strength points off a unit; at 0 it is eliminated (MP-GEN-12)."""
    lose(ledger, unit_id, "cs", points, rule)
    if points > 0 and ledger.state.units[unit_id]["cs"] == 0:
        eliminate(ledger, unit_id, "MP-GEN-12")


def lose_morale(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take morale points, what it lacks off its strength (MP-MOR-4). Leaders lose none (MP-MOR-1)."""
    if ledger.state.units[unit_id].kind != "leader":
        lose_strength(ledger, unit_id, lose(ledger, unit_id, "mv", points, rule), "MP-MOR-4")


def gain_morale(ledger: Ledger, unit_id: str, points: int, rule: str) -> int:
    """Give morale points back, never above the initial value (MP-GEN-24); how many were given."""
    if ledger.state.units[unit_id].kind == "leader":
        return 0
    return regain(ledger, unit_id, "mv", points, rule)
