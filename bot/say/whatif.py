"""What is said of a what-if: that it is one, what its dice are, what came of sending its orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from bot.chapters import ended_by
from bot.desk import Outcome
from bot.page import Note, Page, Picture
from bot.say import panel, refusals, report
from bot.say.board import picture
from bot.say.menus import MOST_ROWS, press
from bot.say.names import Names, coded
from engine.commands import Command, Seal
from storage import Entry, WhatIf

if TYPE_CHECKING:
    from bot.whatif.desk import Sent

LONGEST_REPORT = 1300
"""Characters."""
MOST_LEFT = 12
LONGEST_LEFT = 60
"""Orders that were not sent, and characters of one."""

LONGEST_ALT = 1024


def flagged(names: Names, page: Page, kept: WhatIf, outdated: bool, last: Outcome | None) -> Page:
    """A page of a what-if: the flag above it, on its picture and in the picture's words."""
    words, notes = names.words, []
    side = names.side(kept.side) if kept.side else words("whatif.spectator")
    text = [words("whatif.flag", side=side)]
    if kept.faces:
        text.append(words("whatif.faces", faces=" ".join(map(str, kept.faces))))
    if outdated:
        text.append(words("whatif.outdated"))
    notes.append(Note(title=words("whatif.title"), text="\n".join(text), tone="lesson"))
    ended = last is not None and ended_by(last.table, last.entry.seq) is not None
    if last is not None and ended and isinstance(last.entry.command, Seal):
        notes.append(Note(text=_report(names, (last.entry,))))
    if last is not None and ended and page.picture is None:  # the post that would show it is never made
        page = replace(page, picture=picture(names, names.table.viewer or "", last.entry.events))
    rows = page.rows
    if names.table.game.id < 0 and len(rows) < MOST_ROWS:
        verbs = ("whatifsend", "whatifend") if kept.side else ("whatifend",)
        rows = (*rows, tuple(press(names, verb, f"button.{verb}") for verb in verbs))
    return replace(page, notes=(*notes, *page.notes), picture=_flown(names, page), rows=rows)


def _flown(names: Names, page: Page) -> Picture | None:
    """The picture with the flag in its title and in its words."""
    shown = page.picture
    if not isinstance(shown, Picture):
        return None
    header = names.words("whatif.header", title=shown.caption.header)
    caption = replace(shown.caption, header=header)
    return replace(shown, caption=caption, alt=_short(f"{names.words('whatif.title')}. {shown.alt}"))


def _report(names: Names, entries: tuple[Entry, ...]) -> str:
    """What happened, as far as whoever gave these orders may know."""
    told = report.lines(names, [e for entry in entries for e in entry.events if e.only in ("", entry.side)])
    return report.cut(names, told, LONGEST_REPORT)


def opened(names: Names, page: Page, key: str) -> Page:
    """The panel of a what-if that was opened, or is open already."""
    return replace(page, text=f"{names.words(key, title=names.title)}\n{page.text}".strip())


def laid(names: Names, page: Page, faces: tuple[int, ...]) -> Page:
    """The panel, after dice were laid."""
    key = "whatif.laid" if faces else "whatif.unlaid"
    told = names.words(key, faces=" ".join(map(str, faces)))
    return replace(page, text=f"{told}\n{page.text}".strip())


def sent(names: Names, sent: Sent) -> Page:
    """What came of the orders in the game, what stopped them, what was not sent, what can be done next."""
    words, table = names.words, names.table
    if sent.repeated:
        return panel.panel(names, table.viewer or "", told=[words("repeated")])
    if not sent.given and sent.refused is None:
        return Page(notes=(Note(text=words("whatif.nothing_to_send"), tone="refusal"),))
    told = [words("whatif.sent", n=len(sent.given))] if sent.given else []
    if text := _report(names, tuple(e for e in sent.given if not isinstance(e.command, Seal))):
        told.append(text)
    page = panel.panel(names, table.viewer or "", told=told)
    stop = _stop(names, sent)
    return panel.with_note(page, Note(text="\n".join(stop), tone="refusal")) if stop else page


def _stop(names: Names, sent: Sent) -> list[str]:
    """Why it went no further, and what was left."""
    words, told = names.words, []
    if sent.refused is not None:
        facts = {"order": typed(sent.left[0].command), "why": refusals.brief(words, sent.refused, names)}
        told.append(words("whatif.stopped" if sent.given else "whatif.stopped_first", **facts))
    elif sent.differs:
        told.append(words(f"whatif.differs_{sent.differs}", order=typed(sent.given[-1].command)))
    if sent.left:
        some = " ".join(typed(entry.command) for entry in sent.left[:MOST_LEFT])
        more = f" … ({len(sent.left)})" if len(sent.left) > MOST_LEFT else ""
        told.append(words("whatif.left", orders=f"{some}{more}"))
    return told


def typed(command: Command | None) -> str:
    """An order in a few words, as one types it."""
    assert command is not None
    said = (_word(getattr(command, field.name)) for field in fields(command))
    return coded(" ".join([type(command).__name__.lower(), *filter(None, said)]), LONGEST_LEFT)


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(_word(part) for part in value.values())
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _short(alt: str) -> str:
    """A text for a picture that has grown by its flag, as long as Discord takes it."""
    return alt if len(alt) <= LONGEST_ALT else f"{alt[: LONGEST_ALT - 1]}…"
