"""What is odd about objectives and exits: worth nothing, out of reach, open to one side only."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle.exits import LEADERS
from engine.hexes import Hex
from engine.scenario import OFF_MAP, RESERVE, Exit, Objective, Scenario
from engine.state import Unit
from scenarios.review.findings import Finding
from scenarios.review.opening import Opening


def objective_findings(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """All findings about what is fought for."""
    if not scenario.objectives and not scenario.exits and "exits" not in scenario.charts:
        what = "there is nothing to win: give it `objectives` or `exits`, where victory goes by points"
        yield Finding(what=what, key="objectives")
    for number, objective in enumerate(scenario.objectives, 1):
        hexes = tuple(sorted(objective.hexes))
        for what in _faults(scenario, opening, objective):
            yield Finding(what=f"{objective.id}: {what}", hexes=hexes, key=f"objectives[{number}]")
    yield from _shared(scenario)
    for number, way in enumerate(scenario.exits, 1):
        for what in _exit_faults(scenario, opening, way):
            yield Finding(what=f"{way.id}: {what}", hexes=tuple(sorted(way.hexes)), key=f"exits[{number}]")


def _shared(scenario: Scenario) -> Iterator[Finding]:
    """Hexes of two objectives: one unit there takes both; and objectives of one name."""
    for number, objective in enumerate(scenario.objectives, 1):
        for other in scenario.objectives[: number - 1]:
            hexes = tuple(sorted(objective.hexes & other.hexes))
            key = f"objectives[{number}]"
            if hexes:
                what = f"{other.id} and {objective.id} share {', '.join(hexes)}: one unit there takes both"
                yield Finding(what=what, hexes=hexes, key=key)
            if objective.name == other.name:
                yield Finding(what=f"{other.id} and {objective.id} have the same name", key=key)


def _exit_faults(scenario: Scenario, opening: Opening, way: Exit) -> Iterator[str]:
    needed = _turns_to(scenario, opening, way.side, way.hexes)
    units = sum(c.side == way.side and c.kind not in LEADERS for c in scenario.counters.values())
    if needed is None:
        yield f"no unit of {way.side} can ever get there"
    elif needed > scenario.turns:
        yield f"{way.side} needs {needed} turns to get there, the battle has {scenario.turns}"
    if way.needed > units:
        yield f"asks for {way.needed} units, {way.side} has {units}"


def _faults(scenario: Scenario, opening: Opening, objective: Objective) -> Iterator[str]:
    if not any(objective.points.values()):
        yield "it is worth no points to either side: give it `points`, or leave it out"
        return
    turns = {side: _turns_to(scenario, opening, side, objective.hexes) for side in scenario.side_ids}
    if all(needed is None for needed in turns.values()):
        yield "no unit of either side can ever get there"
        return
    for side, needed in turns.items():
        if needed is None:
            yield f"no unit of {side} can ever get there"
        elif needed > scenario.turns and objective.points.get(side, 0):
            yield f"{side} needs {needed} turns to get there, the battle has {scenario.turns}"


def _turns_to(scenario: Scenario, opening: Opening, side: str, goal: frozenset[Hex]) -> int | None:
    """The fewest turns in which some unit of a side could stand on a goal, were all others gone. The search
    ends with the first unit that is in time."""
    grid, best = scenario.grid, None
    starts = [
        (late, hex_, unit)
        for unit in opening.start.units.values()
        if unit.side == side
        for late, hex_ in _beginnings(scenario, unit)
    ]
    starts.sort(
        key=lambda start: (start[0], min(grid.distance(start[1], hex_) for hex_ in goal), start[2].id)
    )
    tried: set[tuple[str, frozenset[str], int]] = set()
    for late, hex_, unit in starts:
        alike = (unit.kind, unit.traits, late)
        if alike in tried:
            continue
        tried.add(alike)
        moves = opening.moves_to(unit, hex_, goal)
        if moves is not None and (best is None or moves + late < best):
            best = moves + late
            if best <= scenario.turns:
                return best
    return best


def _beginnings(scenario: Scenario, unit: Unit) -> Iterator[tuple[int, Hex]]:
    """Where a unit may set out, and how many turns late."""
    counter = scenario.counters.get(unit.id)
    if unit.hex is not None:
        yield 0, unit.hex
    elif counter is not None and (arrival := scenario.arrival_of(counter.id)) is not None:
        yield from ((max(0, arrival.turn - 1), hex_) for hex_ in sorted(arrival.hexes))
    elif unit.place in (OFF_MAP, RESERVE):
        zone = scenario.zones.get(unit.side, frozenset())
        yield from ((0, hex_) for hex_ in sorted(zone)[:: max(1, len(zone) // 4)])
