"""A battle with another handicap, and the one that would make it even."""

from __future__ import annotations

import re

import scenarios
from engine import scenario_builder
from engine.scenario import Handicap, Scenario

_WRITTEN = re.compile(r"(?P<gives>[^\W\d]\w*)-(?P<points>\d{1,3})(?P<draw>\.5|½)?")


def written(handicap: Handicap) -> str:
    """A handicap in short, the draw being half a point.

    >>> written(Handicap(gives="blue", points=2, draw=True))
    'blue-2.5'
    """
    return f"{handicap.gives}-{handicap.points}{'.5' if handicap.draw else ''}"


def read(text: str) -> Handicap | None:
    """The handicap that is written so; None for anything else, and for one that gives nothing."""
    found = _WRITTEN.fullmatch(text.casefold())
    if found is None or not (int(found["points"]) or found["draw"]):
        return None
    return Handicap(gives=found["gives"], points=int(found["points"]), draw=bool(found["draw"]))


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
