"""Plans: what each unit is to do for the next turns, and from which odds it fights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from engine.commands import Activate, Lead
from engine.hexes import Hex
from engine.state import Unit

LEADERS = frozenset({"leader", "general", "chief"})
"""Kinds of counters that lead and do not fight."""
STAFF = "general_staff"
"""A trait of units that lead and fight."""
FREE, HOLD, CLOSE, FALL_BACK = "free", "hold", "close", "fall_back"
"""Aims: towards any objective; stay; up to the enemy; away from the enemy. Any other: that objective."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The aims of units, by id, and `aim` of all others; from which advantage they fight.

    `fair_odds`: attack to defence from which an attack is worth its losses. `charge_lead`: points of strength
    plus morale by which cavalry must exceed a target in good order. `caution`: how much bad odds next to a
    hex count against it, 1 being usual. `missed`: the percentage of attacks and moves that are overlooked;
    `alert`: none of them in the last turn, and never a move of a leader, a gun or a spent unit.
    `moves`: where units go in game turn `turn`, their own hex being to stay; `orders`: what is written for
    them in that turn, nothing being the default. `lead`: which leader is activated or which units are
    commanded when the side next chooses that, None leaving it to rules of thumb. `lot`: what is equally good
    is chosen, and chances are overlooked, by it; "" is always the same choice.
    """

    aims: Mapping[str, str] = field(default_factory=dict)
    aim: str = FREE
    fair_odds: float = 1.5
    charge_lead: int = 2
    caution: float = 1.0
    missed: int = 0
    alert: bool = False
    turn: int = 0
    moves: Mapping[str, Hex] = field(default_factory=dict)
    orders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lead: Lead | Activate | None = field(default=None, repr=False)
    lot: str = field(default="", repr=False)

    def aim_of(self, unit: Unit) -> str:
        """What a unit is to do."""
        return self.aims.get(unit.id, self.aim)

    def overlooks(self, what: str) -> bool:
        """Whether a chance, named by turn and units, goes unnoticed; always the same for a name and a lot."""
        return self.missed > 0 and self.drawn(what) % 100 < self.missed

    def drawn(self, what: str) -> int:
        """A number drawn for what is named, always the same for a name and a lot."""
        return crc32(f"{self.lot}/{what}".encode() if self.lot else what.encode())


PLAIN = Plan()


def lot_of(seed: bytes) -> str:
    """The lot of a plan for a player's seed; "" for none."""
    return f"{crc32(seed):x}" if seed else ""
