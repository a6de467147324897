"""Matchmaking among players who look for a game, in a window of ratings that widens with time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from league.ratings import Rating

NARROWEST = 150
"""Rating points between two players who match at once."""
WIDER_AN_HOUR = 25
"""Rating points by which the window grows for each hour waited."""
UNLIMITED_AFTER = 72
"""Hours after which any opponent will do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A player who looks for a game: `waited` hours so far, for one of these rulebooks (none: any).

    `avoids` are players not wanted as opponents; `clock` is the time control wanted ("": any).
    """

    player: int
    rating: Rating = field(default_factory=Rating)
    waited: float = 0.0
    rulebooks: frozenset[str] = frozenset()
    avoids: frozenset[int] = frozenset()
    clock: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two players for a game; `rulebooks` are those that suit both (none: any)."""

    one: int
    two: int
    rulebooks: frozenset[str]


def window(seeker: Seeker) -> float:
    """How far in rating points an opponent may be; a provisional rating makes it wider by its margin."""
    if seeker.waited >= UNLIMITED_AFTER:
        return float("inf")
    uncertain = seeker.rating.margin if seeker.rating.provisional else 0
    return NARROWEST + WIDER_AN_HOUR * seeker.waited + uncertain


def suits(one: Seeker, two: Seeker) -> bool:
    """Whether two seekers may be matched: the difference is within both windows, a rulebook and a clock suit
    both."""
    if one.player == two.player or one.player in two.avoids or two.player in one.avoids:
        return False
    if one.rulebooks and two.rulebooks and not one.rulebooks & two.rulebooks:
        return False
    if one.clock and two.clock and one.clock != two.clock:
        return False
    return _distance(one, two) <= min(window(one), window(two))


def matches(seekers: Iterable[Seeker]) -> tuple[Match, ...]:
    """Matches for those who can be: who has waited longest chooses first, and gets the closest opponent."""
    waiting = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.player))
    made = []
    while waiting:
        one, *waiting = waiting
        suitable = [other for other in waiting if suits(one, other)]
        if not suitable:
            continue
        two = min(suitable, key=lambda other: (_distance(one, other), -other.waited, other.player))
        waiting = [other for other in waiting if other.player not in (one.player, two.player)]
        both = one.rulebooks & two.rulebooks or one.rulebooks | two.rulebooks
        made.append(Match(one=one.player, two=two.player, rulebooks=both))
    return tuple(made)


def _distance(one: Seeker, two: Seeker) -> int:
    return abs(one.rating.shown - two.rating.shown)
