"""Moves nobody orders: Flee and Panic in step 6, Pursue in step 3, and where they end (rules file, 4.9)."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import board, morale, paths, zones
from engine.systems.art_of_tactic.card import HESITANT, SHAKEN, STAFF, order, plays
from engine.systems.art_of_tactic.losses import PANICKED_OFF
from engine.systems.art_of_tactic.marks import HIDDEN, PURSUES

FLEE, PANIC, PURSUE = "flee", "panic", "pursue"
Cost = tuple[int, int, int]  # hexes to enter; of them in enemy zones; of them occupied (AT-MOR-36)
NOTHING: Cost = (0, 0, 0)


def forced_paths(scn: Scenario, state: State) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes each unit with Flee or Panic will try to enter in step 6; none for one that is there, or has
    no way (AT-MOR-31 to AT-MOR-37)."""
    found = {}
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        name = order(state, unit.id)
        if name in (FLEE, PANIC):
            goals = _refuge(scn, state, unit) if name == FLEE else _rim(scn)
            found[unit.id] = _begun(scn, state, unit, name, goals)
    return found


def pursuit_paths(scn: Scenario, state: State) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes each unit with Pursue will try to enter in step 3 (AT-MOR-51)."""
    found = {}
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if order(state, unit.id) == PURSUE:
            fled = (state.units[id_].hex for id_ in sorted(state.pointed(unit.id, PURSUES)))
            goals = frozenset(h for place in fled if place for h in scn.grid.neighbours(place).values())
            found[unit.id] = _begun(scn, state, unit, PURSUE, goals)
    return found


def _begun(scn: Scenario, state: State, unit: Unit, name: str, goals: Collection[Hex]) -> tuple[Hex, ...]:
    return shortest(scn, state, unit, name, goals)[: paths.movement_value(scn, unit, name)]


def _refuge(scn: Scenario, state: State, unit: Unit) -> Collection[Hex]:
    """Where Flee leads: beside the own General Staff, without one to the own edge (AT-MOR-33, C-10)."""
    staff = next((u for u in state.fielded(unit.side) if STAFF in u.traits and u.id != unit.id), None)
    if staff is not None:
        return frozenset(scn.grid.neighbours(staff.place).values())
    home = next(army.home for army in scn.sides if army.id == unit.side)
    return frozenset(h for h in scn.grid if _lies(scn, h, home))


def _lies(scn: Scenario, hex_: Hex, edge: str) -> bool:
    """Whether a hex lies on an edge of the map: north, south, east, west."""
    column, row = scn.grid.place(hex_)
    last = {"south": row == scn.grid.rows, "east": column == scn.grid.columns}
    return last.get(edge, row == 1 if edge == "north" else column == 1)


def _rim(scn: Scenario) -> Collection[Hex]:
    """The hexes from which a step leads off the board."""
    return frozenset(h for h in scn.grid if len(scn.grid.neighbours(h)) < len(scn.grid.directions))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Country:
    """The map as a unit on a forced move knows it: hexes in enemy zones, held by friends, held by enemies."""

    unit: Unit
    order: str
    watched: Collection[Hex]
    crowded: Collection[Hex]
    closed: Collection[Hex]

    def cost(self, hex_: Hex) -> Cost:
        """What entering a hex adds."""
        return 1, hex_ in self.watched, hex_ in self.crowded


def _country(scn: Scenario, state: State, unit: Unit, name: str) -> _Country:
    """Hidden enemies are not known and change no path (R-53)."""
    enemy = scn.enemy(unit.side)
    hidden = {u.id for u in state.fielded(enemy) if state.marked(u.id, HIDDEN)}
    known = replace(state, units={id_: u for id_, u in state.units.items() if id_ not in hidden})
    return _Country(
        unit=unit,
        order=name,
        watched=zones.zone(scn, known, enemy),
        crowded={u.place for u in known.fielded(unit.side)},
        closed={u.place for u in known.fielded(enemy)},
    )


def shortest(scn: Scenario, state: State, unit: Unit, name: str, goals: Collection[Hex]) -> tuple[Hex, ...]:
    """The whole best path to the nearest goal, without the hex of the unit; empty at a goal or without a way.

    Shortest first; then fewest hexes in enemy zones, fewest occupied, lowest directions from the first step
    on (AT-MOR-36, C-10). It leads through no hex of an enemy.
    """
    country = _country(scn, state, unit, name)
    costs = _costs(scn, country, goals)
    here, way = unit.place, []
    while costs.get(here, NOTHING) != NOTHING:
        ahead = [h for h in _exits(scn, country, here) if _via(country, costs, h) == costs[here]]
        here = min(ahead, key=lambda h: board.index(scn.grid, str(scn.grid.direction(here, h))))
        way.append(here)
    return tuple(way)


def _exits(scn: Scenario, country: _Country, hex_: Hex) -> Iterator[Hex]:
    """The neighbours a unit may go on to."""
    for to in scn.grid.neighbours(hex_).values():
        if to in country.closed or paths.may_enter(scn, country.unit, country.order, hex_, to) is not None:
            continue
        yield to


def _via(country: _Country, costs: Mapping[Hex, Cost], hex_: Hex) -> Cost | None:
    """The cost of going on over a hex to the nearest goal."""
    rest = costs.get(hex_)
    if rest is None:
        return None
    mine = country.cost(hex_)
    return mine[0] + rest[0], mine[1] + rest[1], mine[2] + rest[2]


def _costs(scn: Scenario, country: _Country, goals: Collection[Hex]) -> dict[Hex, Cost]:
    """The least cost of reaching a goal, from every hex where there is a way."""
    entries: dict[Hex, list[Hex]] = {}
    for hex_ in scn.grid:
        for to in _exits(scn, country, hex_):
            entries.setdefault(to, []).append(hex_)
    costs: dict[Hex, Cost] = {}
    waiting = [(NOTHING, h) for h in sorted(goals) if h not in country.closed]
    while waiting:
        cost, hex_ = heapq.heappop(waiting)
        if hex_ in costs:
            continue
        costs[hex_] = cost
        for frm in entries.get(hex_, ()):
            via = _via(country, costs, hex_)
            if frm not in costs and via is not None:
                heapq.heappush(waiting, (via, frm))
    return costs


def after_move(scn: Scenario, ledger: Ledger, substep: int, under_way: Collection[str]) -> frozenset[str]:
    """What a sub-step of step 6 brings fleeing units, 0 for its beginning; who goes no farther for it.

    A Shaken unit beside its General Staff rallies (AT-MOR-32, R-80). A Panicked one, still `under_way`, whose
    next step leads off the board is removed (AT-MOR-34).
    """
    rallied = _rally(scn, ledger)
    leaving = frozenset(id_ for id_ in under_way if _leaves(scn, ledger.state, id_, substep))
    if leaving:
        morale.strike(scn, ledger, leaving, PANICKED_OFF, "AT-MOR-34", str(substep))
    return rallied | leaving


def _rally(scn: Scenario, ledger: Ledger) -> frozenset[str]:
    state = ledger.state
    if not plays(scn, "intermediate"):
        return frozenset()
    shaken = [u for u in state.fielded() if u["morale"] == SHAKEN and _by_staff(scn, state, u)]
    for unit in sorted(shaken, key=lambda u: u.id):
        morale.set_morale(scn, ledger, unit, HESITANT, "AT-MOR-32")
    return frozenset(unit.id for unit in shaken)


def _by_staff(scn: Scenario, state: State, unit: Unit) -> bool:
    staff = (u for u in state.fielded(unit.side) if STAFF in u.traits and u.id != unit.id)
    return any(scn.grid.adjacent(unit.place, u.place) for u in staff)


def _leaves(scn: Scenario, state: State, id_: str, substep: int) -> bool:
    """Whether a unit in panic stands at the rim with a step left; all began in sub-step 1."""
    unit = state.units[id_]
    if unit.hex is None or order(state, id_) != PANIC or unit.hex not in _rim(scn):
        return False
    return substep < paths.movement_value(scn, unit, PANIC)
