"""The referee's remarks in words, for every rulebook whose remarks need no teller of their own.

The sentence of a remark is found by its kind, and by how it came out where that has a sentence of its own:
`note.shot_kill_zone`, `note.test_failed`, else `note.test`. Facts that are words have words in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.say import ordered
from bot.say.names import Names
from engine.errors import Fact
from engine.events import Noted

TURNS = ("how", "result", "reason", "cause", "now")
"""Facts by whose value a remark may have a sentence of its own, in the order in which they are asked."""
UNITS = ("unit", "target", "by", "staff")
MODIFIED = ("modifiers", "defense_modifiers")


def lines(names: Names, note: Noted, dice: Sequence[int] = ()) -> list[str]:
    """What a remark says; `dice` are those its unit rolled last. Nothing where it has no sentence."""
    words = names.words
    key = next((k for k in _keys(note) if k in words), "")
    if not key:
        return []
    facts = {name: _fact(names, name, fact) for name, fact in note.facts.items()}
    facts["sign"] = names.sign_of(str(note.facts.get("unit", "")))
    facts["dice"] = " ".join(str(face) for face in dice) or "–"
    facts["whys"] = _whys(names, note.facts)
    if "side" in note.facts and note.facts["side"] in names.table.scenario.side_ids:
        facts["sign"] = names.sign(str(note.facts["side"]))
    try:
        return [words(key, rule=note.rule, **facts)]
    except (KeyError, ValueError):  # a remark of another version: told as far as it can be
        return [words("note.other", kind=note.kind.replace("_", " "), rule=note.rule, sign=facts["sign"])]


def _keys(note: Noted) -> list[str]:
    kind = note.kind.replace(" ", "_")
    turns = [str(note.facts[name]) for name in TURNS if name in note.facts]
    return [*(f"note.{kind}_{turn}" for turn in turns), f"note.{kind}"]


def _fact(names: Names, name: str, fact: Fact) -> Any:
    if name in MODIFIED and isinstance(fact, tuple):
        return modifiers(names, fact)
    if isinstance(fact, tuple):
        return names.words.several([_fact(names, name, one) for one in fact])
    if isinstance(fact, int):
        return fact
    if name in UNITS or fact in names.table.state.units:
        return names.unit(fact)
    if fact in names.table.scenario.side_ids:
        return names.side(fact)
    if name == "objective":
        found = next((o for o in names.table.scenario.objectives if o.id == fact), None)
        return names.words.of(found.name) if found is not None else fact
    if name in ("order", "was_order"):
        return ordered.kind(names, fact)
    return names.words.get(f"fact.{name}.{fact}", fact)


def _whys(names: Names, facts: Mapping[str, Fact]) -> str:
    """The modifiers of a number, in brackets; nothing without any."""
    told = facts.get("modifiers")
    return (
        names.words("note.whys", modifiers=modifiers(names, told)) if isinstance(told, tuple) and told else ""
    )


def modifiers(names: Names, told: Sequence[str]) -> str:
    """Modifiers, out of "rule|reason|+2"."""
    parts = []
    for modifier in told:
        rule, reason, adds = modifier.split("|")
        keys = (f"{kind}.{reason}" for kind in ("modifier", "terrain", "written.name", "state"))
        why = next((names.words(key) for key in keys if key in names.words), reason.replace("_", " "))
        parts.append(names.words("note.modifier", adds=adds.replace("-", "−"), reason=why, rule=rule))
    return ", ".join(parts)
