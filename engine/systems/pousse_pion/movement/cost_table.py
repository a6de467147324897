"""What the map asks of every step, computed once per scenario. Units play no part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.systems.pousse_pion.terrain import off_way_cost, way


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainCost:
    """A step between neighbours: the way that joins them, its cost in MV off the way, or what bars it."""

    way: str
    off_way: int | Barred


def terrain_costs(scn: Scenario, kind: str) -> Mapping[Hex, Mapping[Hex, TerrainCost]]:
    """What every step asks of the units of a class, by the hex left and the hex entered (PP-MOV-05, 06)."""
    return scn.cached(("terrain costs", kind), lambda: _terrain_costs(scn, kind))


def _terrain_costs(scn: Scenario, kind: str) -> Mapping[Hex, Mapping[Hex, TerrainCost]]:
    return {
        a: {b: TerrainCost(way=way(scn, a, b), off_way=off_way_cost(scn, kind, a, b)) for b in near.values()}
        for a, near in scn.grid.neighbours_of.items()
    }
