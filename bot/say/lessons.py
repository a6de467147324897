"""The tutorial's open page: its text, the order it proposes, its buttons; what is said of an order given."""

from __future__ import annotations

import re
from dataclasses import replace

from bot import leads, tutor
from bot.page import Note, Page, Press, press_id
from bot.say.names import Names
from bot.tongue import slash
from engine.commands import Done, Lead, Share
from engine.lessons import ENDING
from engine.scenario import Lesson
from storage import Entry

PRAISES = 4
"""Ways to say that an order was right."""
_HEAD = re.compile(r"\*\*(.+?)\*\*")


def lesson_note(names: Names, side: str) -> tuple[Note, ...]:
    """The open page as a note, over it what has become impossible; without one what to do until the next."""
    page, table, words = tutor.page(names.table, side), names.table, names.words
    told = [_missed(names, gone) for gone in tutor.gone(table, side)]
    if page is None:
        told += [_until_next(names)] if tutor.waits(table, side) else []
        title = words("lesson.title", phase=names.headed(table.state.phase), turn=table.state.turn)
        return (Note(title=title, text="\n".join(told), tone="lesson"),) if told else ()
    text = slash(words, words.of(page.text))
    if page.try_it:
        manner = "answer" if page.until == "answer" else "try"
        text += "\n\n" + words(f"lesson.{manner}", command=_command(names, page, side))
    elif (free := f"lesson.free_{page.until}") in words:
        text += "\n\n" + slash(words, words(free))
    title = words("lesson.title", phase=names.headed(page.phase), turn=page.turn)
    which, of = tutor.number(table, page)
    whole = "\n\n".join(["\n".join(told), text] if told else [text])
    return (Note(title=title, text=whole, tone="lesson", footer=words("lesson.number", n=which, of=of)),)


def _missed(names: Names, page: Lesson) -> str:
    """That a page can be done no more."""
    key = "missed_answer" if page.until == "answer" else "missed"
    return names.words(f"lesson.{key}", head=head(names, page), command=_command(names, page))


def _until_next(names: Names) -> str:
    """What to do while no page is open, and that more will come."""
    table, words = names.table, names.words
    if table.state.questions:
        return words("lesson.waits_answer")
    kinds = ((Share, "share"), (Lead, "lead"), (Done, "done"))
    found = next(
        (f"lesson.free_{name}" for kind, name in kinds if leads.takes(table, kind)), "lesson.waits_orders"
    )
    return f"{slash(words, words(found))} {words('lesson.waits')}"


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
    if found.still is not None:
        manner = "still" if found.still.try_it else "still_free"
        command = _command(names, found.still, entry.side)
        told.append(words(f"lesson.{manner}", head=head(names, found.still), command=command))
    if found.left:
        heads = words.several([words("lesson.head", head=head(names, page)) for page in found.left])
        back = names.table.takes_back(entry.side)[0] is not None
        told.append(words("lesson.left_undo" if back else "lesson.left", heads=heads))
    return told


def head(names: Names, page: Lesson) -> str:
    """What a page is about: its first words, which are bold."""
    found = _HEAD.match(names.words.of(page.text))
    return found[1].strip(" .!…") if found else names.headed(page.phase)


def _command(names: Names, page: Lesson, side: str = "") -> str:
    """What a page proposes, as one types it in that language: `/move unit:guard …`, `nagi-1 march NE`; for a
    side, as things stand now."""
    words, line = names.words, page.try_it
    if side and (other := tutor.instead(names.table, side, page)) is not None:
        line = words("lesson.command", kind=page.until, unit=other.unit, target=other.target)
    if line.startswith("/"):
        return slash(words, line)
    return " ".join(words.get(f"typed.{word}", word) for word in line.split())
