"""Every hex that a unit on the map can reach in this position.

The rules are those of `step_cost`: what it asks of the position is looked up once for all steps, and no
reason is made out for a step that is forbidden. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from engine.display import Route
from engine.hexes import Hex
from engine.rules.movement import Barred
from engine.rules.routes import PathAndCosts
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import BEGUN, PAID
from engine.systems.pousse_pion.movement.cost_table import terrain_costs
from engine.systems.pousse_pion.movement.step_cost import (
    AFTER_A_PAID_STEP,
    CONTACT,
    MANOEUVRE,
    PRICED_BY,
    move_state,
)
from engine.systems.pousse_pion.terrain import clear
from engine.systems.pousse_pion.units import kept_from_contact
from engine.systems.pousse_pion.zoc import surcharging_enemies, zone

NO_HEXES: frozenset[Hex] = frozenset()


class Stand(NamedTuple):
    """How a unit stands before a step: its hex, MV left, the marks that price the step; on the hex of a
    friend it passes, the hexes since its crossing began; whether its movement has ended."""

    hex: Hex
    left: int
    marks: frozenset[str]
    passed: frozenset[Hex] = NO_HEXES
    ends: bool = False


class Reach:
    """The steps of one unit in one position."""

    def __init__(self, scn: Scenario, state: State, unit: Unit) -> None:
        self._scn, self._state, self._unit = scn, state, unit
        enemy = scn.enemy(unit.side)
        self._terrain = terrain_costs(scn, unit.kind)
        self._enemy_zone = zone(scn, state, enemy)
        self._contact = CONTACT.zone(scn, state, enemy)
        closed = state.phase == MANOEUVRE or kept_from_contact(unit)
        self._closed = self._contact if closed else NO_HEXES
        self._road = tuple(int(cost) for cost in scn.chart("road_step"))
        self._track = int(scn.chart("track_step"))

    def routes(self) -> dict[Hex, Route]:
        """The cheapest route to each hex, the cheapest first; among equals the fewest hexes."""
        at = move_state(self._state, self._unit)
        start = Stand(at.hex, at.left, at.marks)
        best: dict[Hex, Route] = {}
        done: set[tuple[Hex, frozenset[str]]] = set()
        heap: list[tuple[int, int, PathAndCosts, int]] = [(0, 0, ((), ()), 0)]
        arrived = [start]
        while heap:
            cost, length, (path, costs), number = heappop(heap)
            here = arrived[number]
            if (here.hex, here.marks) in done:
                continue
            done.add((here.hex, here.marks))
            if path and not here.passed and here.hex != start.hex and here.hex not in best:
                best[here.hex] = Route(path=path, cost=cost, steps=costs, left=here.left, ends=here.ends)
            if here.ends:
                continue
            for paid, there in self._steps(here):
                if (there.hex, there.marks) not in done:
                    arrived.append(there)
                    longer = ((*path, there.hex), (*costs, paid))
                    heappush(heap, (cost + paid, length + 1, longer, len(arrived) - 1))
        return best

    def _steps(self, at: Stand) -> Iterator[tuple[int, Stand]]:
        """The legal steps, with what each costs and how the unit stands after it."""
        if at.left < 1:  # PP-MOV-46
            return
        state, unit = self._state, self._unit
        in_zone = at.hex in self._enemy_zone
        surcharge = 0
        if in_zone and surcharging_enemies(self._scn, state, unit, at.hex):  # PP-ZOC-08
            surcharge = int(self._scn.chart("zoc", "exit"))
        paid = PAID in at.marks
        for to, terrain in self._terrain[at.hex].items():
            if to in at.passed or to in self._closed:  # PP-MOV-37; PP-MOV-48, PP-ZOC-15
                continue
            others = [other for other in state.on(to) if other.id != unit.id]
            if any(other.side != unit.side for other in others):  # PP-GEN-14
                continue
            way, marks = "" if in_zone else terrain.way, PRICED_BY  # PP-ZOC-21
            if way == "road":  # PP-MOV-22
                cost = self._road[paid]
                marks = AFTER_A_PAID_STEP if paid else PRICED_BY
            elif way == "track":  # PP-MOV-21
                cost = self._track
            elif isinstance(terrain.off_way, Barred):
                continue
            else:
                cost = terrain.off_way + surcharge
            if others:
                passing = Stand(to, at.left - cost, marks, (at.passed or frozenset({at.hex})) | {to})
                if cost <= at.left and self._may_pass(others[0].place, passing):  # PP-MOV-34 to 36, 45
                    yield cost, passing
            elif cost <= at.left:
                yield cost, Stand(to, at.left - cost, marks, ends=to in self._enemy_zone)  # PP-ZOC-06
            elif BEGUN not in at.marks:  # PP-MOV-24
                yield at.left, Stand(to, 0, marks, ends=to in self._enemy_zone)

    def _may_pass(self, hex_: Hex, passing: Stand) -> bool:
        """Whether the unit may pass the friend on a hex."""
        open_ground = clear(self._scn, hex_) and hex_ not in self._contact
        return open_ground and any(True for _ in self._steps(passing))
