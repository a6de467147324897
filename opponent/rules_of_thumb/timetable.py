"""Timetable: where a side's units will be hex by hex, so that no two of them are ordered into each other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Grid, Hex
from engine.state import Orders, State, Unit

Path = tuple[Hex, ...]
STEPS = 8
"""Hexes of the longest path, and one more."""


class Timetable:
    """The hexes that friends reserve, step by step: those of their written paths, else where they stand.

    All units enter their next hexes together. A path is thought to end before the first enemy on it. A unit
    that comes near an enemy may be stopped there, so it also keeps the hexes behind it.
    """

    def __init__(self, grid: Grid, state: State, side: str, orders: Orders) -> None:
        self._grid = grid
        self._enemies = frozenset(u.place for u in state.units_on_map() if u.side != side)
        self._places: dict[str, Path] = {}
        self._kept: dict[str, frozenset[Hex]] = {}
        for unit in state.units_on_map(side):
            self.reserve(unit, orders.get(unit.id, {}))

    def reserve(self, unit: Unit, order: Mapping[str, str]) -> None:
        """Reserve the hexes of a unit's order in place of those it had."""
        path = tuple(order.get("path", "").split())
        self._places[unit.id] = self._by_step(unit, path)
        self._kept[unit.id] = self._kept_by(unit, path)

    def _by_step(self, unit: Unit, path: Path) -> Path:
        """Where a unit is after each step, from none on."""
        places = [unit.place]
        for hex_ in path:
            if hex_ in self._enemies:
                break
            places.append(hex_)
        return tuple(places[min(step, len(places) - 1)] for step in range(STEPS + 1))

    def _kept_by(self, unit: Unit, path: Path) -> frozenset[Hex]:
        """The hexes where a unit may be held up."""
        hexes = (unit.place, *path)
        near = (n for n, h in enumerate(path) if any(self._grid.distance(h, e) <= 2 for e in self._enemies))
        first = next(near, len(path))
        return frozenset(hexes[first:]) if path else frozenset()

    def is_free(self, unit: Unit, path: Path) -> bool:
        """Whether a unit that takes this path meets no friend on it, nor stands in the way of one."""
        mine = self._by_step(unit, path)
        entered = frozenset(mine[1:]) - {unit.place}
        return not any(
            entered & self._kept[id_] or _meet(mine, places)
            for id_, places in self._places.items()
            if id_ != unit.id
        )


def _meet(mine: Path, places: Path) -> bool:
    """Whether two units are in one hex after a step, or try to change places."""
    return any(
        places[step] == mine[step] or (places[step] == mine[step - 1] and mine[step] == places[step - 1])
        for step in range(1, STEPS + 1)
    )
