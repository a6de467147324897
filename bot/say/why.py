"""Why something came out as it did: the numbers, dice with their keys, the line of the table, the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.page import Choice, Menu, Note, Page, Press, menu_id, press_id
from bot.results import Result, within
from bot.say import remarks, report
from bot.say.beside import rule_press
from bot.say.menus import IN_A_ROW
from bot.say.names import Names
from bot.say.report import signed
from bot.say.rules import Book
from engine import events as ev
from engine.events import Noted
from storage import Entry

LONGEST_TOLD, LONGEST_SUM, LONGEST_RULES = 1500, 900, 1700
MOST_DICE, LONGEST_LINE = 6, 99
_RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{2,4}-\d+\b")
_MARKS = re.compile(r"\*\*|~~|　|\(?`[A-Z]{2}-[A-Z]{2,4}-\d+`\)?|`")

Numbers = Mapping[str, Any]


def page(names: Names, stamp: int, book: Book, result: Result, others: Sequence[Result]) -> Page:
    """A result explained; a menu of others, newest first. `names` are those of the table as it was then."""
    words = names.words
    told = report.cut(names, _lines(names, result), LONGEST_TOLD)
    sums = "\n".join(line for note in result.notes for line in _sum(names, note))
    dice = "\n".join(_dice(names, result))
    text = "\n\n".join(part for part in (told, _cut(sums, LONGEST_SUM), dice) if part)
    notes = [Note(title=_title(names, result), text=text)]
    shown, left = _rules(names, book, result)
    if shown:
        notes.append(Note(title=words("why.rules"), text="\n\n".join(shown), footer=words("why.footer")))
    rules = tuple(rule_press(words, id_) for id_ in left[:IN_A_ROW])
    rows = (_menu(names, stamp, result, others), rules)
    return Page(notes=tuple(notes), rows=tuple(row for row in rows if row))


def label(names: Names, result: Result) -> str:
    """A result in a line of a list."""
    fell = report.lines(names, result.dice)
    lines = [line for line in report.lines(names, [*result.dice, _main(result)]) if line not in fell]
    told = " ".join(_MARKS.sub("", lines[0] if lines else _main(result).kind).split())
    line = names.words("why.label", turn=result.turn, told=told)
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def _main(result: Result) -> Noted:
    """The remark a result is called by."""
    return next((note for note in result.notes if note.kind == "charge"), result.notes[0])


def choice(names: Names, result: Result, *, chosen: bool = False) -> Choice:
    """A result to be chosen."""
    about = names.headed(result.phase) if result.phase else ""
    return Choice(label=label(names, result), value=result.id, about=about[:LONGEST_LINE], chosen=chosen)


def press(names: Names, entries: Sequence[Entry], stage: str = "") -> tuple[Press, ...]:
    """The button that asks why the last dice of some entries led to what they did, in a phase that plays
    itself or at all; none where everybody saw none."""
    table = names.table
    known = {entry.seq: n for n, entry in enumerate(table.known_to(""), start=1)}
    for entry in reversed(entries):
        found = within(table, entry, known[entry.seq]) if entry.seq in known else []
        for result in reversed(found):
            if result.dice and stage in ("", result.phase):
                id_ = press_id(table.game.id, table.stamp, "why", result.ordinal, result.number)
                return (Press(label=names.words("button.why"), id=id_),)
    return ()


def _lines(names: Names, result: Result) -> list[str]:
    return [line.strip("　 ") for text in report.lines(names, result.events) for line in text.split("\n")]


def _title(names: Names, result: Result) -> str:
    words = names.words
    if not result.phase:
        return words("why.title_plain")
    key = "why.title_side" if result.player else "why.title"
    facts = {"turn": result.turn, "phase": names.headed(result.phase), "side": names.side(result.player)}
    return words(key, **facts)


def _menu(names: Names, stamp: int, result: Result, others: Sequence[Result]) -> Menu | tuple[()]:
    """The other results; this one is in it as well, so that it says where one is."""
    if len(others) < 2:
        return ()
    table = names.table
    made = tuple(choice(names, other, chosen=other.id == result.id) for other in others)
    return Menu(id=menu_id(table.game.id, stamp, "whys"), hint=names.words("why.others"), choices=made)


# --- how it was reckoned -----------------------------------------------------------------------------------


def _sum(names: Names, note: Noted) -> Iterator[str]:
    """How a number came about, where there is a sentence for it; the line of a table that was read."""
    words, system = names.words, names.table.scenario.system
    key = f"why.{system}.{note.kind}"
    if key in words:
        facts = remarks.told(names, note) | _more(names, note)
        plain = f"{key}_plain"  # where no die is a strong hit
        key = plain if facts.get("strong") == 0 and plain in words else key
        try:
            yield words(key, rule=note.rule, **facts)
        except (KeyError, ValueError):  # a remark of another version
            return
    if "column" in note.facts and "row" in note.facts:
        yield from _column(names, str(note.facts["column"]), int(str(note.facts["row"])))


def _more(names: Names, note: Noted) -> dict[str, Any]:
    """Numbers that follow from those of a remark."""
    worked = _WORKED.get(f"{names.table.scenario.system}.{note.kind}")
    return worked(names, dict(note.facts)) if worked is not None else {}


def _column(names: Names, column: str, row: int) -> Iterator[str]:
    """The column of the results table, the row that was read in bold."""
    crt: Any = names.table.scenario.charts.get("crt", {})
    columns = [str(c) for c in crt.get("columns", ())]
    if column not in columns:
        return
    at = columns.index(column)
    cells = [(int(face), str(line[at])) for face, line in crt["rows"].items()]
    told = (f"➡️ **{face}** `{cell}`" if face == row else f"{face} `{cell}`" for face, cell in sorted(cells))
    yield names.words("why.column", column=column, cells=" · ".join(told))


def _added(names: Names, facts: Numbers) -> dict[str, Any]:
    drm = int(facts["drm"])
    return {"drm": signed(f"{drm:+d}") if drm else "0"}


def _bombarded(names: Names, facts: Numbers) -> dict[str, Any]:
    chart: Any = names.table.scenario.charts["bombardment"]
    strong = max(0, int(facts["effective"]) - int(chart["strong_hit_below"]))
    return {"strong": strong, "sides": chart["die"]}


def _shot_at(names: Names, facts: Numbers) -> dict[str, Any]:
    far = int(facts["vt"]) - int(facts["cover"]) - int(facts["number"])
    return {"far": far, "sides": names.table.scenario.chart("fire", "die")}


def _ridden(names: Names, facts: Numbers) -> dict[str, Any]:
    own, theirs = (int(facts[f"{of}main"]) + int(facts[f"{of}mo"]) for of in ("", "target_"))
    return {"own": own, "theirs": theirs, "more": signed(str(own - theirs))}


def _volley(names: Names, facts: Numbers) -> dict[str, Any]:
    words = names.words
    weapon = words.get(f"table.weapons.of.{facts['weapon']}", str(facts["weapon"]))
    protection = sum(int(one.split()[1]) for one in facts["factors"])
    return {
        "weapon": weapon,
        "n_bases": len(facts["bases"]),
        "n_dice": len(facts["dice"]),
        "protection": max(0, protection),
        "again": len(facts["rerolled"]),
    }


def _signed_modifiers(names: Names, facts: Numbers) -> dict[str, Any]:
    """What all modifiers of an attack value and of a defence add."""
    change = int(facts["value"]) - int(facts["base"])
    return {"change": signed(f"{change:+d}")}


_WORKED: Mapping[str, Callable[[Names, Numbers], dict[str, Any]]] = {
    "morne_plaine.attack": _added,
    "pousse_pion.attack": _added,
    "morne_plaine.fire": _bombarded,
    "pousse_pion.fire": _shot_at,
    "pousse_pion.charge": _ridden,
    "desastre_colonial.fire": _volley,
    "art_of_tactic.shot": _signed_modifiers,
    "art_of_tactic.melee": _signed_modifiers,
    "art_of_tactic.test": _signed_modifiers,
}


def _dice(names: Names, result: Result) -> list[str]:
    """What fell; after the end each with the key from which anybody can throw it again. Before it a key would
    count orders, secret ones, too."""
    words, over = names.words, names.table.game.status == "over"
    found = [
        words(
            "why.die",
            dice=" ".join(map(str, e.dice)),
            sides=e.sides,
            n=len(e.dice),
            key=words("why.key", key=e.key) if over else "",
            who=_by(names, e.by),
        )
        for e in result.dice
    ]
    if len(found) > MOST_DICE:
        found = [*found[:MOST_DICE], words("why.more_dice", n=len(found) - MOST_DICE)]
    return [*found, words("why.verify")] if found else []


def _by(names: Names, unit: str) -> str:
    return names.words("why.by", unit=names.unit(unit)) if unit in names.table.state.units else ""


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rsplit("\n", 1)[0] + " …"


# --- the rules -------------------------------------------------------------------------------------------


def _rules(names: Names, book: Book, result: Result) -> tuple[list[str], list[str]]:
    """The texts of the rules behind a result, as many as have room; the ids of the others."""
    shown, left, size = list[str](), list[str](), 0
    for id_ in rules_of(names, result):
        rule = book.rules.get(id_)
        if rule is None:
            continue
        told = names.words("why.rule", id=id_, title=book.title(id_), text=book.of(rule))
        if size + len(told) <= LONGEST_RULES and not left:
            shown.append(told)
            size += len(told) + 2
        else:
            left.append(id_)
    return shown, left


def rules_of(names: Names, result: Result) -> list[str]:
    """The ids of the rules behind a result: those of its sums first, then those of what followed."""
    system = names.table.scenario.system
    found = list[str]()
    for note in result.notes:
        found += [note.rule, *BESIDES.get(f"{system}.{note.kind}", "").split()]
        found += [id_ for fact in note.facts.values() for id_ in _named(fact)]
    found += [e.rule for e in result.dice]
    found += [e.rule for e in result.events if not _quiet(e)]
    return [id_ for id_ in dict.fromkeys(found) if id_]


def _quiet(event: ev.Event) -> bool:
    """Whether an event follows from others: its rule would only be in the way."""
    return isinstance(event, QUIET) or (
        isinstance(event, ev.Changed) and (not event.unit or event.value == "mp")
    )


def _named(fact: object) -> Iterable[str]:
    told = fact if isinstance(fact, tuple) else (fact,)
    return [id_ for one in told if isinstance(one, str) for id_ in _RULE.findall(one)]


QUIET = (
    ev.Marked, ev.Unmarked, ev.Began, ev.Owed, ev.Selected, ev.Released, ev.Pushed, ev.Popped, ev.Pooled,
    ev.Turned, ev.Ordered, ev.Asked,
)  # fmt: skip
BESIDES: Mapping[str, str] = {
    "morne_plaine.attack": "MP-CBT-29 MP-CBT-30 MP-CBT-35",
    "pousse_pion.attack": "PP-CBT-13 PP-CBT-14",
    "pousse_pion.charge": "PP-CHG-15 PP-CHG-17",
    "pousse_pion.fire": "PP-FIR-11 PP-FIR-12",
    "pousse_pion.morale_test": "PP-MOR-01",
    "desastre_colonial.fire": "DC-FIR-12 DC-FIR-18 DC-PRO-01 DC-PRO-02",
    "desastre_colonial.volley": "DC-FIR-23",
    "desastre_colonial.command": "DC-CMD-14 DC-CMD-25",
    "desastre_colonial.melee": "DC-MEL-19 DC-MEL-24",
    "desastre_colonial.melee_result": "DC-MEL-30",
    "desastre_colonial.morale": "DC-MOR-08 DC-MOR-09 DC-MOR-13",
    "desastre_colonial.native_morale": "DC-NAT-01",
    "art_of_tactic.melee": "AT-MEL-23 AT-MEL-25",
    "art_of_tactic.test": "AT-MOR-10",
}
"""Rules by which a result is reckoned and which its remark does not name."""
