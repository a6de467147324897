"""Reports of what was undone since: which they are, and how they look then. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.core.game import Game
from bot.ui.page import Embed
from storage import OutboxMessage

_LINE = re.compile(r"^((?:-# |> |- |#+ )*)(\S.*?)\s*$", re.MULTILINE)
"""A line, and what must stand at its beginning."""


def undone(game: Game, report: OutboxMessage) -> bool:
    """Whether the phase that a report tells of was undone since."""
    return any(e.seq == report.body.get("last") and e.struck is not None for e in game.entries)


def undone_by(
    game: Game, post: OutboxMessage, reports: Iterable[OutboxMessage]
) -> dict[int, list[OutboxMessage]]:
    """The reports whose phase was undone by the entry that a post tells of, by their messages, with all that
    those messages tell."""
    gone = struck_by(game, post)
    by_message: dict[int, list[OutboxMessage]] = {}
    for report in reports:
        if report.posted is not None:
            by_message.setdefault(report.posted, []).append(report)
    return {m: all_ for m, all_ in by_message.items() if any(r.body.get("last") in gone for r in all_)}


def struck_by(game: Game, post: OutboxMessage) -> set[int]:
    """The entries that the entry a post tells of has undone."""
    told = {post.body.get("last"), post.body.get("seq")}
    return {entry.seq for entry in game.entries if entry.struck is not None and entry.struck in told}


def struck(note: Embed) -> Embed:
    """A note struck through, without picture, buttons and footer."""
    text = "\n".join(filter(None, [note.text, *(section.text for section in note.sections)]))
    title = f"~~{note.title}~~" if note.title else ""
    return replace(note, title=title, text=_through(text), footer="", sections=(), picture=None, png=b"")


def _through(text: str) -> str:
    return _LINE.sub(lambda line: f"{line[1]}~~{line[2]}~~", text.replace("~~", ""))
