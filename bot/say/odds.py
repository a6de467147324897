"""Chances in words: both sums with who brings what and why, the column, the modifiers, what comes of it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.forecast import Fate, Forecast
from bot.page import Note, Page
from bot.say.names import Names, percent
from bot.say.report import modifiers, signed
from engine.commands import Attack


def page(names: Names, found: Iterable[Forecast]) -> Page:
    """A private page with every way one unit can hurt another."""
    return Page(
        notes=tuple(attack(names, f) if isinstance(f.command, Attack) else _fire(names, f) for f in found)
    )


def attack(names: Names, f: Forecast, *, first: bool = True) -> Note:
    """An attack worked out: sums, column, modifiers, what becomes of both, the result by every die.

    The `first` of several says how results are read; on a phone every line counts.
    """
    words, facts = names.words, f.remark.facts
    mods = _strings(facts["modifiers"])
    head = words("odds.sum", attack=facts["attack"], defence=facts["defence"], column=facts["column"])
    told = [
        head if mods else words("odds.no_modifiers", sum=head),
        words("odds.attackers", shares=_shares(names, facts["attackers"]), n=facts["attack"]),
        words("odds.defenders", shares=_shares(names, facts["defenders"]), n=facts["defence"]),
    ]
    if mods:
        drm = signed(f"{facts['drm']:+d}")
        told.append(words("odds.modifiers", modifiers=modifiers(names, mods), drm=drm))
    told += [
        _fate(names, f.command.target, f.other),
        _fate(names, f.command.unit, f.own),
    ]
    cells = " ".join(words("odds.cell", die=die, cell=cell) for die, cell in f.cells)
    told.append(words("odds.cells" if first else "odds.cells_again", cells=cells))
    if f.estimate:
        told.append(words("odds.estimate"))
    return Note(title=_title(names, "odds.attack_title", f), text="\n".join(told))


def _shares(names: Names, fact: object) -> str:
    """Who brings how much, the main unit first; what was changed, and why."""
    words, parts = names.words, list[str]()
    for told in _strings(fact):
        unit, cs, counted, rules = told.split("|")
        whys = [
            words("odds.why", why=words.get(f"share.{rule}", ""), rule=rule).strip()
            for rule in rules.split(",")
            if rule
        ]
        key = "odds.share_changed" if whys else "odds.share"
        name = names.unit(unit) if parts else names.bold(unit)
        parts.append(words(key, unit=name, cs=cs, counted=counted, whys=", ".join(whys)))
    return " + ".join(parts)


def _fate(names: Names, unit: str, fate: Fate) -> str:
    """What becomes of one unit, in a line."""
    return names.words(
        "odds.fate",
        unit=names.bold(unit),
        loss=f"{float(fate.loss):.1f}",
        shaken=percent(fate.shaken),
        back=percent(fate.back),
        gone=percent(fate.gone),
    )


def _fire(names: Names, f: Forecast) -> Note:
    words, facts = names.words, f.remark.facts
    less = words("report.fire_less", bv=facts["bv"]) if facts["bv"] != facts["effective"] else ""
    die = names.table.scenario.chart("bombardment", "die")
    told = [words("odds.bv", bv=facts["effective"], less=less, sides=die, rule=f.remark.rule)]
    told += [
        words("odds.outcome", result=words(f"report.fire_{result}"), chance=percent(chance))
        for result, chance in f.results
    ]
    return Note(title=_title(names, "odds.fire_title", f), text="\n".join(told))


def _title(names: Names, key: str, f: Forecast) -> str:
    return names.words(key, unit=names.unit(f.command.unit), target=names.unit(f.command.target))


def _strings(fact: object) -> tuple[str, ...]:
    return tuple(str(part) for part in fact) if isinstance(fact, tuple) else ()
