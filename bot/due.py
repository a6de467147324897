"""Whom the game waits for, and whether anybody has to tell them. Pure.

Nothing secret shows in it: what a side has done counts once everybody is told of it.
"""

from __future__ import annotations

from datetime import timedelta

from bot.clock.period import users
from bot.table import Table
from engine.events import Began, Noted
from storage import Entry, departed

STILL_THERE = timedelta(minutes=1)
"""So long after his order a person is still looking, whatever the sparring partner does meanwhile."""


def due(before: Table | None, after: Table) -> tuple[str, ...]:
    """The sides to be called after the newest entry; `before` is the table before it, None at the start.

    Called is whoever has to decide now and did not before, each time both sides write orders anew, and whose
    order was taken back by somebody else, or for whom a marshal has opened the game. Nobody is called who is
    there: he has just acted himself.
    """
    if not after.playing or after.state.result is not None:
        return ()
    owed = before.owing if before is not None else ()
    return tuple(s for s in after.owing if _fresh(after, owed, s) and called(after, s, after.last))


def _fresh(table: Table, owed: tuple[str, ...], side: str) -> bool:
    """Whether the newest entry has made that side's decision one of which it does not know."""
    entry = table.entries[-1]
    anew = table.together and any(isinstance(event, Began) for event in entry.events)
    undone = entry.kind == "undo" and entry.side == side and entry.who not in users(table, side)
    return side not in owed or anew or undone or _ruled(entry, side)


def _ruled(entry: Entry, side: str) -> bool:
    """Whether a marshal has let the game go on, or given that side to somebody else."""
    rulings = [e.facts for e in entry.events if isinstance(e, Noted) and e.kind == "ruling"]
    return any(f["act"] == "resumed" or (f["act"], f.get("side")) == ("replaced", side) for f in rulings)


def called(table: Table, side: str, after: int) -> tuple[int, ...]:
    """The users on a side who do not know yet what entry `after` has brought; none for the partner's side."""
    if table.seat(side).bot:
        return ()
    there = _there(table, after)
    return tuple(user for user in users(table, side) if user != there and not departed(user))


def _there(table: Table, seq: int) -> int | None:
    """Who is looking at the table just after entry `seq`: its author. While the sparring partner moves,
    whoever set it going, for a while."""
    known = [e for e in table.entries if e.seq <= seq]
    newest = known[-1]
    for entry in reversed(known):
        if entry.who is not None:
            return entry.who if entry is newest or newest.at - entry.at < STILL_THERE else None
        if not _partners(table, entry):
            return None
    return None


def _partners(table: Table, entry: Entry) -> bool:
    return entry.kind == "order" and table.seat(entry.side).bot


def stands(table: Table, side: str, after: int) -> bool:
    """Whether a side that was called after entry `after` still has to act, as far as everybody knows."""
    if not table.playing or table.state.result is not None or side not in table.owing:
        return False
    return not any(e.side == side and e.seq > after for e in table.known_to(""))
