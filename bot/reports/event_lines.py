"""What happened, line by line: moves with their cost, fights with dice, modifiers and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.i18n.names import IntroducingNames, Names
from bot.reports import remark_lines, rulebook_lines, written_orders
from bot.reports import remark_lines as reports_remark_lines
from engine import events as ev
from engine.hexes import Hex
from engine.scenario import OFF_MAP
from engine.state import ELIMINATED
from scenarios.presentation import presentation

Line = str
PLAIN = ("step", "crossing")
"""Manners of going that are told with their price."""
ASIDE = frozenset({"minimum_movement", "crossed"})
"""Remarks about a way, told below its line."""
LONGEST_REPORT, LONGEST_MORE = 3400, 350
"""Characters of a report, and of what goes on in a second note: a card holds 4000 in all."""


def lines(names: Names, events: Iterable[ev.Event]) -> list[Line]:
    """One line, or a few, for everything worth telling, in order."""
    return [line for part in parts(names, events, ()) for line in part]


def parts(names: Names, events: Iterable[ev.Event], starts: Iterable[ev.Event]) -> list[list[Line]]:
    """The same in parts, one more than there are `starts`: what comes before them, then from each to the
    next."""
    introducing = IntroducingNames(names)
    reporter, begin, cuts = _Reporter(introducing), {id(event) for event in starts}, list[int]()
    for event in events:
        if id(event) in begin:
            reporter.end_run()
            cuts.append(len(reporter.lines))
        reporter.hear(event)
    reporter.end_run()
    told = introducing.introduced([*reporter.lines, *reporter.idle()])
    ends, idle = [*cuts, len(reporter.lines)], told[len(reporter.lines) :]
    first = [*told[: ends[0]], *idle]
    return [first, *(told[start:end] for start, end in zip(cuts, ends[1:], strict=True))]


def cut(names: Names, report_lines: list[Line], longest: int) -> str:
    """The lines as one text of at most `longest` characters, cut by whole lines."""
    text = "\n".join(report_lines)
    if len(text) <= longest:
        return text
    count, size = 0, 0
    while size + len(report_lines[count]) + 1 <= longest - 80:
        size += len(report_lines[count]) + 1
        count += 1
    return "\n".join([*report_lines[:count], names.words("report.more", n=len(report_lines) - count)])


class _Reporter:
    """Hears events one by one; steps of one unit are joined into one line.

    Where all units move at the same time, the line of a way stands where the way began.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.words = names.words
        self.lines: list[Line] = []
        self._step_costs = presentation(names.game.scenario.system).step_costs
        self._together = names.game.system.secret_orders is not None
        self._ways: dict[tuple[str, str], tuple[int, list[Hex]]] = {}
        self._rolled: dict[str, tuple[int, ...]] = {}
        self._orders: list[tuple[str, Mapping[str, str]]] = []
        self._opened = False
        self._unit, self._manner, self._rule = "", "", ""
        self._path: list[Hex] = []
        self._cost = 0
        self._left: int | None = None
        self._aside: list[Line] = []
        self._command: dict[tuple[str, str, str], list[str]] = {}
        self._passed: list[tuple[str, str]] = []

    def hear(self, event: ev.Event) -> None:
        """Take one event in."""
        if self._together and isinstance(event, ev.Moved):
            self._way(event)
        elif self._together and isinstance(event, ev.Placed) and event.place == ELIMINATED:
            return  # the rulebook says what became of it
        elif isinstance(event, ev.Rolled):
            self._rolled[event.by] = event.dice
            self._gesture(event)
        elif isinstance(event, ev.Opened):
            self._opened = True
        elif isinstance(event, ev.Ordered):  # what is changed later on, a remark tells
            self._orders += [(event.unit, event.order)] if event.order and self._opened else []
        elif isinstance(event, ev.Noted) and event.kind == "passed":
            self._passed.append((str(event.facts["side"]), str(event.facts["phase"])))
        elif isinstance(event, ev.Noted) and (
            event.kind not in _REMARKS or reports_remark_lines.own(self.names, event)
        ):
            self._remark(event)
        elif isinstance(event, (ev.Marked, ev.Unmarked)) and event.name == "uncommanded":
            self._led(event)
        elif isinstance(event, ev.Moved) and (
            event.manner in PLAIN or rulebook_lines.has_way(self.names, event.manner)
        ):
            self._step(event)
        elif isinstance(event, ev.Changed) and event.value == "mp":
            self._paid(event)
        elif self._gesture(event):
            return
        elif teller := _TELLERS.get(type(event)):
            event_lines = teller(self.names, event)
            if event_lines:
                self.end_run()
                self.lines += event_lines

    def idle(self) -> list[Line]:
        """One line for all phases in which there was nothing to do."""
        phases = [f"{self.names.sign(side)} {self.names.phase(phase)}" for side, phase in self._passed]
        return [self.words("report.passed", phases=self.words.join_list(phases))] if phases else []

    def _gesture(self, event: ev.Event) -> bool:
        """Tell what the rulebook has a sentence for; whether it had one."""
        event_lines = rulebook_lines.lines(self.names, event)
        if event_lines:
            self.end_run()
        self.lines += event_lines
        return bool(event_lines)

    def _remark(self, event: ev.Noted) -> None:
        """What the rulebook remarks; of the price of a step, below the line of the steps."""
        note_lines = reports_remark_lines.lines(self.names, event, self._rolled.get(_whose(event), ()))
        if event.kind in ASIDE:
            self._aside += note_lines
            return
        if note_lines and not self._together:
            self.end_run()
        self.lines += note_lines

    def _led(self, event: ev.Marked | ev.Unmarked) -> None:
        """Gather who has come into command, or out of it: a phase begins with all of them at once."""
        unit = self.names.game.state.units.get(event.on)
        key = self.names.own("report", "uncommanded" if isinstance(event, ev.Marked) else "commanded")
        if unit is not None and key in self.words:
            self._command.setdefault((unit.side, key, event.rule), []).append(unit.id)

    def _way(self, event: ev.Moved) -> None:
        key = (event.unit, event.manner)
        if key not in self._ways or self._ways[key][1][-1] != event.origin:
            self._ways[key] = (len(self.lines), [event.origin])
            self.lines.append("")
        at, path = self._ways[key]
        path.append(event.hex)
        unit = self.names.unit(event.unit)
        way = self.words.get(f"way.{event.manner}", event.manner.replace("_", " "), unit=unit)
        facts = {"unit": unit, "way": way, "path": " → ".join(path)}
        sign = self.names.sign_of(event.unit)
        self.lines[at] = self.words("report.way", sign=sign, rule=event.rule, **facts)

    def _step(self, event: ev.Moved) -> None:
        manner = "" if event.manner in PLAIN else event.manner
        if (event.unit, manner) != (self._unit, self._manner) or self._path[-1:] != [event.origin]:
            self.end_run()
            self._unit, self._path, self._manner = event.unit, [event.origin], manner
        self._path.append(event.hex)
        self._rule = event.rule

    def _paid(self, event: ev.Changed) -> None:
        if event.unit == self._unit and event.rule in self._step_costs:
            self._cost += event.was - event.now
            self._left = event.now

    def end_run(self) -> None:
        """Write down the steps, and the orders laid open, heard so far."""
        self.lines += written_orders.by_side(self.names, self._orders)
        self._orders = []
        if self._manner:
            self.lines += rulebook_lines.way(self.names, self._unit, self._manner, self._path, self._rule)
        elif self._path:
            remaining = self._left
            if remaining is None:
                remaining = self.names.game.state.units[self._unit]["mp"]
            self.lines.append(
                self.words(
                    self.names.own("report", "moved"),
                    sign=self.names.sign_of(self._unit),
                    unit=self.names.unit(self._unit),
                    path=" → ".join(self._path),
                    cost=self._cost,
                    left=remaining,
                )
            )
        self.lines += self._aside
        for (side, key, rule), ids in self._command.items():
            facts = {"sign": self.names.sign(side), "units": self.names.units(ids), "rule": rule}
            self.lines.append(self.words(key, **facts))
        self._aside, self._command = [], {}
        self._unit, self._manner, self._path, self._cost, self._left = "", "", [], 0, None


def _whose(note: ev.Noted) -> str:
    return str(note.facts.get("unit", ""))


def _moved(names: Names, e: ev.Moved) -> list[Line]:
    key = "charged" if e.manner == "charge" else e.manner
    way = {"from": e.origin, "to": e.hex}
    return [_of(names, names.own("report", key), e.unit, e.rule, **way)]


def _placed(names: Names, e: ev.Placed) -> list[Line]:
    if e.place == ELIMINATED:
        return [_of(names, "report.eliminated", e.unit, e.rule, **{"from": e.origin})]
    if e.place == OFF_MAP:
        return [_of(names, "report.lifted", e.unit, e.rule)]
    key = "report.entry" if e.manner == "entry" else "report.placed"
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
    return _REMARKS[e.kind](names, e, dict(e.facts))


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
    return report_lines


def _modified(names: Names, facts: dict[str, Any]) -> str:
    """What the modifiers make of the die, and the row read where that lies beyond the table."""
    drm, row = int(facts["drm"]), int(facts["row"])
    total = int(facts["die"]) + drm
    if not drm and total == row:
        return ""
    key = "report.modified" if total == row else "report.modified_past"
    return names.words(key, drm=signed(f"{drm:+d}"), total=signed(str(total)), row=row)


def signed(number: str) -> str:
    """A number with a true minus sign."""
    return number.replace("-", "−")


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


_TELLERS: dict[type[ev.Event], Callable[[Names, Any], list[Line]]] = {
    ev.Moved: _moved,
    ev.Placed: _placed,
    ev.Changed: _changed,
    ev.Marked: _marked,
    ev.Noted: _noted,
    ev.Written: _written,
    ev.Ended: _ended,
}

_REMARKS: dict[str, Callable[[Names, ev.Noted, dict[str, Any]], list[Line]]] = {
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
