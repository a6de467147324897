"""Standing orders: what a side answers before it is asked. For that side alone."""

from __future__ import annotations

from bot.page import MOST_CHOICES, Choice, Menu, Note, Page, Press, menu_id, press_id
from bot.say import asking
from bot.say.menus import IN_A_ROW, Row, press
from bot.say.names import Names
from engine.standing import ANY, ASK

LONGEST_LINE = 100


def page(names: Names, side: str, kind: str = "", told: str = "") -> Page:
    """The answers a side has given beforehand, a menu of questions, and the answers to the one chosen."""
    table, words = names.table, names.words
    kinds = table.system.standing
    if not kinds:
        return Page(text=words("standing.none_here"))
    mine = table.state.standing.get(side, {})
    lines = [
        words("standing.line", question=question(names, k), answer=said(names, k, a)) for k, a in mine.items()
    ]
    text = [*([told] if told else []), words("standing.head", sign=names.sign(side), side=names.side(side))]
    note = Note(
        text="\n".join(lines or [words("standing.nothing")]), footer=words("standing.private"), tone=side
    )
    rows: list[Row] = [_kinds(names, kind)]
    if kind in kinds:
        text.append(words("standing.choose_answer", question=question(names, kind)))
        rows += _answers(names, kind, mine.get(kind, ""))
    rows.append((press(names, "panel", "button.panel"),))
    return Page(text="\n".join(text), notes=(note,), rows=tuple(rows))


def question(names: Names, kind: str) -> str:
    """What is asked, in a few words."""
    key = names.own("standing", f"kind_{kind}")
    return names.words.get(key, names.words.get(f"standing.kind_{kind}", kind.replace("_", " ")))


def said(names: Names, kind: str, answer: str) -> str:
    """An answer given beforehand."""
    words = names.words
    key = names.own("standing", f"answer_{kind}_{answer}")
    if key in words:
        return words(key)
    plain = words.get(f"standing.answer_{answer}", "")
    return plain or asking.answer(names, answer, kind)


def _kinds(names: Names, kind: str) -> Menu:
    table = names.table
    choices = tuple(
        Choice(label=question(names, k)[:LONGEST_LINE], value=k, chosen=k == kind)
        for k in tuple(table.system.standing)[:MOST_CHOICES]
    )
    id_ = menu_id(table.game.id, table.stamp, "standing")
    return Menu(id=id_, hint=names.words("standing.choose_kind"), choices=choices)


def _answers(names: Names, kind: str, now: str) -> list[Row]:
    """A button an answer; what can be anything is typed. And one that takes the answer back."""
    table, words = names.table, names.words
    known = [a for a in table.system.standing[kind] if a != ANY]
    made = [
        Press(
            label=said(names, kind, answer),
            id=press_id(table.game.id, table.stamp, "instruct", kind, answer),
            style="success" if answer == now else "primary",
        )
        for answer in known
    ]
    if now and now != ASK:
        id_ = press_id(table.game.id, table.stamp, "instruct", kind)
        made.append(Press(label=words("button.standing_back"), id=id_))
    rows: list[Row] = [tuple(made[n : n + IN_A_ROW]) for n in range(0, len(made), IN_A_ROW)]
    return rows[:3]
