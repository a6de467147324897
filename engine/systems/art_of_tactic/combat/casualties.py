"""Hits and casualties; figures taken off (AT-MEL-24 to AT-MEL-28, AT-ORD-17, AT-ORD-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.systems.art_of_tactic.unit_card import NINJA


@dataclass(frozen=True, slots=True, kw_only=True)
class Casualties:
    """Figures that one attack takes off a unit; ids of the attacker and of the unit."""

    attacker: str
    unit: str
    figures: int


def count_hits(dice: Sequence[int], value: int) -> int:
    """The dice that are no higher than the modified value (AT-MEL-24, AT-RNG-03)."""
    return sum(die <= value for die in dice)


def count_casualties(scn: Scenario, hits: int, defense: int, figures: int) -> int:
    """Hits less Defense, which is at least 0; at most the figures present (AT-MEL-25, R-40)."""
    least_defense = int(scn.chart("casualties", "least_defense"))
    return min(figures, max(0, hits - max(least_defense, defense)))


def take_off(ledger: Ledger, batch: Sequence[Casualties]) -> frozenset[str]:
    """Take off the casualties of a simultaneous batch; the ids of units with no figure left (AT-MEL-28)."""
    destroyed = set()
    for unit_id in sorted({c.unit for c in batch if c.figures > 0}):
        unit = ledger.state.units[unit_id]
        casualties = [c for c in batch if c.unit == unit_id and c.figures > 0]
        left = max(0, unit["figures"] - sum(c.figures for c in casualties))
        ledger.tell(
            ev.Changed(unit=unit_id, value="figures", was=unit["figures"], now=left, rule="AT-MEL-25")
        )
        by_ninja = any(NINJA in ledger.state.units[c.attacker].traits for c in casualties)
        if by_ninja:
            _lose_commander(ledger, unit_id, "AT-ORD-18")  # the first to go
        elif left == 0:
            _lose_commander(ledger, unit_id, "AT-ORD-17")  # the last to go
        if left == 0:
            destroyed.add(unit_id)
    return frozenset(destroyed)


def _lose_commander(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Take off the Commander figure of a unit, if it has one."""
    commanders = ledger.state.units[unit_id]["commander"]
    if commanders:
        ledger.tell(ev.Changed(unit=unit_id, value="commander", was=commanders, now=0, rule=rule))
        ledger.note("commander_lost", rule, unit=unit_id)
