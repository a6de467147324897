"""Distances on a map, worked out once."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Hex
from engine.scenario import Scenario


def distances(scenario: Scenario, hex_: Hex) -> Mapping[Hex, int]:
    """Hexes from a hex to each hex of the map; worked out once."""
    grid = scenario.grid
    return scenario.cached(("distances", hex_), lambda: {h: grid.distance(hex_, h) for h in grid})
