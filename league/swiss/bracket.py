"""The best candidate of a bracket: B.2 to B.8 of C.04.3, with the order of candidates of D.1 to D.3.

The rules generate candidates one after the other and take the best, the earliest of equals. There can be more
of them than atoms, so the best is found as heaviest matchings instead, in steps: the criteria; which players
moved down are paired, and with whom; which residents change subgroups; whom each is paired with. Each step
settles one part of the order in which candidates are generated, and leaves the criteria as good as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from league.swiss.criteria import Bracket, Pair, weights
from league.swiss.matching import all_below, heaviest, prefer
from league.swiss.players import Player
from league.swiss.quick import perfect_pairs
from league.swiss.remainder import first_pairs

Matching = set[Pair]


def best_pairs(bracket: Bracket) -> Matching:
    """Pairs of the bracket, by places in `bracket.players`; players in none float down or get the bye."""

    def floats_well(player: Player) -> bool:
        return all_below(player, bracket.lower) if bracket.lower else not player.no_bye

    pairs = perfect_pairs(bracket, cache(floats_well))
    return _search(bracket) if pairs is None else pairs


def _search(bracket: Bracket) -> Matching:
    own, moved = bracket.own, len(bracket.moved)
    graph = weights(bracket)
    matching = heaviest(prefer(graph, _moved_order(bracket)) if moved else graph)
    settled = {(i, j) for i, j in matching if i < moved and j < own}
    taken = {place for pair in settled for place in pair}
    rest = [place for place in range(moved, own) if place not in taken]
    count = sum(moved <= i and j < own for i, j in matching)
    if not count:
        return settled
    left = {
        (i, j): weight
        for (i, j), weight in graph.items()
        if i not in taken and j not in taken and not (i < moved and j < own)
    }
    return settled | first_pairs(left, rest, count)


def _moved_order(bracket: Bracket) -> dict[Pair, int]:
    """Who of those moved down is paired (D.3), and with whom (D.1): the lowest places first."""
    moved, own = len(bracket.moved), bracket.own
    base = own - moved + 1
    return {
        (i, j): (base ** (2 * moved - i)) + (own - j) * base ** (moved - 1 - i)
        for i in range(moved)
        for j in range(moved, own)
    }


def unpaired(bracket: Bracket, pairs: Iterable[Pair]) -> list[int]:
    """The places of the bracket's own players that are in no pair."""
    taken = {place for pair in pairs for place in pair}
    return [place for place in range(bracket.own) if place not in taken]
