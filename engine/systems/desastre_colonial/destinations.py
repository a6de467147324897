"""Where a colonial unit may run to: cover or a chief (DC-ROU-07 to 14, 35; C-03). Nothing is changed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.ground import cover, impassable
from engine.systems.desastre_colonial.values import chiefs, is_chief

COVER, CHIEF = "cover", "chief"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A destination: of which kind, what it is called (its hex, or the chief) and its hex."""

    kind: str
    name: str
    hex: Hex

    @property
    def word(self) -> str:
        """How it is answered: "cover 0305", "chief c9"."""
        return f"{self.kind} {self.name}"


def goals(scn: Scenario, state: State, unit: Unit) -> tuple[Goal, ...]:
    """The destinations a unit may choose from, the likeliest first: the nearest cover and the nearest chief,
    of equals all (DC-ROU-01, DC-ROU-04, DC-ROU-14; 7.1). None when there is none (DC-ROU-24)."""
    found = (*_nearest(scn, unit, covers(scn, state, unit)), *_nearest(scn, unit, leaders(scn, state, unit)))
    return tuple(sorted(found, key=lambda goal: _order(scn, unit, goal)))


def covers(scn: Scenario, state: State, unit: Unit) -> Iterator[Goal]:
    """The covered hexes that are not excluded, however far away (DC-ROU-07 to 10)."""
    for hex_ in scn.grid:
        if hex_ == unit.place or not cover(scn, state, hex_) or _hostile(state, unit, hex_):
            continue
        if not _crowded(scn, state, unit, hex_):
            yield Goal(kind=COVER, name=hex_, hex=hex_)


def leaders(scn: Scenario, state: State, unit: Unit) -> Iterator[Goal]:
    """The friendly chiefs that are not excluded, one a hex (DC-ROU-11 to 13)."""
    seen = {unit.place}
    for chief in sorted(chiefs(state, unit.side), key=lambda c: c.id):
        if chief.place not in seen and not _crowded(scn, state, unit, chief.place):
            seen.add(chief.place)
            yield Goal(kind=CHIEF, name=chief.id, hex=chief.place)


def free(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is free of friends and enemies for a unit, which itself is in nobody's way.

    A lone friendly chief leaves a hex free, a lone enemy chief does not; nobody may end on impassable ground
    (DC-ROU-34, DC-ROU-35, C-03).
    """
    if impassable(scn, state, hex_) or _hostile(state, unit, hex_):
        return False
    return unit_besides(state, unit, hex_) is None


def free_around(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> tuple[Hex, ...]:
    """The free hexes next to a hex, clockwise from north (DC-ROU-10, DC-ROU-13, DC-ROU-20)."""
    return tuple(near for near in scn.grid.neighbours(hex_).values() if free(scn, state, unit, near))


def unit_besides(state: State, unit: Unit, hex_: Hex) -> Unit | None:
    """The unit in a hex, not counting that one."""
    return next((there for there in state.on(hex_) if there.id != unit.id and not is_chief(there)), None)


def _hostile(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether the enemy is in a hex, if only with a lone chief (DC-ROU-09, DC-ROU-35)."""
    return any(other.side != unit.side for other in state.on(hex_))


def _crowded(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether another friendly unit holds a hex and none next to it is free (DC-ROU-10, DC-ROU-13)."""
    held = unit_besides(state, unit, hex_) is not None
    return held and not free_around(scn, state, unit, hex_)


def _nearest(scn: Scenario, unit: Unit, found: Iterable[Goal]) -> tuple[Goal, ...]:
    equals = tuple(found)
    away = min((scn.grid.distance(unit.place, goal.hex) for goal in equals), default=0)
    return tuple(goal for goal in equals if scn.grid.distance(unit.place, goal.hex) == away)


def _order(scn: Scenario, unit: Unit, goal: Goal) -> tuple[int, bool, tuple[int, int]]:
    """Nearest first; of equals cover, then the lowest q, then the lowest r (7.1)."""
    away = scn.grid.distance(unit.place, goal.hex)
    return away, goal.kind != COVER, scn.grid.cubes[goal.hex]
