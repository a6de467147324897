"""The tutorial's open page: its text, the order it proposes, the button that gives that order."""

from __future__ import annotations

from bot.page import Note, Press, press_id
from bot.plan import judge
from bot.say.names import Names
from bot.tongue import slash


def lesson_note(names: Names, side: str) -> tuple[Note, ...]:
    """The open page as a note, or nothing."""
    page = names.table.lesson(side)
    if page is None:
        return ()
    words = names.words
    text = slash(words, words.of(page.text))
    if page.try_it:
        manner = "answer" if page.until == "answer" else "try"
        key = f"lesson.{manner}" if _possible(names, side, page.try_it) else f"lesson.{manner}_else"
        text += "\n\n" + words(key, command=slash(words, page.try_it))
    title = words("lesson.title", phase=names.phase(page.phase), turn=page.turn)
    return (Note(title=title, text=text, tone="lesson"),)


def lesson_press(names: Names, side: str) -> tuple[Press, ...]:
    """The button that does what the open page proposes, or nothing."""
    table = names.table
    page = table.lesson(side)
    if page is None or not page.try_it or not _possible(names, side, page.try_it):
        return ()
    id_ = press_id(table.game.id, table.stamp, "lesson")
    return (Press(label=names.words("button.lesson"), id=id_, style="primary"),)


def _possible(names: Names, side: str, order: str) -> bool:
    """Whether what a page proposes can still be ordered; the player may have gone another way."""
    return bool(judge(names.table, side, order).good)
