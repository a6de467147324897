"""Sentences of single events: moves, losses, marks, fights. The first line of each tells the result, those
below it how it came about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.i18n.names import Names
from bot.reports import written_orders
from bot.reports.sentences import remark_lines
from bot.reports.sentences.remark_lines import signed
from engine import events as ev
from engine.scenario import OFF_MAP
from engine.state import ELIMINATED
from scenarios.presentation import presentation

Line = str


def _moved(names: Names, e: ev.Moved) -> list[Line]:
    key = "charged" if e.manner == "charge" else e.manner
    way = {"from": e.origin, "to": e.hex}
    return [_of(names, names.own("report", key), e.unit, e.rule, **way)]


def _placed(names: Names, e: ev.Placed) -> list[Line]:
    if e.place == ELIMINATED:
        return [_of(names, "report.eliminated", e.unit, e.rule, **{"from": e.origin})]
    if e.place == OFF_MAP:
        return [_of(names, "report.lifted", e.unit, e.rule)]
    arriving = "report.entry" if e.rule else "report.arrives"
    key = arriving if e.manner == "entry" else "report.placed"
    return [] if e.place.startswith("@") else [_of(names, key, e.unit, e.rule, to=e.place)]


def _changed(names: Names, e: ev.Changed) -> list[Line]:
    lost, facts = e.was - e.now, {"value": names.words.get(f"short.{e.value}", e.value), "now": e.now}
    book = presentation(names.game.scenario.system)
    if e.value in (*book.strength, *book.morale) and lost > 0:
        key = "report.morale_zero" if e.value == "mv" and not e.now else "report.lost"
        return [_of(names, key, e.unit, e.rule, n=lost, **facts)]
    if e.value in book.morale and e.rule not in book.rallies:
        return [_of(names, "report.regained", e.unit, e.rule, n=-lost, **facts)]
    return []


def _marked(names: Names, e: ev.Marked) -> list[Line]:
    reported = e.name in ("victorious", "stopped", "disordered")
    return [_of(names, f"report.{e.name}", e.on, e.rule)] if reported else []


def _of(names: Names, key: str, unit: str, rule: str, **facts: Any) -> Line:
    return names.words(key, sign=names.sign_of(unit), unit=names.unit(unit), rule=rule, **facts)


def _noted(names: Names, e: ev.Noted) -> list[Line]:
    return REMARKS[e.kind](names, e, dict(e.facts))


def _named(names: Names, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with units by name."""
    return {k: names.unit(str(v)) if k in ("unit", "target") else v for k, v in facts.items()}


def _marsh(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    return [names.words(f"report.marsh_{facts['result']}", rule=e.rule, **_named(names, facts))]


def _dropped(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    return [_of(names, "report.dropped", str(facts["unit"]), e.rule, steps=facts["steps"])]


def _charge(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    result = names.words(f"report.charge_{facts['result']}")
    named = {**_named(names, facts), "result": result}
    return [names.words(names.own("report", "charge"), rule=e.rule, **named)]


def _fire(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    named = {
        **_named(names, facts),
        "result": names.words(f"report.fire_{facts['result']}"),
        "why": less_fire(names, facts),
    }
    return [names.words(names.own("report", f"fire_{facts['how']}"), rule=e.rule, **named)]


def less_fire(names: Names, facts: Mapping[str, Any]) -> str:
    """Why a shot has less effect than the battery's number says: the village, or distance and cover."""
    words = names.words
    if "effective" in facts:
        return words("report.fire_less", bv=facts["bv"]) if facts["bv"] != facts["effective"] else ""
    cover = int(facts["cover"])
    parts = {"far": int(facts["vt"]) - cover - int(facts["number"]), "cover": cover}
    reasons = "".join(words(names.own("report", f"fire_{why}"), n=n) for why, n in parts.items() if n)
    return words(names.own("report", "fire_less"), vt=facts["vt"], parts=reasons) if reasons else ""


def _attack(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    words = names.words
    rules = {"odds_rule": e.rule, "die_rule": e.rule}
    named = {**rules, **_named(names, facts), "modified": _modified(names, facts)}
    report_lines = [words("report.attack", rule=e.rule, **named)]
    sides = {key: shares(names, facts[key]) for key in ("attackers", "defenders")}
    report_lines.append(words("report.sums", **sides))
    if facts["modifiers"]:
        report_lines.append(words("report.modifiers", modifiers=modifiers(names, facts["modifiers"])))
    return ["\n".join(report_lines)]


def _modified(names: Names, facts: dict[str, Any]) -> str:
    """What the modifiers make of the die, and the row read where that lies beyond the table."""
    drm, row = int(facts["drm"]), int(facts["row"])
    total = int(facts["die"]) + drm
    if not drm and total == row:
        return ""
    key = "report.modified" if total == row else "report.modified_past"
    return names.words(key, drm=signed(f"{drm:+d}"), total=signed(str(total)), row=row)


def shares(names: Names, share_facts: Iterable[str]) -> str:
    """Who brings how much, out of "unit|cs|counted|rules"."""
    parts = []
    for share in share_facts:
        unit, cs, counted, rules = share.split("|")
        changed = cs != counted or rules
        key = names.own("report", "share_changed") if changed else "report.share"
        rules = ", ".join(f"`{r}`" for r in rules.split(",") if r)
        parts.append(names.words(key, unit=names.unit(unit), cs=cs, counted=counted, rules=rules))
    return " + ".join(parts)


def modifiers(names: Names, modifier_facts: Iterable[str]) -> str:
    """The die-roll modifiers, out of "+1|reason|rule"."""
    parts = []
    for modifier in modifier_facts:
        adds, why, rule = modifier.split("|")
        why = names.words.get(f"modifier.{why}", why)
        parts.append(names.words("report.modifier", adds=signed(adds), reason=why, rule=rule))
    return ", ".join(parts)


def _test(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    added = int(facts.get("malus", 0))
    addition = f"{facts['die']} + {added} = {facts['total']}".replace("+ -", "− ") if added else facts["die"]
    facts = {**_named(names, facts), "sum": addition}
    return [names.words(names.own("report", f"test_{facts['result']}"), rule=e.rule, **facts)]


def _rally(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    numbers = {"points": facts["points"]}
    if "conditions" in facts:
        numbers["conditions"] = names.words(f"condition.{facts['conditions']}")
    return [_of(names, names.own("report", "rally"), str(facts["unit"]), e.rule, **numbers)]


def _crossed(names: Names, e: ev.Noted, facts: dict[str, Any]) -> list[Line]:
    """Whom a unit passes, where the path does not say enough."""
    if e.rule.rpartition("-")[0] not in presentation(names.game.scenario.system).passing_friends:
        return []
    friend = names.unit(str(facts["friend"]))
    return [_of(names, "report.crossed", str(facts["unit"]), e.rule, friend=friend, hex=facts["hex"])]


def _written(names: Names, e: ev.Written) -> list[Line]:
    if not e.order:
        return [names.words("written.struck", unit=names.unit(e.unit))]
    return [names.words("written.noted", order=written_orders.line(names, e.unit, e.order))]


def _ended(names: Names, e: ev.Ended) -> list[Line]:
    if e.reason != "resigned":
        return []
    loser = next(side for side in names.game.scenario.side_ids if side != e.winner)
    return [names.words("report.resigned", sign=names.sign(loser), side=names.side(loser))]


TELLERS: dict[type[ev.Event], Callable[[Names, Any], list[Line]]] = {
    ev.Moved: _moved,
    ev.Placed: _placed,
    ev.Changed: _changed,
    ev.Marked: _marked,
    ev.Noted: _noted,
    ev.Written: _written,
    ev.Ended: _ended,
}

REMARKS: dict[str, Callable[[Names, ev.Noted, dict[str, Any]], list[Line]]] = {
    "marsh": _marsh,
    "dropped": _dropped,
    "charge": _charge,
    "fire": _fire,
    "attack": _attack,
    "morale_test": _test,
    "rally": _rally,
    "crossed": _crossed,
    "objective": remark_lines.objective,
    "abandoned": remark_lines.abandoned,
    "objectives_chosen": remark_lines.objectives,
}
