"""Where a retreat may lead (PP-RET-04 to 14). Nothing is changed here, and nothing drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.ground import contacts, price


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A hex to retreat to: the friend on it or "", enemies in contact with it, cost of the step in MV."""

    hex: Hex
    friend: str
    contacts: int
    cost: int

    @property
    def order(self) -> tuple[int, bool, int]:
        """What is compared, the lowest first; cost decides out of contact alone (PP-RET-05 to 07, C-01)."""
        return self.contacts, bool(self.friend), 0 if self.contacts else self.cost


def candidates(scn: Scenario, state: State, unit: Unit, moved: frozenset[str]) -> tuple[Choice, ...]:
    """The best hexes a unit may retreat to, clockwise from NE; none when it is lost (PP-RET-04 to 08, 14).

    `moved` holds the units that have moved in this cascade (PP-RET-13).
    """
    return _best(_open(scn, state, unit, moved))


def landings(scn: Scenario, state: State, unit: Unit, over: Hex) -> tuple[Choice, ...]:
    """The best empty hexes beyond a friend's hex, clockwise, payable or not (PP-RET-09, C-02)."""
    return _best(choice for choice in _neighbours(scn, state, unit, over) if not choice.friend)


def payable(unit: Unit, over: Choice, landing: Choice) -> bool:
    """Whether the MV of a unit pays both steps of a crossing (PP-RET-09)."""
    return over.cost + landing.cost <= unit["mp"]


def can_retreat(scn: Scenario, state: State, unit: Unit, moved: frozenset[str]) -> bool:
    """Whether a unit has any hex to retreat to, and so may be pushed (PP-RET-14)."""
    return any(True for _ in _open(scn, state, unit, moved))


def _open(scn: Scenario, state: State, unit: Unit, moved: frozenset[str]) -> Iterator[Choice]:
    """Every hex a unit may retreat to, empty ones first (PP-RET-04)."""
    near = _neighbours(scn, state, unit, unit.place)
    yield from (choice for choice in near if not choice.friend)
    for choice in near:
        if choice.friend and choice.friend not in moved and _gives_way(scn, state, unit, choice, moved):
            yield choice


def _gives_way(scn: Scenario, state: State, unit: Unit, over: Choice, moved: frozenset[str]) -> bool:
    """Whether a friend can be crossed or pushed (PP-RET-09, 11, 14)."""
    if any(payable(unit, over, landing) for landing in landings(scn, state, unit, over.hex)):
        return True
    return can_retreat(scn, state, state.units[over.friend], moved | {unit.id})


def _neighbours(scn: Scenario, state: State, unit: Unit, here: Hex) -> tuple[Choice, ...]:
    """The hexes around one that hold no enemy and that the class of a unit can enter from there."""
    found = []
    for near in scn.grid.neighbours(here).values():
        cost = price(scn, unit.kind, here, near)
        there = next(iter(state.on(near)), None)
        if isinstance(cost, Barred) or (there is not None and there.side != unit.side):
            continue
        enemies = len(contacts(scn, state, near, scn.enemy(unit.side)))
        friend = there.id if there is not None else ""
        found.append(Choice(hex=near, friend=friend, contacts=enemies, cost=cost))
    return tuple(found)


def _best(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The equals at the head of the order."""
    found = tuple(choices)
    first = min((choice.order for choice in found), default=None)
    return tuple(choice for choice in found if choice.order == first)
