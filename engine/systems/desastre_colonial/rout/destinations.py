"""Where a colonial unit may rout to: cover or a friendly Chief (DC-ROU-07 to 14, DC-ROU-35, C-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.values import by_id, chiefs, is_chief
from engine.systems.desastre_colonial.terrain.terrain import cover, impassable

COVER, CHIEF = "cover", "chief"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A destination: its kind, its name (the hex, or the Chief) and its hex."""

    kind: str
    name: str
    hex: Hex

    @property
    def text(self) -> str:
        """The destination as an option of a question: "cover 0305", "chief c9"."""
        return f"{self.kind} {self.name}"

    @classmethod
    def from_text(cls, state: State, text: str) -> Destination:
        """The destination that an option of a question means."""
        kind, name = text.split()
        return cls(kind=kind, name=name, hex=state.units[name].place if kind == CHIEF else name)


def destinations(scn: Scenario, state: State, unit: Unit) -> tuple[Destination, ...]:
    """The destinations a unit may choose from: the nearest of each kind, with ties; the default first
    (DC-ROU-01, DC-ROU-04, DC-ROU-14; 7.1). None where there is none (DC-ROU-24)."""
    kinds = (covers(scn, state, unit), friendly_chiefs(scn, state, unit))
    nearest = (place for kind in kinds for place in _nearest(scn, unit, kind))
    return tuple(sorted(nearest, key=lambda place: _order(scn, unit, place)))


def covers(scn: Scenario, state: State, unit: Unit) -> Iterator[Destination]:
    """The covered hexes that are not excluded, at any distance (DC-ROU-07 to 10)."""
    for hex_ in scn.grid:
        if hex_ == unit.place or not cover(scn, state, hex_) or _holds_enemy(state, unit, hex_):
            continue
        if not _is_crowded(scn, state, unit, hex_):
            yield Destination(kind=COVER, name=hex_, hex=hex_)


def friendly_chiefs(scn: Scenario, state: State, unit: Unit) -> Iterator[Destination]:
    """The friendly Chiefs who are not excluded, one for each hex (DC-ROU-11 to 13)."""
    seen = {unit.place}
    for chief in by_id(chiefs(state, unit.side)):
        if chief.place not in seen and not _is_crowded(scn, state, unit, chief.place):
            seen.add(chief.place)
            yield Destination(kind=CHIEF, name=chief.id, hex=chief.place)


def is_free(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex is free of friends and enemies for a unit, which does not count itself (C-03).

    A lone friendly Chief leaves a hex free, a lone enemy Chief does not (DC-ROU-35). Impassable terrain
    counts as occupied (DC-ROU-34).
    """
    if impassable(scn, state, hex_) or _holds_enemy(state, unit, hex_):
        return False
    return other_unit_on(state, unit, hex_) is None


def free_neighbours(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> tuple[Hex, ...]:
    """The free hexes next to a hex, clockwise from north (DC-ROU-10, DC-ROU-13, DC-ROU-20)."""
    return tuple(near for near in scn.grid.neighbours(hex_).values() if is_free(scn, state, unit, near))


def nearest_free(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The free hexes nearest to a unit, by q and r (DC-ROU-26); its own hex is always free (C-03)."""
    hexes = sorted((h for h in scn.grid if is_free(scn, state, unit, h)), key=lambda h: scn.grid.cubes[h])
    least = min(scn.grid.distance(unit.place, hex_) for hex_ in hexes)
    return tuple(hex_ for hex_ in hexes if scn.grid.distance(unit.place, hex_) == least)


def other_unit_on(state: State, unit: Unit, hex_: Hex) -> Unit | None:
    """The unit in a hex other than this one."""
    return next((other for other in state.on(hex_) if other.id != unit.id and not is_chief(other)), None)


def may_end(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a rout may end in a hex: not held by another unit, nor impassable (DC-ROU-20, 25, 34, 47)."""
    return other_unit_on(state, unit, hex_) is None and not impassable(scn, state, hex_)


def _holds_enemy(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether an enemy is in a hex, even a lone Chief (DC-ROU-09, DC-ROU-35)."""
    return any(other.side != unit.side for other in state.on(hex_))


def _is_crowded(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether another friendly unit holds a hex and no hex next to it is free (DC-ROU-10, DC-ROU-13)."""
    is_held = other_unit_on(state, unit, hex_) is not None
    return is_held and not free_neighbours(scn, state, unit, hex_)


def _nearest(scn: Scenario, unit: Unit, places: Iterable[Destination]) -> Iterable[Destination]:
    by_distance = [(scn.grid.distance(unit.place, place.hex), place) for place in places]
    least = min((distance for distance, _ in by_distance), default=0)
    return (place for distance, place in by_distance if distance == least)


def _order(scn: Scenario, unit: Unit, place: Destination) -> tuple[int, bool, tuple[int, int]]:
    """Nearest first; of equals cover, then the lowest q, then the lowest r (7.1)."""
    return scn.grid.distance(unit.place, place.hex), place.kind != COVER, scn.grid.cubes[place.hex]
