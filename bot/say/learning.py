"""The rulebooks one can learn, the way to one's lessons, and what comes after the last page."""

from __future__ import annotations

from collections.abc import Sequence

import scenarios
from bot.books import AFTER, Classroom, Record, book_taught, next_book
from bot.page import Note, Page, Press, press_id
from bot.words import Words
from engine.scenario import Scenario
from storage import Game


def overview(words: Words, records: Sequence[Record]) -> Page:
    """Every rulebook in a line: what it is, how far one is; a button each."""
    told = [
        words("learn.line", book=words(f"learn.book.{r.book}"), about=words(f"learn.about.{r.book}"))
        + "\n"
        + _standing(words, r)
        for r in records
    ]
    fresh = next((r.book for r in records if not r.finished), "")
    presses = tuple(
        Press(
            label=words(f"learn.book.{r.book}"),
            id=press_id(0, 0, "learn", r.book),
            style="primary" if r.book == fresh else "secondary",
        )
        for r in records
    )
    text = "\n\n".join((words("learn.intro"), *told))
    return Page(notes=(Note(title=words("learn.title"), text=text, tone="lesson"),), rows=(presses,))


def _standing(words: Words, record: Record) -> str:
    """How far somebody is with a rulebook."""
    told = []
    if record.under_way is not None:
        told.append(words("learn.under_way", channel=f"<#{record.under_way.channel}>"))
    if record.finished:
        told.append(words("learn.done", n=record.finished))
    return " · ".join(told) or words("learn.not_yet")


def opened(words: Words, book: str, room: Classroom) -> Page:
    """Where the lessons have begun."""
    key = "opened" if room.kind == "private" else "opened_public"
    missing = ", ".join(words.get(f"permission.{name}", name) for name in room.lacking)
    text = words(f"learn.{key}", book=words(f"learn.book.{book}"), channel=f"<#{room.channel}>")
    if room.kind == "public" and missing:
        text += "\n" + words("learn.lacking", missing=missing)
    return Page(text=text)


def back(words: Words, book: str, game: Game, *, here: bool) -> Page:
    """The way to lessons that are under way, or to begin them anew."""
    facts = {"book": words(f"learn.book.{book}"), "channel": f"<#{game.channel}>"}
    text = words("learn.back_here" if here else "learn.back", **facts)
    orders = Press(label=words("button.orders"), id=press_id(game.id, 0, "panel"), style="primary")
    anew = Press(label=words("button.learn_anew"), id=press_id(game.id, 0, "learn", book, "anew"))
    return Page(text=text, rows=(((orders, anew) if here else (anew,)),))


def finished(words: Words, book: str, after: str, times: int) -> Page:
    """A rulebook one has learnt: the next one, or this one again."""
    again = Press(label=words("button.learn_again"), id=press_id(0, 0, "learn", book, "anew"))
    text = words("learn.finished", book=words(f"learn.book.{book}"), n=times)
    return Page(text=text, rows=((*next_press(words, after), again),))


def next_press(words: Words, book: str) -> tuple[Press, ...]:
    """The button to the lessons of another rulebook; none where there is none."""
    if not book:
        return ()
    label = words("button.learn_next", book=words(f"learn.book.{book}"))
    return (Press(label=label, id=press_id(0, 0, "learn", book), style="primary"),)


def story(words: Words, battle: Scenario) -> tuple[Note, ...]:
    """Who one is in a learning battle, and what one wants there; nothing for any other battle."""
    if not book_taught(battle.id):
        return ()
    return (Note(title=words.of(battle.title), text=words.of(battle.intro)),)


def over(words: Words, battle: str) -> Note:
    """What is said at the end of a learning battle."""
    title = words("learn.over_title", book=words(f"learn.book.{book_taught(battle)}"))
    return Note(title=title, text=words("learn.over"), tone="lesson")


def presses_after(words: Words, game: int, battle: str) -> tuple[Press, ...]:
    """The buttons under the end of a learning battle: the next rulebook, a real battle of this one."""
    after = scenarios.load(AFTER[battle])
    label = words("button.battle", title=words.of(after.title))
    fight = Press(label=label, id=press_id(game, 0, "new", after.id))
    return (*next_press(words, next_book(book_taught(battle))), fight)
