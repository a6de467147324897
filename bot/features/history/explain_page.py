"""The page of `/why`: the numbers, dice with their keys, the line of the chart, the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.features.history.results import Resolution, within
from bot.features.rulebook.page import Rulebook
from bot.i18n.names import Names
from bot.reports import event_lines
from bot.reports.report_sections import Fight
from bot.reports.sentences import remark_lines
from bot.reports.sentences.remark_lines import signed
from bot.ui.button_rows import rule_press
from bot.ui.menus import IN_A_ROW
from bot.ui.page import Button, Choice, Embed, Menu, Page, button_id, menu_id
from bot.ui.plain_text import shortened
from engine import events as ev
from engine.events import Noted
from scenarios.presentation import presentation
from storage import Entry

LONGEST_TOLD, LONGEST_SUM, LONGEST_RULES = 1500, 900, 1700
MOST_DICE, LONGEST_LINE = 6, 99
_RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{2,4}-\d+\b")
_MARKS = re.compile(r"\*\*|~~|　|`")


def page(names: Names, stamp: int, book: Rulebook, result: Resolution, others: Sequence[Resolution]) -> Page:
    """A result explained; a menu of others, newest first. `names` are those of the table as it was then."""
    words = names.words
    report = event_lines.cut(names, _lines(names, result), LONGEST_TOLD)
    sums = "\n".join(line for note in result.notes for line in _sum(names, note))
    dice = "\n".join(_dice(names, result))
    text = "\n\n".join(part for part in (report, _cut(sums, LONGEST_SUM), dice) if part)
    notes = [Embed(title=_title(names, result), text=text)]
    rule_texts, remaining = _rules(names, book, result)
    if rule_texts:
        notes.append(
            Embed(title=words("why.rules"), text="\n\n".join(rule_texts), footer=words("why.footer"))
        )
    rules = tuple(rule_press(words, id_) for id_ in remaining[:IN_A_ROW])
    rows = (_menu(names, stamp, result, others), rules)
    return Page(embeds=tuple(notes), rows=tuple(row for row in rows if row))


def label(names: Names, result: Resolution) -> str:
    """A result in a line of a list."""
    fell = event_lines.lines(names, result.dice)
    told = event_lines.lines(names, [*result.dice, _main(result)], numbers=False)
    lines = [line for line in told if line not in fell]
    text = " ".join(_MARKS.sub("", lines[0] if lines else _main(result).kind).split())
    return shortened(names.words("why.label", turn=result.turn, told=text), LONGEST_LINE)


def _main(result: Resolution) -> Noted:
    """The remark a result is called by."""
    return next((note for note in result.notes if note.kind == "charge"), result.notes[0])


def choice(names: Names, result: Resolution, *, chosen: bool = False) -> Choice:
    """A result to be chosen."""
    about = names.headed(result.phase) if result.phase else ""
    return Choice(label=label(names, result), value=result.id, about=about[:LONGEST_LINE], chosen=chosen)


def press(names: Names, entries: Sequence[Entry], stage: str = "") -> tuple[Button, ...]:
    """The button that asks why the last dice of some entries led to what they did, in a phase that plays
    itself or at all; none where everybody saw none."""
    game = names.game
    known = {entry.seq: n for n, entry in enumerate(game.known_to(""), start=1)}
    for entry in reversed(entries):
        results = within(game, entry, known[entry.seq]) if entry.seq in known else []
        for result in reversed(results):
            if result.dice and stage in ("", result.phase):
                id_ = button_id(game.record.id, game.stamp, "why", result.ordinal, result.number)
                return (Button(label=names.words("button.why"), id=id_),)
    return ()


def fights(
    names: Names, entries: Sequence[Entry], stage: str = "", *, stamp: int | None = None
) -> Iterator[Fight]:
    """The fights with dice, in a phase that plays itself or at all, each with its button. No two buttons of a
    message may be the same: another `stamp` makes them others."""
    game = names.game
    stamp = game.stamp if stamp is None else stamp
    known = {entry.seq: n for n, entry in enumerate(game.known_to(""), start=1)}
    for entry in entries:
        for group in _fights(names, entry, known[entry.seq]) if entry.seq in known else ():
            first = group[0]
            if any(result.dice for result in group) and stage in ("", first.phase):
                id_ = button_id(game.record.id, stamp, "why", first.ordinal, first.number)
                yield Fight(
                    events=_told(names, group),
                    main=_main(first),
                    button=Button(label=names.words("button.why"), id=id_),
                )


def _fights(names: Names, entry: Entry, ordinal: int) -> list[list[Resolution]]:
    """The results of an entry, each with those that belong to it."""
    follows, groups = presentation(names.game.scenario.system).follows, list[list[Resolution]]()
    for result in within(names.game, entry, ordinal):
        first = groups[-1][0] if groups else None
        if first and first.phase == result.phase and _main(first).kind in follows.get(_main(result).kind, ()):
            groups[-1].append(result)
        else:
            groups.append([result])
    return groups


def _told(names: Names, group: Sequence[Resolution]) -> tuple[ev.Event, ...]:
    """What happened in a fight: until the next unit moves, or its own result where all are fought at once."""
    happened = [event for result in group for event in result.events]
    main = _main(group[0])
    if main.kind in presentation(names.game.scenario.system).at_once:
        return tuple(happened[: happened.index(main) + 1])
    on = (n for n, e in enumerate(happened) if isinstance(e, ev.Moved) and e.manner in event_lines.PLAIN)
    return tuple(happened[: next(on, len(happened))])


def _lines(names: Names, result: Resolution) -> list[str]:
    return [line.strip("　 ") for line in event_lines.lines(names, result.events, full=True)]


def _title(names: Names, result: Resolution) -> str:
    words = names.words
    if not result.phase:
        return words("why.title_plain")
    key = "why.title_side" if result.player else "why.title"
    facts = {"turn": result.turn, "phase": names.headed(result.phase), "side": names.side(result.player)}
    return words(key, **facts)


def _menu(names: Names, stamp: int, result: Resolution, others: Sequence[Resolution]) -> Menu | tuple[()]:
    """The other results; this one is in it as well, so that it says where one is."""
    if len(others) < 2:
        return ()
    game = names.game
    choices = tuple(choice(names, other, chosen=other.id == result.id) for other in others)
    return Menu(id=menu_id(game.record.id, stamp, "whys"), hint=names.words("why.others"), choices=choices)


# --- how it was reckoned -----------------------------------------------------------------------------------


def _sum(names: Names, note: Noted) -> Iterator[str]:
    """How a number came about, where there is a sentence for it; the line of a table that was read."""
    words, system = names.words, names.game.scenario.system
    key = f"why.{system}.{note.kind}"
    if key in words:
        facts = remark_lines.fact_words(names, note) | _more(names, note)
        plain = f"{key}_plain"  # where no die is a strong hit
        key = plain if facts.get("strong") == 0 and plain in words else key
        try:
            yield words(key, rule=note.rule, **facts)
        except (KeyError, ValueError):  # a remark of another version
            return
    if "column" in note.facts and "row" in note.facts:
        yield from _column(names, str(note.facts["column"]), int(str(note.facts["row"])))


def _more(names: Names, note: Noted) -> dict[str, Any]:
    """Numbers that follow from those of a remark, and the name of the weapon."""
    explain = names.game.system.explanations.get(note.kind)
    facts: dict[str, Any] = {}
    if explain is not None:
        numbers = explain(names.game.scenario, note.facts)
        facts = {name: signed(n) if isinstance(n, str) else n for name, n in numbers.items()}
    if weapon := str(note.facts.get("weapon", "")):
        facts["weapon"] = names.words.get(f"table.weapons.of.{weapon}", weapon)
    return facts


def _column(names: Names, column: str, row: int) -> Iterator[str]:
    """The column of the results table, the row that was read in bold."""
    crt: Any = names.game.scenario.charts.get("crt", {})
    columns = [str(c) for c in crt.get("columns", ())]
    if column not in columns:
        return
    at = columns.index(column)
    cells = [(int(face), str(line[at])) for face, line in crt["rows"].items()]
    parts = (f"➡️ **{face}** `{cell}`" if face == row else f"{face} `{cell}`" for face, cell in sorted(cells))
    yield names.words("why.column", column=column, cells=" · ".join(parts))


def _dice(names: Names, result: Resolution) -> list[str]:
    """What fell; after the end each with the key from which anybody can throw it again. Before it a key would
    count orders, secret ones, too."""
    words, over = names.words, names.game.record.status == "over"
    lines = [
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
    if len(lines) > MOST_DICE:
        lines = [*lines[:MOST_DICE], words("why.more_dice", n=len(lines) - MOST_DICE)]
    return [*lines, words("why.verify")] if lines else []


def _by(names: Names, unit: str) -> str:
    return names.words("why.by", unit=names.unit(unit)) if unit in names.game.state.units else ""


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rsplit("\n", 1)[0] + " …"


# --- the rules -------------------------------------------------------------------------------------------


def _rules(names: Names, book: Rulebook, result: Resolution) -> tuple[list[str], list[str]]:
    """The texts of the rules behind a result, as many as have room; the ids of the others."""
    texts, remaining, size = list[str](), list[str](), 0
    for id_ in rules_of(names, result):
        rule = book.rules.get(id_)
        if rule is None:
            continue
        text = names.words("why.rule", id=id_, title=book.title(id_), text=book.of(rule))
        if size + len(text) <= LONGEST_RULES and not remaining:
            texts.append(text)
            size += len(text) + 2
        else:
            remaining.append(id_)
    return texts, remaining


def rules_of(names: Names, result: Resolution) -> list[str]:
    """The ids of the rules behind a result: those of its sums first, then those of what followed."""
    unnamed = presentation(names.game.scenario.system).result_rules
    ids = list[str]()
    for note in result.notes:
        ids += [note.rule, *unnamed.get(note.kind, ())]
        ids += [id_ for fact in note.facts.values() for id_ in _named(fact)]
    ids += [e.rule for e in result.dice]
    ids += [e.rule for e in result.events if not _quiet(e)]
    return [id_ for id_ in dict.fromkeys(ids) if id_]


def _quiet(event: ev.Event) -> bool:
    """Whether an event follows from others: its rule would only be in the way."""
    return isinstance(event, QUIET) or (
        isinstance(event, ev.Changed) and (not event.unit or event.value == "mp")
    )


def _named(fact: object) -> Iterable[str]:
    facts = fact if isinstance(fact, tuple) else (fact,)
    return [id_ for one in facts if isinstance(one, str) for id_ in _RULE.findall(one)]


QUIET = (
    ev.Marked, ev.Unmarked, ev.Began, ev.Owed, ev.Selected, ev.Released, ev.Pushed, ev.Popped, ev.Pooled,
    ev.Turned, ev.Ordered, ev.Asked,
)  # fmt: skip
