"""Which of two paired players gets which side: the colour rules E.1 to E.5 of C.04.3."""

from __future__ import annotations

from league.model import Side
from league.swiss.players import Player, Strength


def by_side(one: Player, two: Player, initial: Side) -> tuple[int, int]:
    """The numbers of the two players: first side, second side."""
    higher, lower = sorted((one, two), key=lambda player: player.rank)
    side = _side_of_higher(higher, lower, initial)
    return (higher.number, lower.number) if side > 0 else (lower.number, higher.number)


def _side_of_higher(higher: Player, lower: Player, initial: Side) -> int:
    """+1 or -1."""
    if higher.side * lower.side < 0:
        return higher.side  # E.1: both get what they prefer
    if higher.strength != lower.strength:
        return higher.side if higher.strength > lower.strength else -lower.side  # E.2
    if higher.strength is Strength.ABSOLUTE and abs(higher.difference) != abs(lower.difference):
        return higher.side if abs(higher.difference) > abs(lower.difference) else -lower.side  # E.2
    for mine, theirs in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if mine != theirs:
            return -mine  # E.3: the other way round than when they last had different sides
    if higher.side:
        return higher.side  # E.4
    return initial.value if higher.number % 2 else -initial.value  # E.5
