"""What happened, line by line: moves with their cost, fights with their dice.

A report tells a line of each; how it came about and by which rules is told by *Why?* and `/log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

from bot.i18n.names import IntroducingNames, Names
from bot.reports import written_orders
from bot.reports.report_sections import Fight
from bot.reports.sentences import fight_words, remark_lines, rulebook_lines
from bot.reports.sentences.event_sentences import REMARKS, TELLERS, Line
from bot.reports.sentences.fight_words import ToldFight
from engine import events as ev
from engine.hexes import Hex
from engine.state import ELIMINATED
from scenarios.presentation import presentation

PLAIN = ("step", "crossing")
"""Manners of going that are told with their price."""
ASIDE = frozenset({"minimum_movement", "crossed"})
"""Remarks about a way, told below its line."""
IMPLIED = frozenset({"victorious"})
"""Marks that follow from the lines around them."""
_INDENT = "　"
"""Begins a line that explains or continues the one above it."""
LONGEST_REPORT, LONGEST_MORE = 3400, 350
"""Characters of a report, and of what goes on in a second note: a card holds 4000 in all."""


def lines(
    names: Names,
    events: Iterable[ev.Event],
    *,
    full: bool = False,
    brief: bool = False,
    numbers: bool = True,
) -> list[Line]:
    """One line, or a few, for everything worth telling, in order; `full`: with rules, and how results came
    about; `brief`: units have their short names alone; `numbers`: fights with those that decided them, in
    brackets."""
    words = names.words if full else names.words.without_rules
    introducing = IntroducingNames(Names(words, names.game))
    reporter = _Reporter(introducing, full=full, numbers=numbers)
    for event in events:
        reporter.hear(event)
    reporter.end()
    told = [line for line in (*reporter.lines, *reporter.idle()) if line]
    whole = (line for text in told for line in text.split("\n") if line.strip(_INDENT + " "))
    return introducing.introduced(whole if full else map(_first, told), brief=brief)


def parts(names: Names, events: Iterable[ev.Event], fights: Sequence[Fight]) -> list[list[Line]]:
    """The lines of a report in parts: what comes before the first fight, that fight in one line, what comes
    between it and the next, and so on to what comes after the last one."""
    introducing = IntroducingNames(Names(names.words.without_rules, names.game))
    reporter, cuts, mains = _Reporter(introducing), list[int](), list[int]()
    first, last = {id(f.events[0]): f for f in fights}, {id(f.events[-1]) for f in fights}
    main = {id(fight.main) for fight in fights}
    for event in events:
        if id(event) in first:
            reporter.end()
            cuts.append(len(reporter.lines))
        reporter.hear(event)
        if id(event) in main:
            mains.append(len(reporter.lines) - 1)
        if id(event) in last:
            reporter.end()
            cuts.append(len(reporter.lines))
    reporter.end()
    told = [_first(line) for line in reporter.lines]
    spans = [told[start:end] for start, end in zip([0, *cuts], [*cuts, len(told)], strict=True)]
    for n, at in enumerate(mains):
        whole, place = spans[2 * n + 1], at - cuts[2 * n]
        spans[2 * n + 1] = [_joined([*whole[place : place + 1], *whole[:place], *whole[place + 1 :]])]
    spans[::2] = [_continued(span) for span in spans[::2]]
    spans[0] += reporter.idle()
    introduced = iter(introducing.introduced(chain.from_iterable(spans)))
    return [[line for line in islice(introduced, len(span)) if line] for span in spans]


def fight_line(names: Names, events: Sequence[ev.Event], main: ev.Event | None = None) -> Line:
    """The fight that `main` tells of, or the first one, and what came of it in plain words, without numbers;
    "" where there is none."""
    main = main or next(filter(fight_words.is_fight, events), None)
    introducing = IntroducingNames(Names(names.words.without_rules, names.game))
    reporter, at = _Reporter(introducing, numbers=False), 0
    for event in events:
        reporter.hear(event)
        if event is main:
            at = len(reporter.lines) - 1
    reporter.end()
    told = reporter.lines[at : at + 1] if main is not None else ()
    return next(iter(introducing.introduced(map(_first, told))), "")


def _first(text: Line) -> Line:
    """The result, without how it came about."""
    return text.partition("\n")[0]


def _joined(told: Iterable[Line]) -> Line:
    """Lines as one."""
    return " · ".join(text for line in told if (text := line.strip(_INDENT + " ")))


def _continued(told: Iterable[Line]) -> list[Line]:
    """The lines, those that continue another one behind it."""
    continued = list[Line]()
    for line in told:
        if continued and line.startswith(_INDENT):
            continued[-1] = _joined((continued[-1], line))
        else:
            continued.append(line)
    return continued


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
    """Hears events one by one; steps of one unit are joined into one line, a fight and what came of it into
    another.

    Where all units move at the same time, the line of a way stands where the way began.
    """

    def __init__(self, names: Names, *, full: bool = False, numbers: bool = True) -> None:
        self.names = names
        self.words = names.words
        self._full, self._numbers = full, numbers
        self._fight: tuple[int, ToldFight] | None = None
        self._test: tuple[int, ev.Noted] | None = None
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
        if not self._full and self._fought(event):
            return
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
            event.kind not in REMARKS or remark_lines.own(self.names, event)
        ):
            self._remark(event)
        elif isinstance(event, ev.Marked) and event.name in IMPLIED and not self._full:
            return
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
        elif teller := TELLERS.get(type(event)):
            event_lines = teller(self.names, event)
            if event_lines:
                self.end_run()
                self.lines += event_lines
                if isinstance(event, ev.Noted) and event.kind in fight_words.TESTS:
                    self._test = (len(self.lines) - 1, event)

    def end(self) -> None:
        """Write down what is not over: steps, orders, a fight."""
        self._end_fight()
        self.end_run()

    def _end_fight(self) -> None:
        if self._fight is not None:
            at, fight = self._fight
            self.lines[at], self._fight = fight.line(numbers=self._numbers), None

    def _fought(self, event: ev.Event) -> bool:
        """Tell a fight, or take in what came of one; whether an event is told with it."""
        if self._fight is not None and self._fight[1].take(event):
            return True
        if self._fight is not None and self._fight[1].ends_with(event):
            self._end_fight()
        fight = fight_words.begun(self.names, event)
        if fight is None:
            return False
        self._end_fight()
        if not self._together:
            self.end_run()
        if self._test is not None and fight.tests(self._test[1]):
            self.lines[self._test[0]] = ""
        self._fight = (len(self.lines), fight)
        self.lines.append("")
        return True

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
        note_lines = remark_lines.lines(self.names, event, self._rolled.get(_whose(event), ()))
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
