"""Matchings of players: the heaviest, and whether everyone can be paired.

networkx is loaded at its first use: it takes some 10 MB, and most bots pair no one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.swiss.criteria import Pair, may_meet
from league.swiss.players import Player

Graph = Mapping[Pair, int]
"""Pairs that may meet, the smaller place first, and the weight of each."""


def prefer(graph: Graph, order: Graph) -> dict[Pair, int]:
    """The same weights with a less important digit for the order of candidates."""
    places = len({place for pair in graph for place in pair})
    radix = max(map(abs, order.values()), default=0) * places + 1
    return {pair: weight * radix + order.get(pair, 0) for pair, weight in graph.items()}


def heaviest(graph: Graph) -> set[Pair]:
    """The matching with the largest total weight, each pair with its smaller place first."""
    import networkx

    net: networkx.Graph[int] = networkx.Graph()
    net.add_weighted_edges_from((i, j, weight) for (i, j), weight in graph.items())
    return {(i, j) if i < j else (j, i) for i, j in networkx.max_weight_matching(net)}


def can_be_paired(players: Iterable[Player]) -> bool:
    """Whether all can be paired by the absolute criteria, but for one bye in an odd number (C.4)."""
    everyone = list(players)
    if not everyone or _greedy(everyone) or _greedy(everyone[::-1]):
        return True
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(everyone)))
    graph.add_edges_from(
        (i, j) for j, two in enumerate(everyone) for i, one in enumerate(everyone[:j]) if may_meet(one, two)
    )
    if len(everyone) % 2:
        graph.add_edges_from((-1, i) for i, player in enumerate(everyone) if not player.no_bye)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) >= len(everyone)


def all_below(player: Player, below: Sequence[Player]) -> bool:
    """Whether a player who floats down is paired there, and costs the group below no pair (C.7)."""
    everyone = [player, *below]
    if len(everyone) % 2 == 0:
        return _greedy(everyone) or len(_pairs(everyone)) * 2 == len(everyone)
    return any(_greedy([p for p in everyone if p is not left]) for left in reversed(below))


def _pairs(players: Sequence[Player]) -> set[Pair]:
    return heaviest(
        {
            (i, j): 1
            for j, two in enumerate(players)
            for i, one in enumerate(players[:j])
            if may_meet(one, two)
        }
    )


def _greedy(players: Sequence[Player]) -> bool:
    """Whether pairing each player with the next that it may meet leaves nobody over, but for one bye."""
    left = list(players)
    bye = bool(len(left) % 2)
    while left:
        one = left.pop(0)
        k = next((k for k, two in enumerate(left) if may_meet(one, two)), None)
        if k is not None:
            left.pop(k)
        elif bye and not one.no_bye:
            bye = False
        else:
            return False
    return True
