"""What is odd about set-up zones and reinforcements: without effect, out of nowhere, into nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes import Hex
from engine.scenario import OFF_MAP, Reinforcement, Scenario
from scenarios.review.findings import Finding
from scenarios.review.opening import Opening


def entry_findings(scenario: Scenario, opening: Opening) -> Iterator[Finding]:
    """All findings about how units come onto the map."""
    if scenario.zones and scenario.options.get("setup") == "no":
        for side in scenario.side_ids:
            if side in scenario.zones:
                what = (
                    "it has no effect: without `options: {setup: ...}` all units begin where they are printed"
                )
                yield Finding(what=f"{side}: {what}", hexes=(min(scenario.zones[side]),), key=f"zones.{side}")
    for side, zone in scenario.zones.items():
        closed = _closed(scenario, opening, side, zone)
        if closed:
            what = f"{side}: no unit that is set up can stand on {', '.join(closed[:6])}"
            yield Finding(what=what, hexes=tuple(closed), key=f"zones.{side}")
    for number, one in enumerate(scenario.reinforcements, 1):
        yield from _arrivals(scenario, opening, one, f"reinforcements[{number}]")


def _closed(scenario: Scenario, opening: Opening, side: str, zone: frozenset[Hex]) -> list[Hex]:
    """The hexes of a zone from which none of the units that are set up there could ever move."""
    units = [
        opening.start.units[c.id] for c in scenario.counters.values() if c.side == side and c.place == OFF_MAP
    ]
    kinds = {unit.kind: unit for unit in units if opening.stand_in(unit)}
    if len(kinds) < len({unit.kind for unit in units}):
        return []
    return sorted(h for h in zone if kinds and not any(opening.alone(unit, h) for unit in kinds.values()))


def _arrivals(scenario: Scenario, opening: Opening, one: Reinforcement, key: str) -> Iterator[Finding]:
    inner = sorted(hex_ for hex_ in one.hexes if not scenario.grid.at_edge(hex_))
    if len(inner) == len(one.hexes):
        yield Finding(
            what=f"{one.id}: it comes out of nowhere, at {', '.join(inner[:6])}, not at the edge of the map",
            hexes=tuple(inner),
            key=key,
        )
    stuck = [
        id_
        for id_ in one.units
        if (unit := opening.start.units.get(id_)) is not None
        and opening.stand_in(unit)
        and not any(opening.alone(unit, hex_) for hex_ in one.hexes)
    ]
    if stuck:
        what = f"{one.id}: {', '.join(stuck)} can go nowhere from where they enter"
        yield Finding(what=what, hexes=tuple(sorted(one.hexes)), key=key)
