"""The circumstances of the colonial morale test: table 5.6, line by line (DC-MOR-A1 to F6, DC-MOR-14 to 27).

Each line is a function that returns what makes it count: units, or the hex of the tested unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.aspects import flank_or_rear_of_both, in_square, rear_of_both
from engine.systems.desastre_colonial.terrain.sight import sees
from engine.systems.desastre_colonial.terrain.terrain import cover

ADVERSE, FAVOURABLE = "adverse", "favourable"
ONCE, EACH = "once", "each"

Names = tuple[str, ...]
"""Units or hexes."""
Test = Callable[[Scenario, State, Unit], Names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstance:
    """A line of the table. `test` returns what makes it count, nothing where it does not; `count` says that
    it counts once, or once for EACH name (DC-MOR-15)."""

    id: str
    kind: str
    count: str
    test: Test


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A line that counts once for a unit, because of these other units or hexes."""

    line: Circumstance
    because: Names

    @property
    def text(self) -> str:
        """The line and what makes it count, as the log records it: "A3 c4"."""
        return " ".join((self.line.id, *self.because))


def counted(scn: Scenario, state: State, unit: Unit, kind: str) -> tuple[Counted, ...]:
    """The adverse or the favourable circumstances of a unit now, each as often as it counts (DC-MOR-05,
    DC-MOR-06, DC-MOR-14 to 16)."""
    lines = (line for line in CIRCUMSTANCES if line.kind == kind)
    return tuple(one for line in lines for one in _as_often_as_it_counts(line, scn, state, unit))


def _as_often_as_it_counts(line: Circumstance, scn: Scenario, state: State, unit: Unit) -> Iterator[Counted]:
    names = line.test(scn, state, unit)
    if line.count == EACH:
        yield from (Counted(line=line, because=(name,)) for name in names)
    elif names:
        yield Counted(line=line, because=tuple(name for name in names if name != unit.id))


# --- who is near --------------------------------------------------------------------------------------------


def adjacent(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The units adjacent to a unit, clockwise from north; no Chiefs (DC-MOR-26)."""
    for hex_ in scn.grid.neighbours(unit.place).values():
        other = values.unit_on(state, hex_)
        if other is not None:
            yield other


def friends(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The friendly units adjacent to a unit (DC-GEN-12)."""
    return (other for other in adjacent(scn, state, unit) if other.side == unit.side)


def enemies(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units adjacent to a unit (DC-GEN-12)."""
    return (other for other in adjacent(scn, state, unit) if other.side != unit.side)


def _enemies_within(scn: Scenario, state: State, unit: Unit, hexes: int) -> Iterator[Unit]:
    """The enemy units up to so many hexes from a unit, by id."""
    enemies = values.by_id(values.troops(state, scn.enemy(unit.side)))
    return (enemy for enemy in enemies if scn.grid.distance(unit.place, enemy.place) <= hexes)


def _number(scn: Scenario, line: str) -> int:
    """The number printed in a line of the table: losses or hexes."""
    return int(scn.chart("morale", line))


def _ids(units: Iterator[Unit]) -> Names:
    return tuple(unit.id for unit in units)


# --- adverse ------------------------------------------------------------------------------------------------


def losses_reach(line: str) -> Test:
    """The test whether a unit has the losses of a line (A1, A2)."""
    return lambda scn, state, unit: (unit.id,) if unit["losses"] >= _number(scn, line) else ()


def fragile_friends(scn: Scenario, state: State, unit: Unit) -> Names:
    """The adjacent friends that are fragile (A3)."""
    return _ids(other for other in friends(scn, state, unit) if values.fragile(scn, other))


def guns(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemy guns that have a unit in range and in sight; their facing and ammunition do not matter (A4;
    DC-MOR-22, DC-GEN-32)."""
    in_range = (
        gun
        for gun in values.by_id(values.troops(state, scn.enemy(unit.side)))
        if values.gunlike(gun) and scn.grid.distance(gun.place, unit.place) <= values.weapon_range(scn, gun)
    )
    return _ids(gun for gun in in_range if sees(scn, state, gun.place, unit.place))


def unmatched(scn: Scenario, state: State, unit: Unit) -> Names:
    """The adjacent enemies of higher cohesion that are not adjacent to a steady friend of the unit, which
    does not count itself (A5; DC-MOR-20, DC-MOR-21)."""
    higher = (foe for foe in enemies(scn, state, unit) if values.cohesion(foe) > values.cohesion(unit))
    return _ids(foe for foe in higher if not _faces_a_steady_friend(scn, state, foe, unit))


def _faces_a_steady_friend(scn: Scenario, state: State, foe: Unit, unit: Unit) -> bool:
    friends_of_unit = (other for other in enemies(scn, state, foe) if other.id != unit.id)
    return any(not values.fragile(scn, friend) for friend in friends_of_unit)


def on_flank_or_rear(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemies in the flank or rear of both bases (A6; DC-GEN-24, DC-MOR-23)."""
    return _ids(
        foe for foe in enemies(scn, state, unit) if flank_or_rear_of_both(scn, state, unit, foe.place)
    )


def in_rear(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemies in the rear of both bases (A7; DC-GEN-24, DC-MOR-23)."""
    return _ids(foe for foe in enemies(scn, state, unit) if rear_of_both(scn, state, unit, foe.place))


def cavalry_near(scn: Scenario, state: State, unit: Unit) -> Names:
    """The enemy cavalry nearby; mounted skirmishers are mounted infantry (A8; DC-MOR-24, C-08)."""
    return _ids(foe for foe in _enemies_within(scn, state, unit, _number(scn, "A8")) if values.cavalry(foe))


# --- favourable ---------------------------------------------------------------------------------------------


def steady_friends(scn: Scenario, state: State, unit: Unit) -> Names:
    """The adjacent friends that are not fragile (F1)."""
    return _ids(other for other in friends(scn, state, unit) if not values.fragile(scn, other))


def chiefs_here(scn: Scenario, state: State, unit: Unit) -> Names:
    """The friendly Chiefs in the hex of a unit, activated or not (F2; DC-MOR-27)."""
    return _ids(iter(values.chiefs_on(state, unit.place, unit.side)))


def covered(scn: Scenario, state: State, unit: Unit) -> Names:
    """The hex of a unit, if its area terrain gives cover (F3; DC-MOR-25)."""
    return (unit.place,) if cover(scn, state, unit.place) else ()


def in_heavy_cover(scn: Scenario, state: State, unit: Unit) -> Names:
    """The hex of a unit, if its area terrain gives heavy cover (F4; DC-MOR-25)."""
    return (unit.place,) if cover(scn, state, unit.place) == "heavy" else ()


def squared(scn: Scenario, state: State, unit: Unit) -> Names:
    """The unit itself, if it is in square (F5)."""
    return (unit.id,) if in_square(state, unit) else ()


def undisturbed(scn: Scenario, state: State, unit: Unit) -> Names:
    """The unit itself, if no enemy unit is nearby (F6)."""
    return () if any(_enemies_within(scn, state, unit, _number(scn, "F6"))) else (unit.id,)


CIRCUMSTANCES = tuple(
    Circumstance(id=id_, kind=kind, count=count, test=test)
    for id_, kind, count, test in (
        ("A1", ADVERSE, ONCE, losses_reach("A1")),
        ("A2", ADVERSE, ONCE, losses_reach("A2")),
        ("A3", ADVERSE, EACH, fragile_friends),
        ("A4", ADVERSE, ONCE, guns),
        ("A5", ADVERSE, EACH, unmatched),
        ("A6", ADVERSE, ONCE, on_flank_or_rear),
        ("A7", ADVERSE, ONCE, in_rear),
        ("A8", ADVERSE, ONCE, cavalry_near),
        ("F1", FAVOURABLE, EACH, steady_friends),
        ("F2", FAVOURABLE, ONCE, chiefs_here),
        ("F3", FAVOURABLE, ONCE, covered),
        ("F4", FAVOURABLE, ONCE, in_heavy_cover),
        ("F5", FAVOURABLE, ONCE, squared),
        ("F6", FAVOURABLE, ONCE, undisturbed),
    )
)
"""Table 5.6. A unit that meets a stronger line meets the weaker one too (DC-MOR-14)."""
