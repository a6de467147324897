"""hexutil: A* for hexes, by what the hex entered costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.field import Field
from bench.searchers import library
from bench.searchers.errands import Errand
from engine.hexes import Hex
from engine.systems.morne_plaine.going import chart_cost

hexutil = library("hexutil")

Trip = tuple[Errand, Hex]


def search(field: Field, trips: Sequence[Trip]) -> Callable[[], list[int]]:
    """The search for a path on each trip: its cost in movement points."""
    scn = field.scenario
    at = {h: _hex(*scn.grid.place(h)) for h in scn.grid}
    asked = []
    for errand, goal in trips:
        ground = {at[h]: chart_cost(scn, errand.column, h) or 0 for h in scn.grid}
        closed = {at[errand.net.hexes[place]] for place in errand.shut | errand.ends} - {at[goal]}
        asked.append((at[errand.home], at[goal], frozenset(ground) - closed, ground))

    def found() -> list[int]:
        return [_cost(a.find_path(b, free.__contains__, g.__getitem__), g) for a, b, free, g in asked]

    return found


def _hex(column: int, row: int) -> Any:
    """hexutil's hex: columns count twice, and even rows are pushed half a hex to the right."""
    return hexutil.Hex(2 * column - row % 2, row)


def _cost(path: Sequence[Any], ground: Mapping[Any, int]) -> int:
    return sum(ground[hex_] for hex_ in path[1:])
