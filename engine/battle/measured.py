"""How a battle came out in games of the computer player against itself: who is favoured, and by how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

Z = 1.96
"""Standard deviations of a 95 % interval."""
FAIR = (0.45, 0.55)
"""The shares of points between which a battle is called even."""


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share that came out in so many games, by Wilson."""
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Games of the computer player against itself: its level, the games won by each side, those drawn. With
    `points` that the side `gives` gives the other, the same games would have come out even."""

    by: str
    won: Mapping[str, int]
    drawn: int
    gives: str = ""
    points: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return sum(self.won.values()) + self.drawn

    @property
    def favoured(self) -> str:
        """The side that took more points, the first where both took half."""
        return max(self.won, key=lambda side: self.won[side])

    @property
    def share(self) -> float:
        """The share of points of the favoured side, a draw being half a win."""
        return (self.won[self.favoured] + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(self.share, self.games)

    @property
    def is_even(self) -> bool:
        """Whether neither side is favoured."""
        return self.share <= FAIR[1]
