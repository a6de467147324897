"""What the referee remarks of the course of a game: objectives, phases that pass, time that has run out."""

from __future__ import annotations

from typing import Any

from bot.say.names import Names
from engine import events as ev


def objective(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """Who has taken an objective."""
    found = next((o for o in names.table.scenario.objectives if o.id == facts["objective"]), None)
    title = names.words.of(found.name) if found else facts["objective"]
    return [
        names.words("report.objective", side=names.side(str(facts["side"])), objective=title, rule=e.rule)
    ]


def passed(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """A phase in which there was nothing to do."""
    phase, side = names.phase(str(facts["phase"])), names.side(str(facts["side"]))
    return [names.words("report.passed", phase=phase, side=side)]


def abandoned(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """A player-turn whose time ran out."""
    side = str(facts["side"])
    phase = names.phase(str(facts["phase"]))
    told = names.words(
        "report.abandoned", sign=names.sign(side), side=names.side(side), phase=phase, rule=e.rule
    )
    return [told]


def objectives(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """Which objectives a side has chosen to be worth points."""
    side, ids = str(facts["side"]), facts["objectives"]
    picked = [names.words.of(o.name) for o in names.table.scenario.objectives if o.id in ids]
    objectives = names.words.several(picked)
    facts = {"sign": names.sign(side), "side": names.side(side), "objectives": objectives}
    return [names.words("report.objectives_chosen", rule=e.rule, **facts)]
