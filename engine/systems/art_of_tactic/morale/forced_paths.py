"""The path of a move that no player wrote: Flee, Panic, Pursue (AT-MOR-36, C-10)."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.directions import rulebook_number
from engine.systems.art_of_tactic.marks import HIDDEN
from engine.systems.art_of_tactic.movement.paths import movement_value
from engine.systems.art_of_tactic.movement.terrain import Path, entry_refusal
from engine.systems.art_of_tactic.zones.zone_of_control import zone_of_side

Cost = tuple[int, int, int]  # hexes to enter; of them in enemy zones; of them occupied (AT-MOR-36)
NO_COST: Cost = (0, 0, 0)


def forced_path(scn: Scenario, state: State, unit: Unit, order: str, goals: Collection[Hex]) -> Path:
    """The hexes a unit will try to enter this turn on its way to the nearest goal."""
    return shortest_path(scn, state, unit, order, goals)[: movement_value(scn, unit, order)]


def shortest_path(scn: Scenario, state: State, unit: Unit, order: str, goals: Collection[Hex]) -> Path:
    """The whole best path to the nearest goal, without the hex of the unit; empty at a goal or without a way.

    Shortest first; then fewest hexes in enemy zones, fewest occupied hexes, lowest directions from the first
    step on (AT-MOR-36, C-10). No hex of an enemy is entered.
    """
    obstacles = _obstacles(scn, state, unit, order)
    costs = _costs(scn, obstacles, goals)
    here, path = unit.place, []
    while costs.get(here, NO_COST) != NO_COST:
        best = [h for h in _exits(scn, obstacles, here) if _cost_through(obstacles, costs, h) == costs[here]]
        here = min(best, key=lambda h: rulebook_number(scn.grid, str(scn.grid.direction(here, h))))
        path.append(here)
    return tuple(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Obstacles:
    """What a unit on a forced move knows of: hexes in enemy zones, held by friends, held by enemies."""

    unit: Unit
    order: str
    in_enemy_zones: Collection[Hex]
    held_by_friends: Collection[Hex]
    held_by_enemies: Collection[Hex]

    def cost(self, hex_: Hex) -> Cost:
        """The cost of entering a hex."""
        return 1, hex_ in self.in_enemy_zones, hex_ in self.held_by_friends


def _obstacles(scn: Scenario, state: State, unit: Unit, order: str) -> _Obstacles:
    """The obstacles of a forced move; hidden enemies are not known and change no path (R-53)."""
    enemy = scn.enemy(unit.side)
    hidden = {u.id for u in state.units_on_map(enemy) if state.marked(u.id, HIDDEN)}
    known = replace(state, units={id_: u for id_, u in state.units.items() if id_ not in hidden})
    return _Obstacles(
        unit=unit,
        order=order,
        in_enemy_zones=zone_of_side(scn, known, enemy),
        held_by_friends={u.place for u in known.units_on_map(unit.side)},
        held_by_enemies={u.place for u in known.units_on_map(enemy)},
    )


def _exits(scn: Scenario, obstacles: _Obstacles, hex_: Hex) -> Iterator[Hex]:
    """The neighbours of a hex that the unit may enter from it."""
    unit, order = obstacles.unit, obstacles.order
    for neighbour in scn.grid.neighbours(hex_).values():
        if neighbour in obstacles.held_by_enemies:
            continue
        if entry_refusal(scn, unit, order, hex_, neighbour) is None:
            yield neighbour


def _cost_through(obstacles: _Obstacles, costs: Mapping[Hex, Cost], hex_: Hex) -> Cost | None:
    """The cost of entering a hex and going on from it to the nearest goal; None without a way."""
    rest = costs.get(hex_)
    if rest is None:
        return None
    entry = obstacles.cost(hex_)
    return entry[0] + rest[0], entry[1] + rest[1], entry[2] + rest[2]


def _costs(scn: Scenario, obstacles: _Obstacles, goals: Collection[Hex]) -> dict[Hex, Cost]:
    """The least cost of reaching a goal, by hex from which there is a way."""
    entered_from: dict[Hex, list[Hex]] = {}
    for hex_ in scn.grid:
        for neighbour in _exits(scn, obstacles, hex_):
            entered_from.setdefault(neighbour, []).append(hex_)
    costs: dict[Hex, Cost] = {}
    queue = [(NO_COST, h) for h in sorted(goals) if h not in obstacles.held_by_enemies]
    while queue:
        cost, hex_ = heapq.heappop(queue)
        if hex_ in costs:
            continue
        costs[hex_] = cost
        for origin in entered_from.get(hex_, ()):
            through = _cost_through(obstacles, costs, hex_)
            if origin not in costs and through is not None:
                heapq.heappush(queue, (through, origin))
    return costs
