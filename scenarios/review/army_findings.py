"""What is odd about the armies: in contact or under fire as the battle begins, unable ever to move."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import Unit
from scenarios.review.findings import Finding
from scenarios.review.opening import Opening

GENERAL_STAFF = "general_staff"


def army_findings(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """All findings about where units begin."""
    yield from _contacts(scenario, opening)
    yield from _under_fire(scenario, opening)
    yield from _stuck(scenario, opening)
    yield from _unused_types(scenario)
    yield from _powerless(scenario, opening)
    yield from _alike(scenario)
    yield from _general_staffs(scenario)


def _unused_types(scenario: Scenario) -> Iterator[Finding]:
    """Types that no unit is of: often a slip in the units."""
    used = {str(row.get("type", "")) for row in scenario.printed["units"]}
    for name in scenario.printed.get("types", {}):
        if name not in used:
            yield Finding(what=f"no unit is of type {str(name)!r}", key=f"types.{name}")


def _powerless(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """Units whose main number, lower left on the counter, is 0. Leaders may have none."""
    leaders = {*scenario.charts.get("stacking", ())}
    for unit in opening.start.units.values():
        face = opening.system.display.counter_face(scenario, opening.start, unit)
        if unit.kind not in leaders and face.corners.get("sw") == "0":
            what = f"{unit.id} has a strength of 0: there is nothing of it to fight with"
            yield Finding(what=what, key=unit_key(scenario, unit.id))


def _alike(scenario: Scenario) -> Iterator[Finding]:
    """Units of a side that are printed with one name."""
    named: dict[tuple[str, str], str] = {}
    for counter in scenario.counters.values():
        first = named.setdefault((counter.side, counter.name), counter.id)
        if counter.name and first != counter.id:
            what = f"{first} and {counter.id} have the same name, {counter.name!r}"
            yield Finding(what=what, key=unit_key(scenario, counter.id))


def _general_staffs(scenario: Scenario) -> Iterator[Finding]:
    """Armies with more or fewer than the one General Staff that the rulebook means them to have."""
    if GENERAL_STAFF not in scenario.charts.get("units", ()):
        return
    for side in scenario.side_ids:
        staffs = [c.id for c in scenario.counters.values() if c.side == side and c.symbol == GENERAL_STAFF]
        if len(staffs) != 1:
            told = ", ".join(staffs) or "none"
            what = f"an army has one General Staff ({GENERAL_STAFF}), {side} has {told}"
            yield Finding(what=what, key=unit_key(scenario, staffs[-1]) if staffs else "units")


def unit_key(scenario: Scenario, id_: str) -> str:
    """The key of a unit's row in the text."""
    rows = scenario.printed["units"]
    return next((f"units[{n}]" for n, row in enumerate(rows, 1) if row.get("id") == id_), "units")


def _contacts(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    units = [unit for unit in opening.start.units.values() if unit.hex]
    for number, unit in enumerate(units):
        for other in units[number + 1 :]:
            if other.side != unit.side and scenario.grid.distance(unit.place, other.place) == 1:
                what = f"{unit.id} and {other.id} begin in contact, at {unit.place} and {other.place}"
                yield Finding(what=what, hexes=(unit.place, other.place), key=unit_key(scenario, unit.id))


def _under_fire(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """Units that an enemy can fire at before they have moved: those of the side that moves second."""
    first = str(scenario.charts.get("first_initiative", scenario.side_ids[0]))
    state = next(iter(opening.moves[first].values()), opening.start)
    targets: dict[str, list[str]] = {}
    for unit in state.units.values():
        if unit.side != first or not unit.hex:
            continue
        sight = opening.system.display.sight(scenario, state, unit.id)
        for target in sight.targets if sight is not None and sight.reach > 1 else ():
            if state.units[target.unit].side != first and not target.by and not target.reason:
                targets.setdefault(target.unit, []).append(unit.id)
    if targets:
        told = (f"{id_} at {state.units[id_].place} ({', '.join(by)})" for id_, by in sorted(targets.items()))
        what = f"under fire from the start, before they can move: {', '.join(told)}"
        hexes = tuple(state.units[id_].place for id_ in sorted(targets))
        yield Finding(what=what, hexes=hexes, key=unit_key(scenario, min(targets)))


def _stuck(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """Units that can never move, and those that others wall in. Leaders follow rules of their own."""
    leaders = {*scenario.charts.get("stacking", ())}
    for unit in opening.start.units.values():
        if unit.hex is None or unit.kind in leaders or opening.is_hampered(unit):
            continue
        beside = opening.alone(unit, unit.place)
        if not beside:
            what = f"{unit.id} can never move: from {unit.place} it can enter no hex"
            yield Finding(what=what, hexes=(unit.place,), key=unit_key(scenario, unit.id))
        elif _walled_in(opening, unit, beside & {*scenario.grid.neighbours(unit.place).values()}):
            what = f"{unit.id} is walled in at {unit.place}: no unit around it can make room"
            yield Finding(what=what, hexes=(unit.place,), key=unit_key(scenario, unit.id))


def _walled_in(opening: Opening, unit: Unit, beside: frozenset[Hex]) -> bool:
    """Whether all the hexes beside it that it could enter are held by enemies, or by friends who cannot step
    aside themselves."""
    if opening.can_step(unit):
        return False
    for hex_ in beside:
        there = [other for other in opening.start.units.values() if other.place == hex_]
        if not there or any(other.side == unit.side and opening.can_step(other) for other in there):
            return False
    return bool(beside)
