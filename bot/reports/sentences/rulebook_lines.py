"""Report lines that a rulebook words itself: dice, turns, marks, moves.

Sentences stand under `told.<rulebook>`: `rolled_command`, `turned`, `marked_square`, `unmarked_square`,
`way_rout`. A rulebook without one leaves the gesture to its remarks.
"""

from __future__ import annotations

from typing import Any

from bot.i18n.names import Names
from bot.ui import facings
from engine import events as ev


def lines(names: Names, event: ev.Event) -> list[str]:
    """The line of a gesture, or none."""
    if isinstance(event, ev.Rolled):
        dice = {"dice": " ".join(map(str, event.dice)), "n": len(event.dice), "sides": event.sides}
        return _sentence(names, f"rolled_{event.purpose}", event.by, event.rule, **dice)
    if isinstance(event, ev.Turned):
        unit = names.game.state.units.get(event.unit)
        flat = names.game.state.marked(event.unit, "square")
        bases = len(unit.facing) if unit is not None else 1
        facing = facings.facing(names, event.facing, flat=flat, bases=bases)
        return _sentence(names, "turned", event.unit, event.rule, facing=facing)
    if isinstance(event, ev.Marked):
        return _sentence(names, f"marked_{event.name}", event.on, event.rule, to=names.unit(event.to))
    if isinstance(event, ev.Unmarked):
        return _sentence(names, f"unmarked_{event.name}", event.on, event.rule, to=names.unit(event.to))
    if isinstance(event, ev.Placed):
        places = {"from": event.origin, "to": event.place}
        return _sentence(names, f"placed_{event.manner}", event.unit, event.rule, **places)
    if isinstance(event, ev.Changed) and event.now != event.was:
        how = "more" if event.now > event.was else "less"
        facts = {"n": abs(event.now - event.was), "now": event.now}
        return _sentence(names, f"{how}_{event.value}", event.unit, event.rule, **facts)
    return []


def has_way(names: Names, manner: str) -> bool:
    """Whether the rulebook tells ways of that manner in a sentence of its own, from start to end."""
    return _key(names, f"way_{manner}") in names.words


def way(names: Names, unit: str, manner: str, path: list[str], rule: str) -> list[str]:
    """A whole way in a line."""
    return _sentence(names, f"way_{manner}", unit, rule, path=" → ".join(path), n=len(path) - 1)


def _key(names: Names, what: str) -> str:
    return f"told.{names.game.scenario.system}.{what}"


def _sentence(names: Names, what: str, about: str, rule: str, **facts: Any) -> list[str]:
    key = _key(names, what)
    if key not in names.words:
        return []
    side = about in names.game.scenario.side_ids
    name = names.side(about) if side else names.unit(about)
    sign = names.sign(about) if side else names.sign_of(about)
    return [names.words(key, sign=sign, unit=name, rule=rule, **facts)]
