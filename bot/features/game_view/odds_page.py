"""The odds page: both sums with each unit's share, the column, the modifiers, the chances."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.order_rules.forecast import NEVER_FOUGHT, Forecast, UnitFate, striker
from bot.i18n.names import Names, percent
from bot.reports.sentences.event_sentences import less_fire, modifiers
from bot.reports.sentences.remark_lines import counted, signed
from bot.ui.page import Embed, Page
from engine.commands import Attack, Charge, Volley
from engine.events import Noted


def page(names: Names, forecasts: Iterable[Forecast]) -> Page:
    """A private page with every way one unit can hurt another."""
    return Page(embeds=tuple(_note(names, f) for f in forecasts))


def _note(names: Names, f: Forecast) -> Embed:
    if "factors" in f.remark.facts or isinstance(f.command, Volley):
        return volley(names, f)
    if isinstance(f.command, Attack):
        return fight(names, f)
    return charge(names, f) if isinstance(f.command, Charge) else _fire(names, f)


def fight(names: Names, f: Forecast, *, first: bool = True) -> Embed:
    """An attack worked out, as the rulebook fights it: by a table, dice against dice, or in its own way."""
    if "column" in f.remark.facts:
        return attack(names, f, first=first)
    return melee(names, f) if f.remark.kind in ("melee", NEVER_FOUGHT) else _outcome(names, f)


def _outcome(names: Names, f: Forecast) -> Embed:
    """What becomes of both, however it is fought."""
    lines = [_fate(names, f.command.target, f.other), _fate(names, striker(f.command), f.own)]
    return Embed(title=_title(names, "odds.attack_title", f), text="\n".join([*lines, *_doubts(names, f)]))


def melee(names: Names, f: Forecast) -> Embed:
    """A melee worked out: who rolls how many dice and why, what becomes of both."""
    words = names.words
    lines = [_dice(names, e) for e in _of_melee(f)]
    lines += [_fate(names, f.command.target, f.other), _fate(names, striker(f.command), f.own)]
    lines += [*_doubts(names, f), words("odds.unasked")]
    return Embed(title=words("odds.melee_title", target=names.unit(f.command.target)), text="\n".join(lines))


def _of_melee(f: Forecast) -> list[Noted]:
    """The dice of this melee: others may be fought at the same time."""
    target, notes = f.command.target, list[Noted]()
    for e in f.remarks:
        if e.kind == "melee":
            target = str(e.facts["target"])
        elif e.kind == "melee_dice" and target == f.command.target:
            notes.append(e)
    return notes


def volley(names: Names, f: Forecast) -> Embed:
    """A volley worked out: the dice of each unit and what protects the target from them, what it suffers."""
    words = names.words
    lines = [line for e in f.remarks if e.kind == "fire" for line in [_dice(names, e)]]
    chances = {"hurt": f.hurt, "back": f.other.back, "gone": f.other.gone}
    percentages = {name: percent(chance) for name, chance in chances.items()}
    loss = words.number(f.other.loss, 1)
    lines.append(words("odds.volley_fate", target=names.bold(f.command.target), loss=loss, **percentages))
    lines += [*_doubts(names, f), words("odds.unasked")]
    return Embed(title=words("odds.volley_title", target=names.unit(f.command.target)), text="\n".join(lines))


def _dice(names: Names, note: Noted) -> str:
    """How many dice a unit rolls, what each must show, what changes that."""
    facts, words = note.facts, names.words
    fact = next((facts[name] for name in ("factors", "modifiers") if name in facts), ())
    why = counted(names, "factors", fact) if isinstance(fact, tuple) and fact else ""
    rolled = facts.get("dice")
    values = {"unit": names.bold(str(facts["unit"])), "n": len(rolled) if isinstance(rolled, tuple) else 0}
    values |= {"number": facts.get("number"), "above": facts.get("above")}
    values |= {"training": words.get(f"fact.training.{facts.get('training', '')}", "")}
    role = f"_{facts['role']}" if "role" in facts else ""
    line = words(f"odds.{note.kind}_line{role}", **values)
    return words(f"odds.{note.kind}_why", line=line, why=why) if why else line


def attack(names: Names, f: Forecast, *, first: bool = True) -> Embed:
    """An attack worked out: sums, column, modifiers, what becomes of both, the result by every die.

    The `first` of several says how results are read; on a phone every line counts.
    """
    words, facts = names.words, f.remark.facts
    mods = _strings(facts["modifiers"])
    head = words("odds.sum", attack=facts["attack"], defence=facts["defence"], column=facts["column"])
    lines = [
        head if mods else words("odds.no_modifiers", sum=head),
        words("odds.attackers", shares=_shares(names, facts["attackers"]), n=facts["attack"]),
        words("odds.defenders", shares=_shares(names, facts["defenders"]), n=facts["defence"]),
    ]
    if mods:
        drm = signed(f"{facts['drm']:+d}")
        lines.append(words("odds.modifiers", modifiers=modifiers(names, mods), drm=drm))
    lines += [
        _fate(names, f.command.target, f.other),
        _fate(names, striker(f.command), f.own),
    ]
    cells = " ".join(words("odds.cell", die=die, cell=cell) for die, cell in f.cells)
    lines.append(words("odds.cells" if first else "odds.cells_again", cells=cells))
    return Embed(
        title=_title(names, "odds.attack_title", f), text="\n".join([*lines, *_doubts(names, f, first)])
    )


def _doubts(names: Names, f: Forecast, first: bool = True) -> list[str]:
    """That it belongs to another phase, told once; that it was tried, not counted."""
    lines = [names.words(names.own("odds", "estimate"))] if f.estimate and first else []
    return [*lines, names.words("odds.sampled", n=f.sampled)] if f.sampled else lines


def charge(names: Names, f: Forecast) -> Embed:
    """A charge worked out: both strengths, the malus, how likely the target breaks, or the rider stops."""
    words, results = names.words, dict(f.results)
    lines = []
    if "malus" in f.remark.facts:
        facts = {**f.remark.facts, "target": names.unit(f.command.target), "rule": f.remark.rule}
        lines.append(words("odds.charge", **facts))
    chances = {
        "broken": results["broken"],
        "held": results["held"],
        "back": f.other.back,
        "gone": f.other.gone,
        "lost": 1 - results["broken"] - results["held"],
    }
    percentages = {name: percent(chance) for name, chance in chances.items()}
    lines.append(words("odds.charge_fate", target=names.bold(f.command.target), **percentages))
    lines.append(words("odds.charge_own", unit=names.bold(striker(f.command)), **percentages))
    return Embed(title=_title(names, "odds.charge_title", f), text="\n".join([*lines, *_doubts(names, f)]))


def _shares(names: Names, fact: object) -> str:
    """Who brings how much, the main unit first; what was changed, and why."""
    words, parts = names.words, list[str]()
    for share in _strings(fact):
        unit, cs, counted, rules = share.split("|")
        whys = [
            words("odds.why", why=words.get(f"share.{rule}", ""), rule=rule).strip()
            for rule in rules.split(",")
            if rule
        ]
        key = names.own("odds", "share_changed") if whys else "odds.share"
        name = names.unit(unit) if parts else names.bold(unit)
        parts.append(words(key, unit=name, cs=cs, counted=counted, whys=", ".join(whys)))
    return " + ".join(parts)


def _fate(names: Names, unit: str, fate: UnitFate) -> str:
    """What becomes of one unit, in a line."""
    return names.words(
        names.own("odds", "fate"),
        unit=names.bold(unit),
        loss=names.words.number(fate.loss, 1),
        morale=names.words.number(fate.morale, 1),
        shaken=percent(fate.shaken),
        back=percent(fate.back),
        gone=percent(fate.gone),
    )


def _fire(names: Names, f: Forecast) -> Embed:
    words, facts = names.words, f.remark.facts
    charts = names.game.scenario.charts
    die = charts["bombardment" if "bombardment" in charts else "fire"]["die"]
    known = {"bv": facts.get("effective"), "number": facts.get("number"), "vt": facts.get("vt")}
    less = less_fire(names, dict(facts))
    lines = [words(names.own("odds", "bv"), less=less, sides=die, rule=f.remark.rule, **known)]
    lines += [
        words("odds.outcome", result=words(f"report.fire_{result}"), chance=percent(chance))
        for result, chance in f.results
        if chance or result != "strong"
    ]
    lines += _doubts(names, f)
    return Embed(title=_title(names, names.own("odds", "fire_title"), f), text="\n".join(lines))


def _title(names: Names, key: str, f: Forecast) -> str:
    return names.words(key, unit=names.unit(striker(f.command)), target=names.unit(f.command.target))


def _strings(fact: object) -> tuple[str, ...]:
    return tuple(str(part) for part in fact) if isinstance(fact, tuple) else ()
