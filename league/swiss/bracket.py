"""The best candidate of a bracket: B.2 to B.8 of C.04.3, with the order of candidates of D.1 to D.3.

The rules generate candidates one after the other and take the best, the earliest of equals. There can be more
of them than atoms, so the best is found as heaviest matchings instead, in steps: the criteria; which players
moved down are paired, and with whom; which residents change subgroups; whom each is paired with. Each step
settles one part of the order in which candidates are generated, and leaves the criteria as good as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from league.swiss.criteria import Bracket, Pair, weights
from league.swiss.matching import all_below, heaviest
from league.swiss.players import Player
from league.swiss.quick import perfect_pairs

Matching = set[Pair]


def best_pairs(bracket: Bracket) -> Matching:
    """Pairs of the bracket, by places in `bracket.players`; players in none float down or get the bye."""

    def floats_well(player: Player) -> bool:
        return all_below(player, bracket.lower) if bracket.lower else not player.no_bye

    pairs = perfect_pairs(bracket, cache(floats_well))
    return _Search(bracket).pairs() if pairs is None else pairs


@dataclass
class _Search:
    bracket: Bracket

    def pairs(self) -> Matching:
        own, moved = self.bracket.own, len(self.bracket.moved)
        graph = weights(self.bracket)
        first = self._prefer(graph, self._moved_order()) if moved else graph
        matching = heaviest(first)
        settled = {(i, j) for i, j in matching if i < moved and j < own}
        taken = {place for pair in settled for place in pair}
        rest = [place for place in range(moved, own) if place not in taken]
        graph = {
            (i, j): weight
            for (i, j), weight in graph.items()
            if i not in taken and j not in taken and not (i < moved and j < own)
        }
        count = sum(moved <= i and j < own for i, j in matching - settled)
        if count:
            settled |= self._remainder(graph, rest, count)
        return settled

    def _prefer(self, graph: Mapping[Pair, int], order: Mapping[Pair, int]) -> dict[Pair, int]:
        """The same weights with a less important digit for the order of candidates."""
        largest = max(map(abs, order.values()), default=0)
        radix = largest * len(self.bracket.players) + 1
        return {pair: weight * radix + order.get(pair, 0) for pair, weight in graph.items()}

    def _moved_order(self) -> dict[Pair, int]:
        """Who of those moved down is paired (D.3), and with whom (D.1): the lowest places first."""
        moved, own = len(self.bracket.moved), self.bracket.own
        base = own - moved + 1
        return {
            (i, j): (base ** (2 * moved - i)) + (own - j) * base ** (moved - 1 - i)
            for i in range(moved)
            for j in range(moved, own)
        }

    def _remainder(self, graph: dict[Pair, int], rest: list[int], count: int) -> Matching:
        """The pairs among the residents that are left, `count` of them."""
        number = {place: k for k, place in enumerate(rest)}
        upper = self._upper(graph, rest, count)
        lower = [place for place in rest if place not in upper]
        base = len(rest) + 1
        turn = {place: base ** (count - 1 - k) for k, place in enumerate(sorted(upper))}
        left = {
            (i, j): weight
            for (i, j), weight in graph.items()
            if i not in number or (i in upper) == (j in number and j not in upper)
        }
        order = {(i, j): (len(rest) - number[j]) * turn[i] for i in upper for j in lower if (i, j) in left}
        return {pair for pair in heaviest(self._prefer(left, order)) if pair in order}

    def _upper(self, graph: dict[Pair, int], rest: list[int], count: int) -> set[int]:
        """Who is in the upper subgroup S1, after the first exchange that the criteria allow (D.2)."""
        inside, size = set(rest), len(rest)

        def exchange(k: int) -> int:
            """What it is worth that resident k is in S1: few exchanges, close ones, of the last of S1, for
            the first of S2.
            """
            if k < count:
                return (size**2 - k << 2 * size) - (1 << size + k)
            return (-k << 2 * size) + (1 << size - 1 - k)

        preferred = {place: exchange(k) for k, place in enumerate(rest)}
        order = {(i, j): preferred[i] for i, j in graph if i in inside and j in inside}
        matching = heaviest(self._prefer(graph, order))
        return {i for i, j in matching if i in inside and j in inside}


def unpaired(bracket: Bracket, pairs: Iterable[Pair]) -> list[int]:
    """The places of the bracket's own players that are in no pair."""
    taken = {place for pair in pairs for place in pair}
    return [place for place in range(bracket.own) if place not in taken]
