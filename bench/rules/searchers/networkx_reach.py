"""networkx: the library most people would take. The graph lies ready; each unit has its own weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bench.rules.searchers import library
from bench.rules.searchers.search_tasks import Reach, SearchTask

networkx = library("networkx")


def search(errands: Sequence[SearchTask]) -> Callable[[], list[Reach]]:
    """The search for all errands: Dijkstra's algorithm, by costs alone."""
    graphs = {errand.column: _graph(errand) for errand in errands}
    inputs = [(errand, graphs[errand.column], _weight(errand)) for errand in errands]
    path_length = networkx.single_source_dijkstra_path_length

    def reaches() -> list[Reach]:
        return [e.by_hex(path_length(graph, e.start, e.points, weight)) for e, graph, weight in inputs]

    return reaches


def _graph(errand: SearchTask) -> Any:
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(errand.net.hexes)))
    for place, out in enumerate(errand.net.outward[-1]):
        graph.add_edges_from((place, to, {"cost": cost}) for to, cost in out)
    return graph


def _weight(errand: SearchTask) -> Callable[[int, int, dict[str, int]], int | None]:
    """What a step costs this unit, or None where there is none."""
    start, shut, ends = errand.start, errand.shut, errand.ends
    not_first, surcharge = errand.not_first, errand.surcharge

    def weight(a: int, b: int, step: dict[str, int]) -> int | None:
        if b in shut:
            return None
        if a == start:
            return None if b in not_first else step["cost"] + surcharge
        return None if a in ends else step["cost"]

    return weight
