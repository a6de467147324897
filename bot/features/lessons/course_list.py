"""The list of rulebooks to learn, the link to your lessons, and the page after the last one."""

from __future__ import annotations

from collections.abc import Sequence

import scenarios
from bot.core.channels import GameChannel
from bot.core.lesson_games import course_of
from bot.features.lessons.courses import CourseRecord, battle_after, next_course
from bot.i18n.catalogue import Catalogue
from bot.ui.page import Button, Embed, Page, button_id
from engine.scenario import Scenario
from storage import GameRecord


def overview(words: Catalogue, records: Sequence[CourseRecord]) -> Page:
    """Every rulebook in a line: what it is, how far one is; a button each."""
    lines = [
        words("learn.line", book=words(f"learn.book.{r.book}"), about=words(f"learn.about.{r.book}"))
        + "\n"
        + _standing(words, r)
        for r in records
    ]
    fresh = next((r.book for r in records if not r.finished), "")
    presses = tuple(
        Button(
            label=words(f"learn.book.{r.book}"),
            id=button_id(0, 0, "learn", r.book),
            style="primary" if r.book == fresh else "secondary",
        )
        for r in records
    )
    text = "\n\n".join((words("learn.intro"), *lines))
    return Page(embeds=(Embed(title=words("learn.title"), text=text, tone="lesson"),), rows=(presses,))


def _standing(words: Catalogue, record: CourseRecord) -> str:
    """A player's progress with a rulebook."""
    parts = []
    if record.under_way is not None:
        parts.append(words("learn.under_way", channel=f"<#{record.under_way.channel}>"))
    if record.finished:
        parts.append(words("learn.done", n=record.finished))
    return " · ".join(parts) or words("learn.not_yet")


def opened(words: Catalogue, book: str, room: GameChannel) -> Page:
    """Where the lessons have begun."""
    key = "opened" if room.kind == "private" else "opened_public"
    missing = ", ".join(words.get(f"permission.{name}", name) for name in room.missing)
    text = words(f"learn.{key}", book=words(f"learn.book.{book}"), channel=f"<#{room.channel}>")
    if room.kind == "public" and missing:
        text += "\n" + words("learn.lacking", missing=missing)
    return Page(text=text)


def back(words: Catalogue, book: str, record: GameRecord, *, here: bool) -> Page:
    """The link to running lessons, and a button to start over."""
    facts = {"book": words(f"learn.book.{book}"), "channel": f"<#{record.channel}>"}
    text = words("learn.back_here" if here else "learn.back", **facts)
    orders = Button(label=words("button.orders"), id=button_id(record.id, 0, "panel"), style="primary")
    restart = Button(label=words("button.start_over"), id=button_id(record.id, 0, "learn", book, "anew"))
    return Page(text=text, rows=(((orders, restart) if here else (restart,)),))


def finished(words: Catalogue, book: str, after: str, times: int) -> Page:
    """A rulebook one has learnt: the next one, or this one again."""
    again = Button(label=words("button.learn_again"), id=button_id(0, 0, "learn", book, "anew"))
    text = words("learn.finished", book=words(f"learn.book.{book}"), n=times)
    return Page(text=text, rows=((*next_press(words, after), again),))


def next_press(words: Catalogue, book: str) -> tuple[Button, ...]:
    """The button to the lessons of another rulebook; none where there is none."""
    if not book:
        return ()
    label = words("button.learn_next", book=words(f"learn.book.{book}"))
    return (Button(label=label, id=button_id(0, 0, "learn", book), style="primary"),)


def story(words: Catalogue, battle: Scenario) -> tuple[Embed, ...]:
    """The player's role and goal in a learning battle; empty for any other battle."""
    if not course_of(battle.id):
        return ()
    return (Embed(title=words.localized(battle.title), text=words.localized(battle.intro)),)


def over(words: Catalogue, battle: str) -> Embed:
    """What is said at the end of a learning battle."""
    title = words("learn.over_title", book=words(f"learn.book.{course_of(battle)}"))
    return Embed(title=title, text=words("learn.over"), tone="lesson")


def presses_after(words: Catalogue, game_id: int, battle: str) -> tuple[Button, ...]:
    """The buttons under the end of a learning battle: the next rulebook, a real battle of this one."""
    buttons = next_press(words, next_course(course_of(battle)))
    if not battle_after(battle):
        return buttons
    after = scenarios.load(battle_after(battle))
    label = words("button.battle", title=words.localized(after.title))
    return (*buttons, Button(label=label, id=button_id(game_id, 0, "new", after.id)))
