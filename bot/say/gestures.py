"""What a gesture on the table says where the rulebook has a sentence for it: dice, turns, marks, ways.

Sentences stand under `told.<rulebook>`: `rolled_command`, `turned`, `marked_square`, `unmarked_square`,
`changed_losses`, `way_rout`. A rulebook without one leaves the gesture to its remarks.
"""

from __future__ import annotations

from typing import Any

from bot.say import turning
from bot.say.names import Names
from engine import events as ev


def lines(names: Names, event: ev.Event) -> list[str]:
    """The line of a gesture, or none."""
    if isinstance(event, ev.Rolled):
        dice = {"dice": " ".join(map(str, event.dice)), "n": len(event.dice), "sides": event.sides}
        return _said(names, f"rolled_{event.purpose}", event.by, event.rule, **dice)
    if isinstance(event, ev.Turned):
        unit = names.table.state.units.get(event.unit)
        flat = names.table.state.marked(event.unit, "square")
        bases = len(unit.facing) if unit is not None else 1
        facing = turning.facing(names, event.facing, flat=flat, bases=bases)
        return _said(names, "turned", event.unit, event.rule, facing=facing)
    if isinstance(event, ev.Marked):
        return _said(names, f"marked_{event.name}", event.on, event.rule, to=names.unit(event.to))
    if isinstance(event, ev.Unmarked):
        return _said(names, f"unmarked_{event.name}", event.on, event.rule, to=names.unit(event.to))
    if isinstance(event, ev.Placed):
        places = {"from": event.origin, "to": event.place}
        return _said(names, f"placed_{event.manner}", event.unit, event.rule, **places)
    if isinstance(event, ev.Changed) and event.now != event.was:
        how = "more" if event.now > event.was else "less"
        facts = {"n": abs(event.now - event.was), "now": event.now}
        return _said(names, f"{how}_{event.value}", event.unit, event.rule, **facts)
    return []


def has_way(names: Names, manner: str) -> bool:
    """Whether the rulebook tells ways of that manner in a sentence of its own, from start to end."""
    return _key(names, f"way_{manner}") in names.words


def way(names: Names, unit: str, manner: str, path: list[str], rule: str) -> list[str]:
    """A whole way in a line."""
    return _said(names, f"way_{manner}", unit, rule, path=" → ".join(path), n=len(path) - 1)


def _key(names: Names, what: str) -> str:
    return f"told.{names.table.scenario.system}.{what}"


def _said(names: Names, what: str, about: str, rule: str, **facts: Any) -> list[str]:
    key = _key(names, what)
    if key not in names.words:
        return []
    side = about in names.table.scenario.side_ids
    name = names.side(about) if side else names.unit(about)
    sign = names.sign(about) if side else names.sign_of(about)
    return [names.words(key, sign=sign, unit=name, rule=rule, **facts)]
