"""The tutorial's open page: its text, the order it proposes, its buttons; what is said of an order given."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.core.order_rules.undo_rules import undoable_entry
from bot.features.leaders import options as leaders_options
from bot.features.lessons import progress as lessons_progress
from bot.i18n.command_translator import localize_commands
from bot.i18n.names import Names
from bot.ui.page import Button, Embed, Page, button_id
from engine.commands import Done, Lead, Share
from engine.lessons import PHASE_ENDERS
from engine.scenario import Lesson
from storage import Entry

PRAISES = 4
"""Ways to say that an order was right."""
_HEAD = re.compile(r"\*\*(.+?)\*\*")


def lesson_note(names: Names, side: str) -> tuple[Embed, ...]:
    """The open page as a note, over it what has become impossible; without one what to do until the next."""
    page, game, words = lessons_progress.page(names.game, side), names.game, names.words
    lines = [_missed(names, gone) for gone in lessons_progress.gone(game, side)]
    if page is None:
        lines += [_until_next(names)] if lessons_progress.waits(game, side) else []
        title = words("lesson.title", phase=names.headed(game.state.phase), turn=game.state.turn)
        return (Embed(title=title, text="\n".join(lines), tone="lesson"),) if lines else ()
    text = localize_commands(words, words.localized(page.text))
    if page.try_it:
        manner = "answer" if page.until == "answer" else "try"
        text += "\n\n" + words(f"lesson.{manner}", command=_command(names, page, side))
    elif (free := f"lesson.free_{page.until}") in words:
        text += "\n\n" + localize_commands(words, words(free))
    title = words("lesson.title", phase=names.headed(page.phase), turn=page.turn)
    which, of = lessons_progress.number(game, page)
    whole = "\n\n".join(["\n".join(lines), text] if lines else [text])
    return (Embed(title=title, text=whole, tone="lesson", footer=words("lesson.number", n=which, of=of)),)


def _missed(names: Names, page: Lesson) -> str:
    """That a page can be done no more."""
    key = "missed_answer" if page.until == "answer" else "missed"
    return names.words(f"lesson.{key}", head=head(names, page), command=_command(names, page))


def _until_next(names: Names) -> str:
    """What to do while no page is open, and that more will come."""
    game, words = names.game, names.words
    if game.state.questions:
        return words("lesson.waits_answer")
    kinds = ((Share, "share"), (Lead, "lead"), (Done, "done"))
    key = next(
        (f"lesson.free_{name}" for kind, name in kinds if leaders_options.takes(game, kind)),
        "lesson.waits_orders",
    )
    return f"{localize_commands(words, words(key))} {words('lesson.waits')}"


def lesson_press(names: Names, side: str) -> tuple[Button, ...]:
    """The button that does what the open page proposes, or nothing."""
    game = names.game
    page = lessons_progress.page(game, side)
    if page is None or not page.try_it:
        return ()
    id_ = button_id(game.record.id, game.stamp, "lesson")
    return (Button(label=names.words("button.lesson"), id=id_, style="primary"),)


def skip_press(names: Names, side: str) -> tuple[Button, ...]:
    """The button that passes the open page; none where its order is the only way on."""
    game = names.game
    page = lessons_progress.page(game, side)
    if page is None or page.until in PHASE_ENDERS:
        return ()
    return (Button(label=names.words("button.skip"), id=button_id(game.record.id, game.stamp, "skip")),)


def remarked(page: Page, lines: list[str]) -> Page:
    """The page with what is said of the last order over the open lesson, where one looks next."""
    if not lines:
        return page
    text = "\n".join(lines)
    at = next((n for n, note in enumerate(page.embeds) if note.tone == "lesson"), None)
    if at is None:
        return replace(page, embeds=(Embed(text=text, tone="lesson"), *page.embeds))
    note = replace(page.embeds[at], text=f"{text}\n\n{page.embeds[at].text}")
    return replace(page, embeds=(*page.embeds[:at], note, *page.embeds[at + 1 :]))


def remarks(names: Names, entry: Entry) -> list[str]:
    """A short comment on the order a player has just given."""
    words, lines, remark = names.words, [], lessons_progress.remark(names.game, entry, entry.side)
    if remark.right is not None and remark.right.until not in PHASE_ENDERS:
        which, _ = lessons_progress.number(names.game, remark.right)
        lines.append(words(f"lesson.right_{which % PRAISES}", head=head(names, remark.right)))
    if remark.still is not None:
        manner = "still" if remark.still.try_it else "still_free"
        command = _command(names, remark.still, entry.side)
        lines.append(words(f"lesson.{manner}", head=head(names, remark.still), command=command))
    if remark.left:
        heads = words.join_list([words("lesson.head", head=head(names, page)) for page in remark.left])
        back = undoable_entry(names.game, entry.side)[0] is not None
        lines.append(words("lesson.left_undo" if back else "lesson.left", heads=heads))
    return lines


def head(names: Names, page: Lesson) -> str:
    """What a page is about: its first words, which are bold."""
    match = _HEAD.match(names.words.localized(page.text))
    return match[1].strip(" .!…") if match else names.headed(page.phase)


def _command(names: Names, page: Lesson, side: str = "") -> str:
    """What a page proposes, as one types it in that language: `/move unit:guard …`, `nagi-1 march NE`; for a
    side, as things stand now."""
    words, line = names.words, page.try_it
    if side and (other := lessons_progress.instead(names.game, side, page)) is not None:
        line = words("lesson.command", kind=page.until, unit=other.unit, target=other.target)
    if line.startswith("/"):
        return localize_commands(words, line)
    return " ".join(words.get(f"typed.{word}", word) for word in line.split())
