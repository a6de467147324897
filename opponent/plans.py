"""Plans: what each unit is to do for the next turns, and from which odds it fights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from engine.hexes import Hex
from engine.state import Unit

LEADERS = frozenset({"leader", "general", "chief"})
"""Kinds of counters that lead and do not fight."""
FREE, HOLD, CLOSE, FALL_BACK = "free", "hold", "close", "fall_back"
"""Aims: towards any objective; stay; up to the enemy; away from the enemy. Any other: that objective."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The aims of units, by id, and `aim` of all others; from which advantage they fight.

    `fair_odds`: attack to defence from which an attack is worth its losses. `charge_lead`: points of strength
    plus morale by which cavalry must exceed a target in good order. `caution`: how much bad odds next to a
    hex count against it, 1 being usual. `missed`: the percentage of attacks and moves that are overlooked.
    `moves`: where units go in game turn `turn`, their own hex being to stay; `orders`: what is written for
    them in that turn, nothing being the default.
    """

    aims: Mapping[str, str] = field(default_factory=dict)
    aim: str = FREE
    fair_odds: float = 1.5
    charge_lead: int = 2
    caution: float = 1.0
    missed: int = 0
    turn: int = 0
    moves: Mapping[str, Hex] = field(default_factory=dict)
    orders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def aim_of(self, unit: Unit) -> str:
        """What a unit is to do."""
        return self.aims.get(unit.id, self.aim)

    def overlooks(self, what: str) -> bool:
        """Whether a chance, named by turn and units, goes unnoticed; always the same for a name."""
        return self.missed > 0 and crc32(what.encode()) % 100 < self.missed


PLAIN = Plan()
