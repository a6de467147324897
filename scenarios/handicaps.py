"""A battle with another handicap, and the one that would make it even."""

from __future__ import annotations

import scenarios
from engine import scenario_builder
from engine.scenario import Handicap, Scenario


def with_handicap(battle: Scenario, handicap: Handicap | None) -> Scenario:
    """The battle with this handicap printed into it. Raises BadScenario for one that would decide it."""
    printed = {name: entry for name, entry in battle.printed.items() if name != "handicap"}
    if handicap is not None:
        printed["handicap"] = {
            "gives": handicap.gives,
            "points": str(handicap.points),
            "draw": "yes" if handicap.draw else "no",
        }
    return scenarios.checked(scenario_builder.build(printed), printed)


def counted(battle: Scenario) -> Handicap | None:
    """What would make the battle even, as games of the computer came out; None where that is unknown."""
    measured = battle.about.measured if battle.about is not None else None
    return measured.handicap if measured is not None else None
