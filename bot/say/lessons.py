"""The tutorial's open page: its text, the order it proposes, its buttons; what is said of an order given."""

from __future__ import annotations

import re
from dataclasses import replace

from bot import tutor
from bot.page import Note, Page, Press, press_id
from bot.say.names import Names
from bot.tongue import slash
from engine.lessons import ENDING
from engine.scenario import Lesson
from storage import Entry

PRAISES = 4
"""Ways to say that an order was right."""
_HEAD = re.compile(r"\*\*(.+?)\*\*")


def lesson_note(names: Names, side: str) -> tuple[Note, ...]:
    """The open page as a note, or nothing."""
    page = tutor.page(names.table, side)
    if page is None:
        return ()
    words = names.words
    text = slash(words, words.of(page.text))
    if page.try_it:
        manner = "answer" if page.until == "answer" else "try"
        text += "\n\n" + words(f"lesson.{manner}", command=_command(names, page))
    elif (free := f"lesson.free_{page.until}") in words:
        text += "\n\n" + slash(words, words(free))
    title = words("lesson.title", phase=names.headed(page.phase), turn=page.turn)
    which, of = tutor.number(names.table, page)
    return (Note(title=title, text=text, tone="lesson", footer=words("lesson.number", n=which, of=of)),)


def lesson_press(names: Names, side: str) -> tuple[Press, ...]:
    """The button that does what the open page proposes, or nothing."""
    table = names.table
    page = tutor.page(table, side)
    if page is None or not page.try_it:
        return ()
    id_ = press_id(table.game.id, table.stamp, "lesson")
    return (Press(label=names.words("button.lesson"), id=id_, style="primary"),)


def skip_press(names: Names, side: str) -> tuple[Press, ...]:
    """The button that passes the open page; none where its order is the only way on."""
    table = names.table
    page = tutor.page(table, side)
    if page is None or page.until in ENDING:
        return ()
    return (Press(label=names.words("button.skip"), id=press_id(table.game.id, table.stamp, "skip")),)


def remarked(page: Page, told: list[str]) -> Page:
    """The page with what is said of the last order over the open lesson, where one looks next."""
    if not told:
        return page
    text = "\n".join(told)
    at = next((n for n, note in enumerate(page.notes) if note.tone == "lesson"), None)
    if at is None:
        return replace(page, notes=(Note(text=text, tone="lesson"), *page.notes))
    note = replace(page.notes[at], text=f"{text}\n\n{page.notes[at].text}")
    return replace(page, notes=(*page.notes[:at], note, *page.notes[at + 1 :]))


def remarks(names: Names, entry: Entry) -> list[str]:
    """What is said to somebody of the order he has just given, short."""
    words, told, found = names.words, [], tutor.remark(names.table, entry, entry.side)
    if found.right is not None and found.right.until not in ENDING:
        which, _ = tutor.number(names.table, found.right)
        told.append(words(f"lesson.right_{which % PRAISES}", head=head(names, found.right)))
    told += [words("lesson.missed", head=head(names, p), command=_command(names, p)) for p in found.missed]
    for key, page in (("still", found.still), ("left", found.left)):
        if page is not None:
            manner = key if page.try_it else f"{key}_free"
            told.append(words(f"lesson.{manner}", head=head(names, page), command=_command(names, page)))
    return told


def head(names: Names, page: Lesson) -> str:
    """What a page is about: its first words, which are bold."""
    found = _HEAD.match(names.words.of(page.text))
    return found[1].strip(" .!…") if found else names.headed(page.phase)


def _command(names: Names, page: Lesson) -> str:
    """What a page proposes, as one types it in that language: `/move unit:guard …`, `nagi-1 march NE`."""
    words, line = names.words, page.try_it
    if line.startswith("/"):
        return slash(words, line)
    return " ".join(words.get(f"typed.{word}", word) for word in line.split())
