"""The terrain cost of every step on a map, computed once per scenario: as a table and as a graph to search.

A place of the graph is a hex and, on a road, whether the next road step out of it is a paid one (MP-MOV-21).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.path_search import Place, StepGraph, hex_index, step_graph, weight
from engine.scenario import Scenario
from engine.systems.morne_plaine.movement.terrain_cost import Column, TerrainCost, on_road, terrain_cost


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Places:
    """The places of every hex: one, or on a road two, the second with a paid step to come. `hexes` are those
    of the places."""

    of: Mapping[Hex, tuple[Place, ...]]
    hexes: tuple[Hex, ...]

    def at(self, hex_: Hex, *, paid: bool) -> Place:
        """The place of a unit on a hex. Off the roads it does not matter which step is paid."""
        return self.of[hex_][-1 if paid else 0]

    def all_of(self, hexes: Iterable[Hex]) -> frozenset[Place]:
        """The places of some hexes."""
        of = self.of
        return frozenset(place for hex_ in hexes for place in of[hex_])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CostTable:
    """The terrain cost of every step for the units of one column, by hex and neighbour, and as a graph."""

    steps: Mapping[Hex, Mapping[Hex, TerrainCost]]
    graph: StepGraph


def places(scn: Scenario) -> Places:
    """The places of a scenario's map."""
    return scn.cached("places", lambda: _places(scn))


def _places(scn: Scenario) -> Places:
    labels = hex_index(scn.grid).labels
    hexes = tuple(a for a in labels for _ in range(1 + on_road(scn, a)))
    first = {a: n for n, a in reversed(tuple(enumerate(hexes)))}
    return Places(
        of={a: tuple(range(first[a], first[a] + 1 + on_road(scn, a))) for a in labels},
        hexes=hexes,
    )


def cost_table(scn: Scenario, column: Column) -> CostTable:
    """The costs of a column of the movement chart on the whole map."""
    return scn.cached(("costs", column), lambda: _cost_table(scn, column))


def _cost_table(scn: Scenario, column: Column) -> CostTable:
    steps = {
        a: {b: terrain_cost(scn, column, a, b) for b in scn.grid.neighbours(a).values()} for a in scn.grid
    }
    all_places = places(scn)
    links = [
        tuple(
            (
                all_places.at(b, paid=step.next_road_step_paid[paid]),
                weight(step.costs[paid], hazard=step.marsh_test),
            )
            for b, step in steps[a].items()
            if not (step.barred or step.never_enters)
        )
        for a, own_places in all_places.of.items()
        for paid in range(len(own_places))
    ]
    return CostTable(steps=steps, graph=step_graph(all_places.hexes, links))
