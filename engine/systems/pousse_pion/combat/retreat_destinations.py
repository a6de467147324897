"""Where a retreat may lead (PP-RET-04 to 14). Nothing is changed here, and nothing drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.terrain import contacts, off_way_cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A hex to retreat to: the friend on it or "", enemies in contact with it, cost of the step in MV."""

    hex: Hex
    friend: str
    contacts: int
    cost: int

    @property
    def order(self) -> tuple[int, bool, int]:
        """What is compared, the lowest first; cost decides out of contact alone (PP-RET-05 to 07, C-01)."""
        return self.contacts, bool(self.friend), 0 if self.contacts else self.cost


def candidates(scn: Scenario, state: State, unit: Unit, moved: frozenset[str]) -> tuple[Destination, ...]:
    """The best hexes a unit may retreat to, clockwise from NE; none when it is lost (PP-RET-04 to 08, 14).

    `moved` holds the units that have moved in this cascade (PP-RET-13).
    """

    def best() -> tuple[Destination, ...]:
        near = _neighbours(scn, state, unit, unit.place)
        return _best(at for at in near if not at.friend or _gives_way(scn, state, unit, at, moved))

    return state.cached(("retreat", unit.id, moved), best)


def landings(scn: Scenario, state: State, unit: Unit, over: Hex) -> tuple[Destination, ...]:
    """The best empty hexes beyond a friend's hex, clockwise, payable or not (PP-RET-09, C-02)."""
    return _best(destination for destination in _neighbours(scn, state, unit, over) if not destination.friend)


def payable(unit: Unit, over: Destination, landing: Destination) -> bool:
    """Whether the MV of a unit pays both steps of a crossing (PP-RET-09)."""
    return over.cost + landing.cost <= unit["mp"]


def can_retreat(scn: Scenario, state: State, unit: Unit, moved: frozenset[str]) -> bool:
    """Whether a unit has any hex to retreat to, and so may be pushed (PP-RET-14).

    It has if a chain of pushes leads to a unit next to an empty hex, or to one that can cross a friend that
    is not in that chain. Searched unit by unit, not chain by chain: there may be too many chains.
    """
    chain = _chain(scn, state, unit, moved)
    steps = [(pusher, near) for pusher in chain for near in _neighbours(scn, state, pusher, pusher.place)]
    if any(not near.friend for _, near in steps):
        return True
    still = moved | {unit.id}
    return any(
        near.friend not in still
        and _crosses(scn, state, pusher, near)
        and pusher in _chain(scn, state, unit, moved | {near.friend})
        for pusher, near in steps
    )


def _chain(scn: Scenario, state: State, unit: Unit, shut: frozenset[str]) -> list[Unit]:
    """A unit, those it could push, those that they could, and so on; none of those named in `shut`."""
    chain, names = [unit], {unit.id, *shut}
    for pusher in chain:  # grows under way
        for near in _neighbours(scn, state, pusher, pusher.place):
            if near.friend and near.friend not in names:
                names.add(near.friend)
                chain.append(state.units[near.friend])
    return chain


def _crosses(scn: Scenario, state: State, unit: Unit, over: Destination) -> bool:
    """Whether a unit can pay its way past a friend to a best hex beyond (PP-RET-09)."""
    return any(payable(unit, over, landing) for landing in landings(scn, state, unit, over.hex))


def _gives_way(scn: Scenario, state: State, unit: Unit, over: Destination, moved: frozenset[str]) -> bool:
    """Whether a friend has not moved yet, and can be crossed or pushed (PP-RET-09, 11, 13, 14)."""
    if over.friend in moved:
        return False
    friend = state.units[over.friend]
    return _crosses(scn, state, unit, over) or can_retreat(scn, state, friend, moved | {unit.id})


def _neighbours(scn: Scenario, state: State, unit: Unit, here: Hex) -> tuple[Destination, ...]:
    """The hexes around one that hold no enemy and that the class of a unit can enter from there."""
    key = ("retreat destinations", unit.side, unit.kind, here)
    return state.cached(key, lambda: _around(scn, state, unit, here))


def _around(scn: Scenario, state: State, unit: Unit, here: Hex) -> tuple[Destination, ...]:
    destinations = []
    for near in scn.grid.neighbours(here).values():
        cost = off_way_cost(scn, unit.kind, here, near)
        there = next(iter(state.on(near)), None)
        if isinstance(cost, Barred) or (there is not None and there.side != unit.side):
            continue
        enemies = len(contacts(scn, state, near, scn.enemy(unit.side)))
        friend = there.id if there is not None else ""
        destinations.append(Destination(hex=near, friend=friend, contacts=enemies, cost=cost))
    return tuple(destinations)


def _best(destinations: Iterable[Destination]) -> tuple[Destination, ...]:
    """The equals at the head of the order."""
    every = tuple(destinations)
    first = min((destination.order for destination in every), default=None)
    return tuple(destination for destination in every if destination.order == first)
