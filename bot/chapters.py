"""Which stretch of the log makes one public post. Pure, and found again after any undo or restart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.table import Table
from engine import events as ev
from storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Entries `first` to `last`; whether a player-turn begins at its end (or the game)."""

    first: int
    last: int
    turn_begins: bool


def chapters(table: Table) -> tuple[Chapter, ...]:
    """The finished chapters of the log, in order.

    A chapter ends where a phase ends in which something happened, where a player-turn begins, where a
    question goes to another side, and where the game ends. What lies between goes into the next one.
    """
    found: list[Chapter] = []
    first, player, turn, seen = 0, "", 0, False
    for entry in table.living:
        first = first or entry.seq
        seen = seen or told_of(entry)
        began = [e for e in entry.events if isinstance(e, ev.Began)]
        over = any(isinstance(e, ev.Ended) for e in entry.events)
        handed = bool(began) and (began[-1].player, began[-1].turn) != (player, turn)
        if began:
            player, turn = began[-1].player, began[-1].turn
        asked = any(isinstance(e, ev.Asked) and e.question.side != entry.side for e in entry.events)
        if handed or over or asked or (began and seen):
            found.append(Chapter(first=first, last=entry.seq, turn_begins=handed and not over))
            first, seen = 0, False
    return tuple(found)


def ended_by(table: Table, seq: int) -> Chapter | None:
    """The chapter that ends with this entry, or None."""
    return next((c for c in reversed(chapters(table)) if c.last == seq), None)


def inside(table: Table, chapter: Chapter) -> tuple[Entry, ...]:
    """The living entries of a chapter."""
    return tuple(e for e in table.living if chapter.first <= e.seq <= chapter.last)


def since_chapter(table: Table) -> tuple[ev.Event, ...]:
    """Everything that happened since the last finished chapter: what a picture shows as trails."""
    done = chapters(table)
    after = done[-1].last if done else 0
    return events(e for e in table.living if e.seq > after)


def events(entries: Iterable[Entry]) -> tuple[ev.Event, ...]:
    """The events of these entries, in order."""
    return tuple(event for entry in entries for event in entry.events)


def told_of(entry: Entry) -> bool:
    """Whether an entry holds something worth a post: a move, a shot, a rally, more than a phase passing."""
    return entry.kind == "order" and any(
        isinstance(e, (ev.Moved, ev.Placed, ev.Rolled, ev.Ended))
        or (isinstance(e, ev.Noted) and e.kind != "passed")
        for e in entry.events
    )
