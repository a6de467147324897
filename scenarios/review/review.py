"""Everything that would make a battle a bad one."""

from __future__ import annotations

from engine.scenario import Scenario
from scenarios.review.army_findings import army_findings
from scenarios.review.entry_findings import entry_findings
from scenarios.review.findings import Finding
from scenarios.review.map_findings import map_findings
from scenarios.review.objective_findings import objective_findings
from scenarios.review.opening import Opening


def review(scenario: Scenario) -> tuple[Finding, ...]:
    """All findings about a battle that can be built: its map, its armies, what they fight for."""
    opening = Opening(scenario)
    return (
        *map_findings(scenario),
        *army_findings(scenario, opening),
        *entry_findings(scenario, opening),
        *objective_findings(scenario, opening),
    )


def summary(scenario: Scenario) -> str:
    """A battle in one line: its title, the size of its map, its turns, how many units each side has."""
    armies = " against ".join(
        f"{army.id} {sum(unit.side == army.id for unit in scenario.counters.values())}"
        for army in scenario.sides
    )
    size = f"{scenario.grid.columns} x {scenario.grid.rows} hexes"
    return f"{scenario.title['en']}; {size}, {scenario.turns} turns, {armies}"
