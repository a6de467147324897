"""What the engine's rivals are asked: who sets out where, with what, and what is in his way.

All this is worked out beforehand and not counted; the engine works it out within the time taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.field import Field
from engine.hexes import Hex
from engine.rules.reach import Net, Place
from engine.systems.morne_plaine.going import Column, column
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.survey import survey, terms
from engine.systems.morne_plaine.toll import ahead, barred_from_moving, footing, parting

Reach = Mapping[Hex, int]
"""The cost of every hex in reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A unit that sets out: the column of the chart it goes by, its place, its movement points, what its
    first step costs besides, where that may not lead to, where no step may, and where none leads on."""

    unit: str
    column: Column
    net: Net
    start: Place
    home: Hex
    points: int
    surcharge: int
    not_first: frozenset[Place]
    shut: frozenset[Place]
    ends: frozenset[Place]

    def by_hex(self, found: Mapping[Place, int]) -> Reach:
        """The least cost of the places of each hex but its own."""
        least: dict[Hex, int] = {}
        for place, cost in found.items():
            hex_ = self.net.hexes[place]
            least[hex_] = min(cost, least.get(hex_, cost))
        least.pop(self.home, None)
        return least


def errands(field: Field) -> tuple[Errand, ...]:
    """An errand for every unit of the side that moves and is able to."""
    scn, state, map_ = field.scenario, field.state, survey(field.scenario)
    found = []
    for unit in (state.units[id_] for id_ in field.movers):
        if barred_from_moving(scn, state, unit) is not None:
            continue
        at, way_in = footing(state, unit), ahead(scn, state, unit)
        way_out = parting(scn, state, unit, at)
        found.append(
            Errand(
                unit=unit.id,
                column=column(scn, unit),
                net=terms(scn, column(scn, unit)).net,
                start=map_.place(unit.place, paid=PAID in at.marks),
                home=unit.place,
                points=at.left,
                surcharge=way_out.cost,
                not_first=map_.all_places(way_out.closed),
                shut=map_.all_places((way_in.taken | way_in.shunned) - {unit.place}),
                ends=map_.all_places(way_in.held),
            )
        )
    return tuple(found)
