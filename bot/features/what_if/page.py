"""What is said of a what-if: that it is one, what its dice are, what came of sending its orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from bot.core.report_segments import ended_by
from bot.core.requests.receipts import Outcome
from bot.features.orders import panel as orders_panel
from bot.i18n.names import Names, coded
from bot.reports import event_lines
from bot.reports.map_picture import picture
from bot.ui import refusals
from bot.ui.menus import MOST_ROWS, button
from bot.ui.page import Embed, Page, Picture
from engine.commands import Command, Seal
from storage import Entry, WhatIf

if TYPE_CHECKING:
    from bot.features.what_if.what_if_game import Sent

LONGEST_REPORT = 1300
"""Characters."""
MOST_LEFT = 12
LONGEST_LEFT = 60
"""Orders that were not sent, and characters of one."""

LONGEST_ALT = 1024


def flagged(names: Names, page: Page, what_if: WhatIf, outdated: bool, last: Outcome | None) -> Page:
    """A page of a what-if: the flag above it, on its picture and in the picture's words."""
    words, notes = names.words, []
    side = names.side(what_if.side) if what_if.side else words("whatif.spectator")
    text = [words("whatif.flag", side=side)]
    if what_if.faces:
        text.append(words("whatif.faces", faces=" ".join(map(str, what_if.faces))))
    if outdated:
        text.append(words("whatif.outdated"))
    notes.append(Embed(title=words("whatif.title"), text="\n".join(text), tone="lesson"))
    ended = last is not None and ended_by(last.game, last.entry.seq) is not None
    if last is not None and ended and isinstance(last.entry.command, Seal):
        notes.append(Embed(text=_report(names, (last.entry,))))
    if last is not None and ended and page.picture is None:  # the post that would show it is never made
        page = replace(page, picture=picture(names, names.game.viewer or "", last.entry.events))
    rows = page.rows
    if names.game.record.id < 0 and len(rows) < MOST_ROWS:
        verbs = ("whatifsend", "whatifend") if what_if.side else ("whatifend",)
        rows = (*rows, tuple(button(names, verb, f"button.{verb}") for verb in verbs))
    return replace(page, embeds=(*notes, *page.embeds), picture=_flown(names, page), rows=rows)


def _flown(names: Names, page: Page) -> Picture | None:
    """The picture with the flag in its title and in its words."""
    picture = page.picture
    if not isinstance(picture, Picture):
        return None
    header = names.words("whatif.header", title=picture.caption.header)
    caption = replace(picture.caption, header=header)
    return replace(picture, caption=caption, alt=_short(f"{names.words('whatif.title')}. {picture.alt}"))


def _report(names: Names, entries: tuple[Entry, ...]) -> str:
    """The events, as far as the player who gave these orders may know them."""
    lines = event_lines.lines(
        names, [e for entry in entries for e in entry.events if e.only in ("", entry.side)]
    )
    return event_lines.cut(names, lines, LONGEST_REPORT)


def opened(names: Names, page: Page, key: str) -> Page:
    """The panel of a what-if that was opened, or is open already."""
    return replace(page, text=f"{names.words(key, title=names.title)}\n{page.text}".strip())


def dice_laid(names: Names, page: Page, faces: tuple[int, ...]) -> Page:
    """The panel, after dice were laid."""
    key = "whatif.laid" if faces else "whatif.unlaid"
    notice = names.words(key, faces=" ".join(map(str, faces)))
    return replace(page, text=f"{notice}\n{page.text}".strip())


def sent(names: Names, sent: Sent) -> Page:
    """What came of the orders in the game, what stopped them, what was not sent, what can be done next."""
    words, game = names.words, names.game
    if sent.repeated:
        return orders_panel.panel(names, game.viewer or "", notice=[words("repeated")])
    if not sent.entries and sent.refused is None:
        return Page(embeds=(Embed(text=words("whatif.nothing_to_send"), tone="refusal"),))
    lines = [words("whatif.sent", n=len(sent.entries))] if sent.entries else []
    if text := _report(names, tuple(e for e in sent.entries if not isinstance(e.command, Seal))):
        lines.append(text)
    page = orders_panel.panel(names, game.viewer or "", notice=lines)
    stop = _stop(names, sent)
    return orders_panel.with_note(page, Embed(text="\n".join(stop), tone="refusal")) if stop else page


def _stop(names: Names, sent: Sent) -> list[str]:
    """Why it went no further, and what was left."""
    words, lines = names.words, []
    if sent.refused is not None:
        facts = {"order": typed(sent.left[0].command), "why": refusals.brief(words, sent.refused, names)}
        lines.append(words("whatif.stopped" if sent.entries else "whatif.stopped_first", **facts))
    elif sent.differs:
        lines.append(words(f"whatif.differs_{sent.differs}", order=typed(sent.entries[-1].command)))
    if sent.left:
        some = " ".join(typed(entry.command) for entry in sent.left[:MOST_LEFT])
        more = f" … ({len(sent.left)})" if len(sent.left) > MOST_LEFT else ""
        lines.append(words("whatif.left", orders=f"{some}{more}"))
    return lines


def typed(command: Command | None) -> str:
    """An order in a few words, as one types it."""
    assert command is not None
    parts = (_word(getattr(command, field.name)) for field in fields(command))
    return coded(" ".join([type(command).__name__.lower(), *filter(None, parts)]), LONGEST_LEFT)


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(_word(part) for part in value.values())
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _short(alt: str) -> str:
    """A text for a picture that has grown by its flag, as long as Discord takes it."""
    return alt if len(alt) <= LONGEST_ALT else f"{alt[: LONGEST_ALT - 1]}…"
