"""The search problems: start, movement points and obstacles of each unit.

All this is worked out beforehand and not counted; the engine works it out within the time taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.rules.field import Field
from engine.hexes import Hex
from engine.rules.path_search import Place, StepGraph
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.movement.cost_table import cost_table, places
from engine.systems.morne_plaine.movement.step_cost import (
    barred_from_moving,
    move_state,
    obstructed,
    zone_exit,
)
from engine.systems.morne_plaine.movement.terrain_cost import Column, column

Reach = Mapping[Hex, int]
"""The cost of every hex in reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTask:
    """A unit about to move: its chart column, place and movement points, the extra cost of its first step,
    the hexes where that step may not lead, where no step may lead, and where movement ends."""

    unit: str
    column: Column
    net: StepGraph
    start: Place
    home: Hex
    points: int
    surcharge: int
    not_first: frozenset[Place]
    shut: frozenset[Place]
    ends: frozenset[Place]

    def by_hex(self, costs: Mapping[Place, int]) -> Reach:
        """The least cost of the places of each hex but its own."""
        least: dict[Hex, int] = {}
        for place, cost in costs.items():
            hex_ = self.net.hexes[place]
            least[hex_] = min(cost, least.get(hex_, cost))
        least.pop(self.home, None)
        return least


def search_tasks(field: Field) -> tuple[SearchTask, ...]:
    """An errand for every unit of the side that moves and is able to."""
    scn, state, all_places = field.scenario, field.state, places(field.scenario)
    tasks = []
    for unit in (state.units[id_] for id_ in field.movers):
        if barred_from_moving(scn, state, unit) is not None:
            continue
        at, ahead = move_state(state, unit), obstructed(scn, state, unit)
        leaving = zone_exit(scn, state, unit, at)
        tasks.append(
            SearchTask(
                unit=unit.id,
                column=column(scn, unit),
                net=cost_table(scn, column(scn, unit)).graph,
                start=all_places.at(unit.place, paid=PAID in at.marks),
                home=unit.place,
                points=at.left,
                surcharge=leaving.cost,
                not_first=all_places.all_of(leaving.closed),
                shut=all_places.all_of((ahead.occupied | ahead.closed_zone) - {unit.place}),
                ends=all_places.all_of(ahead.enemy_zone),
            )
        )
    return tuple(tasks)
