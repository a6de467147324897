"""Distances on a map, worked out once."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Grid, Hex
from engine.scenario import Scenario


class DistanceTable(dict[Hex, Mapping[Hex, int]]):
    """Hexes from a hex to each hex of the map, by that hex; each worked out when it is first looked up."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid

    def __missing__(self, hex_: Hex) -> Mapping[Hex, int]:
        grid = self._grid
        self[hex_] = {h: grid.distance(hex_, h) for h in grid}
        return self[hex_]


def distance_table(scenario: Scenario) -> DistanceTable:
    """The distances on the map of a scenario."""
    return scenario.cached("distances", lambda: DistanceTable(scenario.grid))


def distances(scenario: Scenario, hex_: Hex) -> Mapping[Hex, int]:
    """Hexes from a hex to each hex of the map."""
    return distance_table(scenario)[hex_]
