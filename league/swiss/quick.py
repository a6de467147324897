"""The first candidate of a bracket, when it is as good as a bracket can be. No matching is needed then.

Most brackets have such a candidate, and it comes early in the order in which the rules generate them. The
bounds are worked out from counts; a candidate that reaches all of them is perfect (B.8), whether or not one
exists. Where the walk finds none within its budget, `league.swiss.bracket` searches by matchings.
"""

from __future__ import annotations

from collections.abc import Callable

from league.swiss.criteria import Bracket, Pair, may_meet
from league.swiss.players import Float, Player, Strength

STEPS_FOR_EACH = 40
"""Pairs tried for each player before the walk gives up."""


def perfect_pairs(bracket: Bracket, floats_well: Callable[[Player], bool]) -> set[Pair] | None:
    """The first candidate if it reaches every bound, by places in `bracket.players`; None if none is found.

    `floats_well` says whether the one player left over may be: gets the bye, or has an opponent below while
    the group below still has as many pairs as it can.
    """
    if bracket.own < 2 or len(bracket.residents) < len(bracket.moved) or (bracket.closing and bracket.lower):
        return None
    if len({resident.score for resident in bracket.residents}) > 1:  # a collapsed group
        return None
    return _Walk(bracket, floats_well).pairs()


class _Walk:
    def __init__(self, bracket: Bracket, floats_well: Callable[[Player], bool]) -> None:
        self.players = bracket.players[: bracket.own]
        self.moved = len(bracket.moved)
        self.floats_well = floats_well
        self.budget = STEPS_FOR_EACH * len(self.players)
        self.conflicts, self.strong = _bounds(self.players)

    def pairs(self) -> set[Pair] | None:
        residents = [*range(self.moved, len(self.players))]
        first = self._assign([*range(self.moved)], residents, self.conflicts, self.strong, lambda _: True)
        if first is None:
            return None
        taken = set(first)
        rest = [place for place in residents if place not in taken]
        upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        conflicts, strong = self.conflicts, self.strong
        for i, j in enumerate(first):
            conflict = _conflict(self.players[i], self.players[j])
            conflicts, strong = conflicts - (conflict > 0), strong - (conflict > 1)
        second = self._assign(upper, lower, conflicts, strong, self._left_over)
        if second is None:
            return None
        return {*enumerate(first), *zip(upper, second, strict=True)}

    def _left_over(self, left: list[int]) -> bool:
        return all(
            player.last_float is not Float.DOWN
            and player.float_before is not Float.DOWN
            and self.floats_well(player)
            for player in (self.players[place] for place in left)
        )

    def _assign(
        self,
        upper: list[int],
        lower: list[int],
        conflicts: int,
        strong: int,
        accept: Callable[[list[int]], bool],
    ) -> list[int] | None:
        """An opponent from `lower` for each of `upper`, in the first order that keeps to the bounds (D.1)."""
        if not upper:
            return [] if accept(lower) else None
        one, later = self.players[upper[0]], upper[1:]
        for k, place in enumerate(lower):
            self.budget -= 1
            if self.budget < 0:
                return None
            two = self.players[place]
            conflict = _conflict(one, two)
            if (conflict > 0) > conflicts or (conflict > 1) > strong or not self._may(one, two):
                continue
            rest = self._assign(
                later, lower[:k] + lower[k + 1 :], conflicts - (conflict > 0), strong - (conflict > 1), accept
            )
            if rest is not None:
                return [place, *rest]
        return None

    def _may(self, one: Player, two: Player) -> bool:
        if one.score > two.score and Float.UP in (two.last_float, two.float_before):
            return False
        if (
            (one.topscorer or two.topscorer)
            and one.side == two.side
            and one.strength is two.strength is Strength.ABSOLUTE
        ):
            return False
        return may_meet(one, two)


def _conflict(one: Player, two: Player) -> int:
    """0 if both get the side they prefer, 1 if one does not (C.10), 2 if that was strong (C.11)."""
    if not one.side or one.side != two.side:
        return 0
    return 2 if one.strength >= Strength.STRONG and two.strength >= Strength.STRONG else 1


def _bounds(players: tuple[Player, ...]) -> tuple[int, int]:
    """At least so many pairs in which a player, or a player with a strong preference, gets the other side."""
    sides = [player.side for player in players]
    most = max((1, -1), key=sides.count)
    conflicts = max(0, sides.count(most) - (len(players) - sides.count(most))) // 2
    mild = sum(player.side == most and player.strength is Strength.MILD for player in players)
    return conflicts, max(0, conflicts - mild)
