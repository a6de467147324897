"""The referee's remarks in words, for every rulebook without its own sentences.

The sentence of a remark is found by its kind, and by how it came out where that has a sentence of its own:
`note.shot_kill_zone`, `note.test_failed`, else `note.test`; first those of the rulebook itself, as
`note.<rulebook>.test`. Facts that are words have words in turn. A sentence may have several lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.i18n.names import Names
from bot.reports import written_orders
from bot.ui.button_rows import apart
from engine import events as ev
from engine.errors import Fact
from engine.events import Noted

TURNS = ("how", "result", "reason", "cause", "now", "role", "goal", "objective")
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
    """What a remark says, as one text; `dice` are those its unit rolled last. Nothing without a sentence."""
    words = names.words
    key = next((k for k in _keys(names, note) if k in words), "")
    if not key:
        return []
    facts = fact_words(names, note, dice)
    try:
        return [words(key, rule=note.rule, **facts)]
    except (KeyError, ValueError):  # a remark of another version: told as far as it can be
        return [words("note.other", kind=note.kind.replace("_", " "), rule=note.rule, sign=facts["sign"])]


def fact_words(names: Names, note: Noted, dice: Sequence[int] = ()) -> dict[str, Any]:
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
    blunder = f"points.{names.game.scenario.system}.{note.facts.get('number')}.{note.facts.get('effect')}"
    facts["effect"] = words.get(blunder, str(facts.get("effect", "")))
    if "side" in note.facts and note.facts["side"] in names.game.scenario.side_ids:
        facts["sign"] = names.sign(str(note.facts["side"]))
    return facts


def _listed(names: Names, facts: Mapping[str, Fact]) -> dict[str, Any]:
    """Of every fact that is a list how many there are, and which units, in brackets; nothing without any."""
    counts: dict[str, Any] = {}
    for name, fact in facts.items():
        if isinstance(fact, tuple):
            which = names.words.join_list([names.unit(one) for one in fact if one in names.game.state.units])
            counts |= {f"{name}_count": len(fact), f"{name}_named": f" ({which})" if which else ""}
    return counts


def own(names: Names, note: Noted) -> bool:
    """Whether the rulebook has a sentence of its own for a remark that others make as well."""
    head = f"note.{names.game.scenario.system}."
    return any(key in names.words for key in _keys(names, note) if key.startswith(head))


def _keys(names: Names, note: Noted) -> list[str]:
    kind = note.kind.replace(" ", "_")
    ends = [f"_{str(note.facts[name]).partition(' ')[0]}" for name in TURNS if name in note.facts]
    some = [f"_{name}" for name in OPTIONAL if note.facts.get(name)]
    if note.facts.get("dice") == ():
        some.insert(0, f"_{UNDICED}")
    ends = [*(end + one for end in ends for one in some), *ends, *some]
    heads = (f"note.{names.game.scenario.system}.{kind}", f"note.{kind}")
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
        return names.words.join_list([_fact(names, name, one) for one in fact])
    if isinstance(fact, int):
        return signed(str(fact)) if name == "score" else fact
    if not fact:
        return ""
    if name in UNITS or fact in names.game.state.units:
        return names.unit(fact)
    if fact in names.game.scenario.side_ids:
        return names.side(fact)
    if name == "objective":
        match = next((o for o in names.game.scenario.objectives if o.id == fact), None)
        return names.words.localized(match.name) if match is not None else fact
    if name == "phase":
        return names.phase(fact)
    if name == "goal" and " " in fact:
        return names.unit(fact.partition(" ")[2])
    if name in ("order", "was_order"):
        return written_orders.kind(names, fact)
    return names.words.get(f"fact.{name}.{fact}", fact)


def _circumstances(name: str, fact: tuple[str, ...]) -> bool:
    """Whether a fact lists circumstances by their ids; of modifiers there are some that tell more."""
    return name in COUNTED or (name in NUMBERED and bool(fact) and not any("|" in one for one in fact))


def counted(names: Names, name: str, circumstances: Sequence[str]) -> str:
    """Circumstances in words, each with its id and what makes it count, or its number."""
    words, parts = names.words, []
    for one in circumstances:
        id_, *because = one.split()
        what = words.get(names.own("circumstance", id_), id_)
        if name in NUMBERED:
            number = signed(because[0] if because else "")
            parts.append(words("circumstance.number", what=what, id=id_, n=number))
        elif because:
            by = words.join_list([names.unit(b) if b in names.game.state.units else b for b in because])
            parts.append(words("circumstance.because", what=what, id=id_, by=by))
        else:
            parts.append(words("circumstance.plain", what=what, id=id_))
    return apart(words, parts) or words("circumstance.none")


def signed(number: str) -> str:
    """A number with a true minus sign."""
    return number.replace("-", "−")


def _whys(names: Names, facts: Mapping[str, Fact]) -> str:
    """The modifiers of a number, in brackets; nothing without any."""
    modifier_facts = facts.get("modifiers")
    if isinstance(modifier_facts, tuple) and _circumstances("modifiers", modifier_facts):
        return names.words("note.whys", modifiers=counted(names, "modifiers", modifier_facts))
    return (
        names.words("note.whys", modifiers=modifiers(names, modifier_facts))
        if isinstance(modifier_facts, tuple) and modifier_facts
        else ""
    )


def modifiers(names: Names, modifier_facts: Sequence[str]) -> str:
    """Modifiers, out of "rule|reason|+2"."""
    parts = []
    for modifier in modifier_facts:
        rule, reason, adds = modifier.split("|")
        keys = (f"{kind}.{reason}" for kind in ("modifier", "terrain", "written.name", "state"))
        why = next((names.words(key) for key in keys if key in names.words), reason.replace("_", " "))
        parts.append(names.words("note.modifier", adds=signed(adds), reason=why, rule=rule))
    return ", ".join(parts)


def objective(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """Who has taken an objective."""
    match = next((o for o in names.game.scenario.objectives if o.id == facts["objective"]), None)
    title = names.words.localized(match.name) if match else facts["objective"]
    return [
        names.words("report.objective", side=names.side(str(facts["side"])), objective=title, rule=e.rule)
    ]


def abandoned(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """A player-turn whose time ran out."""
    side = str(facts["side"])
    phase = names.phase(str(facts["phase"]))
    line = names.words(
        "report.abandoned", sign=names.sign(side), side=names.side(side), phase=phase, rule=e.rule
    )
    return [line]


def objectives(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[str]:
    """Which objectives a side has chosen to be worth points."""
    side, ids = str(facts["side"]), facts["objectives"]
    picked = [names.words.localized(o.name) for o in names.game.scenario.objectives if o.id in ids]
    objectives = names.words.join_list(picked)
    facts = {"sign": names.sign(side), "side": names.side(side), "objectives": objectives}
    return [names.words("report.objectives_chosen", rule=e.rule, **facts)]
