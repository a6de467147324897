"""hexutil: A* for hexes, by what the hex entered costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.rules.field import Field
from bench.rules.searchers import library
from bench.rules.searchers.search_tasks import SearchTask
from engine.hexes import Hex
from engine.systems.morne_plaine.movement.terrain_cost import chart_cost

hexutil = library("hexutil")

Trip = tuple[SearchTask, Hex]


def search(field: Field, trips: Sequence[Trip]) -> Callable[[], list[int]]:
    """The search for a path on each trip: its cost in movement points."""
    scn = field.scenario
    at = {h: _hex(*scn.grid.column_and_row(h)) for h in scn.grid}
    inputs = []
    for errand, goal in trips:
        ground = {at[h]: chart_cost(scn, errand.column, h) or 0 for h in scn.grid}
        closed = {at[errand.net.hexes[place]] for place in errand.shut | errand.ends} - {at[goal]}
        inputs.append((at[errand.home], at[goal], frozenset(ground) - closed, ground))

    def costs() -> list[int]:
        return [_cost(a.find_path(b, free.__contains__, g.__getitem__), g) for a, b, free, g in inputs]

    return costs


def _hex(column: int, row: int) -> Any:
    """hexutil's hex: columns count twice, and even rows are pushed half a hex to the right."""
    return hexutil.Hex(2 * column - row % 2, row)


def _cost(path: Sequence[Any], ground: Mapping[Any, int]) -> int:
    return sum(ground[hex_] for hex_ in path[1:])
