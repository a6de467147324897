"""A unit in words: its present values in one line, and as a line of a menu."""

from __future__ import annotations

from bot.i18n.names import Names
from bot.ui import facings
from bot.ui.button_rows import apart
from bot.ui.page import Choice
from engine.commands import Bombard, Move, Step
from engine.scenario import OFF_MAP, RESERVE
from engine.state import Unit

LONGEST_LINE = 100
MAIN = ("vc", "vt", "cd")
"""What a unit without a CS has in its place."""


def about(names: Names, id_: str) -> str:
    """A unit's present values in one line."""
    unit, words = names.game.state.units[id_], names.words
    face = names.game.system.display.counter_face(names.game.scenario, names.game.state, unit)
    lists_traits = "cs" not in unit.printed
    shown = [s for s in face.states if not (lists_traits and s in unit.traits)]
    states = [words.get(f"state.{s}", s) for s in shown]
    facts = {
        "unit": names.typed(id_),
        "hex": unit.hex or "–",
        "states": f", {', '.join(states)}" if states else "",
    }
    if lists_traits:
        waits = unit.place in (OFF_MAP, RESERVE)
        key = "map.stands" if unit.hex else "map.waits" if waits else "map.unit_away"
        texts = [values(names, unit), *traits(names, unit)]
        looks = facings.of_unit(names, unit) if unit.hex else ""
        texts += [words("turning.looks", facing=looks)] if looks and _looks(names) else []
        return words(key, values=apart(words, [t for t in texts if t]), **facts)
    here = "map.unit" if _moves(names, unit) else "map.unit_still"
    return words(
        here if unit.hex else "map.unit_waits" if unit.place in (OFF_MAP, RESERVE) else "map.unit_away",
        cs=unit["cs"],
        mv=words("map.mv", mv=unit["mv"]) if unit.kind != "leader" else "",
        mp=unit["mp"],
        ma=unit.printed.get("ma", 0),
        **facts,
    )


def values(names: Names, unit: Unit) -> str:
    """Those present values of a unit that have a name, as the viewer may know them."""
    still = () if _moves(names, unit) else ("mp",)  # how far it gets matters to those who move
    known = (
        (name, n)
        for name, n in unit.values.items()
        if n and name not in still and names.own("value", name) in names.words
    )
    return ", ".join(names.words(names.own("value", name), n=n) for name, n in known)


def traits(names: Names, unit: Unit) -> list[str]:
    """What a counter can do and is armed with, in the rulebook's order, where it has words for that."""
    scenario, words = names.game.scenario, names.words
    weapons = scenario.charts.get("weapons", {})
    texts = []
    for trait in scenario.charts.get("traits", ()):
        key = f"trait.{scenario.system}.{trait}"
        if trait in unit.traits and key in words:
            arm = weapons.get(trait, {})
            texts.append(words(key, range=arm.get("range", 0), dice=arm.get("dice", 0)))
    return [", ".join(texts)] if texts else []


def _looks(names: Names) -> bool:
    """Whether the rulebook has units look base by base, which a line of text can say."""
    return "facings" in names.game.scenario.charts


def symbol(names: Names, unit: Unit) -> str:
    """What kind of unit it is."""
    return names.words.get(f"symbol.{unit.symbol}", (unit.symbol or unit.kind).replace("_", " "))


def strength(names: Names, unit: Unit) -> str:
    """How strong it is, in a word or two."""
    heads = (f"strength.{names.game.scenario.system}.{kind}" for kind in (unit.kind, "unit"))
    key = next((k for k in heads if k in names.words), "")
    if key:
        return names.words(key, **{name: int(n) for name, n in {**unit.printed, **unit.values}.items()})
    if "cs" in unit.printed:
        return names.words("value.cs", n=unit["cs"])
    value = next((name for name in MAIN if name in unit.printed), "figures")
    return names.words(f"value.{value}", n=unit[value])


def choice(names: Names, unit: Unit, chosen: str) -> Choice:
    """A unit as a line of a menu."""
    words = names.words
    name = names.full(unit.id)
    takes = names.game.system.phases[names.game.state.phase].takes
    key = "unit" if Move in takes else "gun" if Bombard in takes else "fighter"
    where = unit.hex or words("panel.reserve" if unit.place == RESERVE else "panel.off_map")
    facts = {"name": name, "hex": where, "mp": unit["mp"], "bv": unit["bv"], "range": unit["range"]}
    if "cs" not in unit.printed:
        key = "unit" if "mp" in unit.values and _moves(names, unit) else "plain"
    label = words(names.own("panel", key), cs=unit["cs"], strength=strength(names, unit), **facts)
    return Choice(
        label=label[:LONGEST_LINE], value=unit.id, about=_about(names, unit), chosen=unit.id == chosen
    )


def _about(names: Names, unit: Unit) -> str:
    words = names.words
    if "cs" not in unit.printed:
        known = values(names, unit).removeprefix(f"{strength(names, unit)}, ")  # which the label says
        parts = (symbol(names, unit), known, *traits(names, unit))
        text = " · ".join(part for part in parts if part)
        return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE + 1].rpartition(", ")[0]
    text = words(
        "panel.unit_about",
        symbol=symbol(names, unit),
        cs=unit["cs"],
        mv=mv(names, unit),
        corps=words("panel.corps", corps=unit.corps) if unit.corps else "",
    )
    return text[:LONGEST_LINE]


def mv(names: Names, unit: Unit) -> str:
    """Its morale value, where it has one."""
    if "mo" in unit.printed:
        return f" · {names.words('value.mo', n=unit['mo'])}"
    return names.words("panel.mv", mv=unit["mv"]) if unit.kind != "leader" else ""


def _moves(names: Names, unit: Unit) -> bool:
    """Whether this is the time for its side to move."""
    phase = names.game.system.phases.get(names.game.state.phase)
    return phase is not None and unit.side in names.game.owing and Step in phase.takes
