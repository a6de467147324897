"""Encounters (AT-ENC; 6.1, phases A and B): which units may enter the hex they try for, which stop and why.

All units try at the same instant. The result depends only on where all units stand and what all movers try;
in what order they are named makes no difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hexes import Hex

ENCOUNTER, BLOCKED = "encounter", "blocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why a unit does not enter a hex: the reason, the rule, the ids of the units it met there, sorted."""

    reason: str
    rule: str
    met: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One sub-step's attempts: where all units stand, their sides, the hex each mover tries to enter."""

    places: Mapping[str, Hex]
    sides: Mapping[str, str]
    wants: Mapping[str, Hex]

    def holders(self) -> dict[Hex, str]:
        """The unit on each occupied hex."""
        return {hex_: unit for unit, hex_ in self.places.items()}

    def rivals(self) -> dict[Hex, tuple[str, ...]]:
        """The units that try to enter each hex, in order of their ids."""
        rivals: dict[Hex, tuple[str, ...]] = {}
        for unit in sorted(self.wants):
            rivals[self.wants[unit]] = (*rivals.get(self.wants[unit], ()), unit)
        return rivals

    def swaps(self, unit: str, other: str) -> bool:
        """Whether two units try to enter each other's hexes (AT-ENC-03)."""
        return self.wants.get(unit) == self.places[other] and self.wants.get(other) == self.places[unit]

    def are_enemies(self, unit: str, other: str) -> bool:
        """Whether two units are of different sides."""
        return self.sides[unit] != self.sides[other]


def stops_of(attempt: Attempt) -> dict[str, Stop]:
    """The units that must stop where they stand, each with its reason; all others enter, together.

    A unit stops that tries for a contested hex, for a swap, or for a hex whose occupant stays; and so on back
    along the column (AT-ENC-08), until no more units stop. Rings of three or more that no other unit disturbs
    move as a whole (AT-ENC-09).
    """
    holders, rivals = attempt.holders(), attempt.rivals()
    stopped = {unit for unit in attempt.wants if _stops_in_any_case(attempt, holders, rivals, unit)}
    while True:
        behind = {
            unit
            for unit, hex_ in attempt.wants.items()
            if unit not in stopped and holders.get(hex_) in stopped
        }
        if not behind:
            break
        stopped |= behind
    return {unit: _stop(attempt, holders, rivals, stopped, unit) for unit in sorted(stopped)}


def _stops_in_any_case(
    attempt: Attempt, holders: Mapping[Hex, str], rivals: Mapping[Hex, tuple[str, ...]], unit: str
) -> bool:
    """Whether a unit stops even if all others enter (AT-ENC-02, -03, -07, -10, AT-MOV-13)."""
    hex_ = attempt.wants[unit]
    holder = holders.get(hex_)
    if len(rivals[hex_]) > 1:
        return True
    return holder is not None and (holder not in attempt.wants or attempt.swaps(unit, holder))


def _stop(
    attempt: Attempt,
    holders: Mapping[Hex, str],
    rivals: Mapping[Hex, tuple[str, ...]],
    stopped: set[str],
    unit: str,
) -> Stop:
    """The reason of a unit that stops. An encounter comes before a blocked way (6.1).

    A hex whose occupant stays is not contested when a unit that tries for it is the occupant's enemy (C-01).
    """
    hex_ = attempt.wants[unit]
    holder = holders.get(hex_)
    stays = holder is not None and (holder not in attempt.wants or holder in stopped)
    assaulted = holder is not None and stays and any(attempt.are_enemies(u, holder) for u in rivals[hex_])
    met = {u for u in rivals[hex_] if u != unit and not assaulted}
    if holder is not None and attempt.swaps(unit, holder):
        rule = "AT-ENC-05" if attempt.are_enemies(unit, holder) else "AT-ENC-03"
        return Stop(reason=ENCOUNTER, rule=rule, met=tuple(sorted(met | {holder})))
    if met:
        rule = "AT-ENC-02" if len(met) == 1 else "AT-ENC-07"
        return Stop(reason=ENCOUNTER, rule=rule, met=tuple(sorted(met)))
    assert holder is not None, f"{unit} stops before an empty hex that no other unit tries for"
    if attempt.are_enemies(unit, holder):
        rule = "AT-ENC-12"
    else:
        rule = "AT-ENC-08" if holder in attempt.wants else "AT-MOV-13"
    return Stop(reason=BLOCKED, rule=rule, met=(holder,))
