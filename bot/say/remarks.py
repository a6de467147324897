"""The referee's remarks in words, for every rulebook whose remarks need no teller of their own.

The sentence of a remark is found by its kind, and by how it came out where that has a sentence of its own:
`note.shot_kill_zone`, `note.test_failed`, else `note.test`; first those of the rulebook itself, as
`note.<rulebook>.test`. Facts that are words have words in turn. A sentence may have several lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.say import ordered
from bot.say.names import Names
from bot.say.rows import apart
from engine.errors import Fact
from engine.events import Noted

TURNS = ("how", "result", "reason", "cause", "now", "role", "goal")
"""Facts by whose value a remark may have a sentence of its own, in the order in which they are asked."""
UNITS = ("unit", "target", "by", "staff", "chief")
MODIFIED = ("modifiers", "defense_modifiers")
COUNTED = ("adverse", "favourable")
"""Facts that are lists of circumstances, each with the units or hexes that make it count: "A3 c4"."""
NUMBERED = ("factors", *MODIFIED)
"""Facts that are lists of circumstances, each with its number: "S4 2"."""
OPTIONAL = ("rerolled", "factors", "enemy", "carried", "chief")
"""Facts of which a remark may have a sentence of its own when there is something in them."""
FACES = ("dice", "stand")
UNDICED = "undiced"
"""How a remark ends for which dice might have been rolled and were not."""


def lines(names: Names, note: Noted, dice: Sequence[int] = ()) -> list[str]:
    """What a remark says; `dice` are those its unit rolled last. Nothing where it has no sentence."""
    words = names.words
    key = next((k for k in _keys(names, note) if k in words), "")
    if not key:
        return []
    facts = told(names, note, dice)
    try:
        return words(key, rule=note.rule, **facts).split("\n")
    except (KeyError, ValueError):  # a remark of another version: told as far as it can be
        return [words("note.other", kind=note.kind.replace("_", " "), rule=note.rule, sign=facts["sign"])]


def told(names: Names, note: Noted, dice: Sequence[int] = ()) -> dict[str, Any]:
    """The facts of a remark as words; `dice` are those its unit rolled last."""
    words = names.words
    facts = {name: _fact(names, name, fact) for name, fact in note.facts.items()}
    facts["sign"] = names.sign_of(str(note.facts.get("unit", note.facts.get("chief", ""))))
    rolled = note.facts.get("dice")
    faces = rolled if isinstance(rolled, tuple) else tuple(map(str, dice))
    if not isinstance(rolled, int):
        facts["dice"] = " ".join(faces) or "–"
    facts["whys"] = _whys(names, note.facts)
    facts |= _listed(names, note.facts)
    blunder = f"points.{names.table.scenario.system}.{note.facts.get('number')}.{note.facts.get('effect')}"
    facts["effect"] = words.get(blunder, str(facts.get("effect", "")))
    if "side" in note.facts and note.facts["side"] in names.table.scenario.side_ids:
        facts["sign"] = names.sign(str(note.facts["side"]))
    return facts


def _listed(names: Names, facts: Mapping[str, Fact]) -> dict[str, Any]:
    """Of every fact that is a list how many there are, and which units, in brackets; nothing without any."""
    told: dict[str, Any] = {}
    for name, fact in facts.items():
        if isinstance(fact, tuple):
            which = names.words.several([names.unit(one) for one in fact if one in names.table.state.units])
            told |= {f"{name}_count": len(fact), f"{name}_named": f" ({which})" if which else ""}
    return told


def own(names: Names, note: Noted) -> bool:
    """Whether the rulebook has a sentence of its own for a remark that others make as well."""
    head = f"note.{names.table.scenario.system}."
    return any(key in names.words for key in _keys(names, note) if key.startswith(head))


def _keys(names: Names, note: Noted) -> list[str]:
    kind = note.kind.replace(" ", "_")
    ends = [f"_{str(note.facts[name]).partition(' ')[0]}" for name in TURNS if name in note.facts]
    some = [f"_{name}" for name in OPTIONAL if note.facts.get(name)]
    if note.facts.get("dice") == ():
        some.insert(0, f"_{UNDICED}")
    ends = [*(end + one for end in ends for one in some), *ends, *some]
    heads = (f"note.{names.table.scenario.system}.{kind}", f"note.{kind}")
    return [head + end for head in heads for end in (*ends, "")]


def _fact(names: Names, name: str, fact: Fact) -> Any:
    if isinstance(fact, tuple) and _circumstances(name, fact):
        return counted(names, name, fact)
    if name in MODIFIED and isinstance(fact, tuple):
        return modifiers(names, fact)
    if name in FACES and isinstance(fact, tuple):
        return " ".join(fact)
    if name == "rerolled" and isinstance(fact, tuple):
        return ", ".join(one.replace(" ", " → ") for one in fact)
    if isinstance(fact, tuple):
        return names.words.several([_fact(names, name, one) for one in fact])
    if isinstance(fact, int):
        return signed(str(fact)) if name == "score" else fact
    if not fact:
        return ""
    if name in UNITS or fact in names.table.state.units:
        return names.unit(fact)
    if fact in names.table.scenario.side_ids:
        return names.side(fact)
    if name == "objective":
        found = next((o for o in names.table.scenario.objectives if o.id == fact), None)
        return names.words.of(found.name) if found is not None else fact
    if name == "phase":
        return names.phase(fact)
    if name == "goal" and " " in fact:
        return names.unit(fact.partition(" ")[2])
    if name in ("order", "was_order"):
        return ordered.kind(names, fact)
    return names.words.get(f"fact.{name}.{fact}", fact)


def _circumstances(name: str, fact: tuple[str, ...]) -> bool:
    """Whether a fact lists circumstances by their ids; of modifiers there are some that tell more."""
    return name in COUNTED or (name in NUMBERED and bool(fact) and not any("|" in one for one in fact))


def counted(names: Names, name: str, told: Sequence[str]) -> str:
    """Circumstances in words, each with its id and what makes it count, or its number."""
    words, parts = names.words, []
    for one in told:
        id_, *because = one.split()
        what = words.get(names.own("circumstance", id_), id_)
        if name in NUMBERED:
            number = signed(because[0] if because else "")
            parts.append(words("circumstance.number", what=what, id=id_, n=number))
        elif because:
            by = words.several([names.unit(b) if b in names.table.state.units else b for b in because])
            parts.append(words("circumstance.because", what=what, id=id_, by=by))
        else:
            parts.append(words("circumstance.plain", what=what, id=id_))
    return apart(words, parts) or words("circumstance.none")


def signed(number: str) -> str:
    """A number with a true minus sign."""
    return number.replace("-", "−")


def _whys(names: Names, facts: Mapping[str, Fact]) -> str:
    """The modifiers of a number, in brackets; nothing without any."""
    told = facts.get("modifiers")
    if isinstance(told, tuple) and _circumstances("modifiers", told):
        return names.words("note.whys", modifiers=counted(names, "modifiers", told))
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
        parts.append(names.words("note.modifier", adds=signed(adds), reason=why, rule=rule))
    return ", ".join(parts)
