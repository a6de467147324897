"""The first candidate among equals in a homogeneous bracket or remainder.

The order is that of exchanges (D.2), then of transpositions (D.1). `graph` holds the pairs that may meet,
with their weights by the criteria. Preferences for the order of candidates are added as less important
digits, for a few players at a time: many distinct weights make matchings slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from league.swiss.criteria import Pair
from league.swiss.matching import Graph, heaviest, prefer

AT_ONCE = 14


def first_pairs(graph: Graph, rest: Sequence[int], count: int) -> set[Pair]:
    """The `count` pairs among the residents in `rest`, which are in order."""
    upper = first_upper(graph, rest, count)
    lower = [place for place in rest if place not in upper]
    return first_transposition(graph, sorted(upper), lower)


def first_upper(graph: Graph, rest: Sequence[int], count: int) -> set[int]:
    """Who is in the upper subgroup S1 after the first exchange that the criteria allow (D.2)."""
    inside, original = set(rest), set(rest[:count])
    graph = prefer(graph, {(i, j): 1 for i, j in graph if i in original and j in inside})  # few exchanges
    upper = _upper(heaviest(graph), inside)
    if upper == original:
        return upper
    number = {place: k for k, place in enumerate(rest)}
    graph = prefer(graph, {(i, j): -number[i] for i, j in graph if i in inside and j in inside})  # close ones
    upper = _upper(heaviest(graph), inside)
    exchanged = sum(place not in upper for place in rest[:count])
    for places, sign in ((rest[:count][::-1], -1), (rest[count:], 1)):
        missing = exchanged
        for chunk in _chunks(places):
            if missing:
                worth = {place: sign * 2 ** (AT_ONCE - k) for k, place in enumerate(chunk)}
                order = {(i, j): worth[i] for i, j in graph if i in worth and j in inside}
                upper = _upper(heaviest(prefer(graph, order)), inside)
                missing -= sum((place in upper) == (sign > 0) for place in chunk)
                graph = _settled(graph, inside, {place: place in upper for place in chunk})
            else:
                graph = _settled(graph, inside, dict.fromkeys(chunk, sign < 0))
    return upper


def _upper(matching: set[Pair], inside: set[int]) -> set[int]:
    return {i for i, j in matching if i in inside and j in inside}


def _settled(graph: Graph, inside: set[int], upper: dict[int, bool]) -> Graph:
    """The graph without the pairs that would put a player into the other subgroup."""
    return {
        (i, j): weight
        for (i, j), weight in graph.items()
        if (i not in upper or upper[i] == (j in inside)) and not (i in inside and upper.get(j))
    }


def first_transposition(graph: Graph, upper: Sequence[int], lower: Sequence[int]) -> set[Pair]:
    """Whom each of S1 is paired with in the first transposition of S2 that the criteria allow (D.1)."""
    one, two = set(upper), set(lower)
    graph = {
        (i, j): weight
        for (i, j), weight in graph.items()
        if (j in two if i in one else j not in one and (i not in two or j not in two))
    }
    rank = {place: len(lower) - k for k, place in enumerate(lower)}
    base = len(lower) + 1
    pairs: set[Pair] = set()
    for chunk in _chunks(upper):
        turn = {place: base ** (AT_ONCE - k) for k, place in enumerate(chunk)}
        order = {(i, j): rank[j] * turn[i] for i, j in graph if i in turn}
        found = {(i, j) for i, j in heaviest(prefer(graph, order)) if i in turn}
        taken = {place for pair in found for place in pair}
        graph = {(i, j): weight for (i, j), weight in graph.items() if i not in taken and j not in taken}
        pairs |= found
    return pairs


def _chunks(places: Sequence[int]) -> Iterator[Sequence[int]]:
    return (places[start : start + AT_ONCE] for start in range(0, len(places), AT_ONCE))
