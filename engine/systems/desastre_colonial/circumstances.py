"""The circumstances of the colonial morale test: table 5.6, line by line (DC-MOR-A1 to F6, DC-MOR-14 to 27).

A line names what makes it count: units, or the hex of the unit tested. `morale` adds them up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.aspects import behind_both, beside_both, in_square
from engine.systems.desastre_colonial.ground import cover
from engine.systems.desastre_colonial.sight import sees
from engine.systems.desastre_colonial.values import (
    cavalry,
    chiefs_on,
    cohesion,
    fragile,
    gunlike,
    troops,
    unit_on,
    weapon,
)

ADVERSE, FAVOURABLE = "adverse", "favourable"
ONCE, EACH = "once", "each"

Names = tuple[str, ...]
Test = Callable[[Scenario, State, Unit], Names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstance:
    """A line of the table. `test` names what makes it count, nothing when it does not; it counts once, or
    once for each name (DC-MOR-15)."""

    id: str
    kind: str
    count: str
    test: Test


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A line that counts for a unit now, once: with the one unit, or all the units or hexes, that make it."""

    line: Circumstance
    because: Names

    @property
    def word(self) -> str:
        """The line and what makes it count, as the referee notes it: "A3 c4"."""
        return " ".join((self.line.id, *self.because))


def found(scn: Scenario, state: State, unit: Unit, kind: str) -> tuple[Counted, ...]:
    """The adverse or the favourable circumstances of a unit on this table, each as often as it counts
    (DC-MOR-05, DC-MOR-06, DC-MOR-14 to 16)."""
    return tuple(
        counted for line in CIRCUMSTANCES if line.kind == kind for counted in _of(line, scn, state, unit)
    )


def _of(line: Circumstance, scn: Scenario, state: State, unit: Unit) -> Iterator[Counted]:
    names = line.test(scn, state, unit)
    if line.count == EACH:
        yield from (Counted(line=line, because=(name,)) for name in names)
    elif names:
        yield Counted(line=line, because=tuple(name for name in names if name != unit.id))


def adjacent(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The units next to a unit, clockwise from north; no chiefs (DC-MOR-26)."""
    for hex_ in scn.grid.neighbours(unit.place).values():
        there = unit_on(state, hex_)
        if there is not None:
            yield there


def friends(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The friendly units next to a unit (DC-GEN-12)."""
    return (other for other in adjacent(scn, state, unit) if other.side == unit.side)


def enemies(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units next to a unit (DC-GEN-12)."""
    return (other for other in adjacent(scn, state, unit) if other.side != unit.side)


def _within(scn: Scenario, state: State, unit: Unit, hexes: int) -> Iterator[Unit]:
    """The enemy units so near, by id."""
    for other in sorted(troops(state, scn.enemy(unit.side)), key=lambda u: u.id):
        if scn.grid.distance(unit.place, other.place) <= hexes:
            yield other


def _number(scn: Scenario, line: str) -> int:
    """The number in a line of the table: losses, or hexes."""
    return int(scn.chart("morale", line))


def _ids(units: Iterator[Unit]) -> Names:
    return tuple(unit.id for unit in units)


def losses_reach(line: str) -> Test:
    """Whether a unit has as many losses as a line asks for (A1, A2)."""
    return lambda scn, state, unit: (unit.id,) if unit["losses"] >= _number(scn, line) else ()


def fragile_friends(scn: Scenario, state: State, unit: Unit) -> Names:
    """The friends next to a unit that are fragile (A3)."""
    return _ids(other for other in friends(scn, state, unit) if fragile(scn, other))


def steady_friends(scn: Scenario, state: State, unit: Unit) -> Names:
    """The friends next to a unit that are not fragile (F1)."""
    return _ids(other for other in friends(scn, state, unit) if not fragile(scn, other))


def guns(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemy guns within whose range and in whose sight a unit is, wherever they face, with or without
    ammunition (A4; DC-MOR-22, DC-GEN-32)."""
    near = (gun for gun in _within(scn, state, unit, _everywhere(scn)) if gunlike(gun))
    return _ids(gun for gun in near if _in_range(scn, gun, unit) and sees(scn, state, gun.place, unit.place))


def _everywhere(scn: Scenario) -> int:
    return scn.grid.columns + scn.grid.rows


def _in_range(scn: Scenario, gun: Unit, unit: Unit) -> bool:
    arm = weapon(scn, gun)
    return arm is not None and scn.grid.distance(gun.place, unit.place) <= int(arm["range"])


def unmatched(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemies next to a unit of higher cohesion that no steady friend of it stands next to, itself not
    counted (A5; DC-MOR-20, DC-MOR-21)."""
    higher = (foe for foe in enemies(scn, state, unit) if cohesion(foe) > cohesion(unit))
    return _ids(foe for foe in higher if not _held_by_a_friend(scn, state, foe, unit))


def _held_by_a_friend(scn: Scenario, state: State, foe: Unit, unit: Unit) -> bool:
    facing_it = (other for other in enemies(scn, state, foe) if other.id != unit.id)
    return any(not fragile(scn, other) for other in facing_it)


def beside(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemies on a flank or in the rear of both bases (A6; DC-GEN-24, DC-MOR-23)."""
    return _ids(foe for foe in enemies(scn, state, unit) if beside_both(scn, state, unit, foe.place))


def behind(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemies in the rear of both bases (A7; DC-GEN-24, DC-MOR-23)."""
    return _ids(foe for foe in enemies(scn, state, unit) if behind_both(scn, state, unit, foe.place))


def horsemen(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemy cavalry near by; mounted skirmishers are mounted infantry (A8; DC-MOR-24, C-08)."""
    near = _within(scn, state, unit, _number(scn, "A8"))
    return _ids(foe for foe in near if cavalry(foe))


def chiefs_here(scn: Scenario, state: State, unit: Unit) -> Names:
    """The friendly chiefs in the hex of a unit, activated or not (F2; DC-MOR-27)."""
    return _ids(iter(chiefs_on(state, unit.place, unit.side)))


def covered(scn: Scenario, state: State, unit: Unit) -> Names:
    """The hex of a unit when its terrain gives cover all round (F3; DC-MOR-25)."""
    return (unit.place,) if cover(scn, state, unit.place) else ()


def well_covered(scn: Scenario, state: State, unit: Unit) -> Names:
    """The hex of a unit when its terrain gives heavy cover all round (F4; DC-MOR-25)."""
    return (unit.place,) if cover(scn, state, unit.place) == "heavy" else ()


def squared(scn: Scenario, state: State, unit: Unit) -> Names:
    """Whether a unit is in square (F5)."""
    return (unit.id,) if in_square(state, unit) else ()


def undisturbed(scn: Scenario, state: State, unit: Unit) -> Names:
    """Whether no enemy unit is near (F6)."""
    return () if any(True for _ in _within(scn, state, unit, _number(scn, "F6"))) else (unit.id,)


CIRCUMSTANCES = tuple(
    Circumstance(id=id_, kind=kind, count=count, test=test)
    for id_, kind, count, test in (
        ("A1", ADVERSE, ONCE, losses_reach("A1")),
        ("A2", ADVERSE, ONCE, losses_reach("A2")),
        ("A3", ADVERSE, EACH, fragile_friends),
        ("A4", ADVERSE, ONCE, guns),
        ("A5", ADVERSE, EACH, unmatched),
        ("A6", ADVERSE, ONCE, beside),
        ("A7", ADVERSE, ONCE, behind),
        ("A8", ADVERSE, ONCE, horsemen),
        ("F1", FAVOURABLE, EACH, steady_friends),
        ("F2", FAVOURABLE, ONCE, chiefs_here),
        ("F3", FAVOURABLE, ONCE, covered),
        ("F4", FAVOURABLE, ONCE, well_covered),
        ("F5", FAVOURABLE, ONCE, squared),
        ("F6", FAVOURABLE, ONCE, undisturbed),
    )
)
"""Table 5.6. Who meets a stronger line meets the weaker one as well (DC-MOR-14)."""
