"""Sides bid for by handicap points: who gets which side of a game, and what they give for it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from league.model import BadTournament, Side

MOST_POINTS = 999
"""Points of a bid at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The side that a player would like, and how many points they would give their opponent for it."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The sides of a game. `swapped`: the one paired on the second side has the first. `handicap` is what the
    first side gives the second, in the points of the game; less than 0 when the second gives."""

    swapped: bool = False
    handicap: int = 0


def settle(first: Bid | None, second: Bid | None) -> Sides:
    """The sides of a game between the one paired on the first side and the one paired on the second.

    If both want different sides, each has theirs for nothing. If both want the same one, the higher bid has
    it and gives its points to the other; equal bids leave the sides as they were paired, and the one with the
    side that both want gives the points. If only one has bid, they have their side for nothing; if neither
    has, the sides are as paired.

    Raises BadTournament for points below 0 or above MOST_POINTS.

    >>> settle(Bid(side=Side.FIRST, points=2), Bid(side=Side.FIRST, points=5))
    Sides(swapped=True, handicap=5)
    >>> settle(Bid(side=Side.SECOND, points=3), Bid(side=Side.SECOND, points=3))
    Sides(swapped=False, handicap=-3)
    """
    for bid in (first, second):
        if bid is not None and not 0 <= bid.points <= MOST_POINTS:
            raise BadTournament("bid", f"{bid.points} points")
    if first is None or second is None:
        wants_other = (first is not None and first.side is Side.SECOND) or (
            second is not None and second.side is Side.FIRST
        )
        return Sides(swapped=wants_other)
    if first.side is not second.side:
        return Sides(swapped=first.side is Side.SECOND)
    paired = Side.FIRST if first.points > second.points else Side.SECOND
    if first.points == second.points:
        paired = first.side
    gives = max(first.points, second.points)
    return Sides(swapped=paired is not first.side, handicap=gives * first.side.value)


def handicapped(margin: int, handicap: int) -> int:
    """The margin of a game, first side minus second, after the handicap."""
    return margin - handicap
