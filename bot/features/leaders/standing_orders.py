"""Standing orders: answers that a side gives in advance. For that side alone."""

from __future__ import annotations

from bot.i18n.names import Names
from bot.reports import questions
from bot.ui.menus import IN_A_ROW, Row, button
from bot.ui.page import MOST_CHOICES, Button, Choice, Embed, Menu, Page, button_id, menu_id
from engine.rules.standing_answers import ANY, ASK

LONGEST_LINE = 100


def page(names: Names, side: str, kind: str = "", notice: str = "") -> Page:
    """The answers a side has given beforehand, a menu of questions, and the answers to the one chosen."""
    game, words = names.game, names.words
    kinds = game.system.standing_answers
    if not kinds:
        return Page(text=words("standing.none_here"))
    mine = game.state.standing.get(side, {})
    lines = [
        words("standing.line", question=question(names, k), answer=answer_text(names, k, a))
        for k, a in mine.items()
    ]
    text = [
        *([notice] if notice else []),
        words("standing.head", sign=names.sign(side), side=names.side(side)),
    ]
    note = Embed(
        text="\n".join(lines or [words("standing.nothing")]), footer=words("standing.private"), tone=side
    )
    rows: list[Row] = [_kinds(names, kind)]
    if kind in kinds:
        text.append(words("standing.choose_answer", question=question(names, kind)))
        rows += _answers(names, kind, mine.get(kind, ""))
    rows.append((button(names, "panel", "button.panel"),))
    return Page(text="\n".join(text), embeds=(note,), rows=tuple(rows))


def question(names: Names, kind: str) -> str:
    """What is asked, in a few words."""
    key = names.own("standing", f"kind_{kind}")
    return names.words.get(key, names.words.get(f"standing.kind_{kind}", kind.replace("_", " ")))


def answer_text(names: Names, kind: str, answer: str) -> str:
    """An answer given beforehand."""
    words = names.words
    key = names.own("standing", f"answer_{kind}_{answer}")
    if key in words:
        return words(key)
    plain = words.get(f"standing.answer_{answer}", "")
    return plain or questions.answer(names, answer, kind)


def _kinds(names: Names, kind: str) -> Menu:
    game = names.game
    choices = tuple(
        Choice(label=question(names, k)[:LONGEST_LINE], value=k, chosen=k == kind)
        for k in tuple(game.system.standing_answers)[:MOST_CHOICES]
    )
    id_ = menu_id(game.record.id, game.stamp, "standing")
    return Menu(id=id_, hint=names.words("standing.choose_kind"), choices=choices)


def _answers(names: Names, kind: str, now: str) -> list[Row]:
    """A button an answer; what can be anything is typed. And one that takes the answer back."""
    game, words = names.game, names.words
    known = [a for a in game.system.standing_answers[kind] if a != ANY]
    buttons = [
        Button(
            label=answer_text(names, kind, answer),
            id=button_id(game.record.id, game.stamp, "instruct", kind, answer),
            style="success" if answer == now else "primary",
        )
        for answer in known
    ]
    if now and now != ASK:
        id_ = button_id(game.record.id, game.stamp, "instruct", kind)
        buttons.append(Button(label=words("button.standing_back"), id=id_))
    rows: list[Row] = [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]
    return rows[:3]
