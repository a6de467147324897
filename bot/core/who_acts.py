"""Whom the game waits for, and whether anybody has to tell them. Pure.

Nothing secret shows in it: what a side has done counts once everybody is told of it.
"""

from __future__ import annotations

from datetime import timedelta

from bot.core.game import Game
from engine.events import Began, Noted
from storage import Entry, departed

STILL_THERE = timedelta(minutes=1)
"""How long after their order a player counts as present, whatever the sparring partner does."""


def sides_to_notify(before: Game | None, after: Game) -> tuple[str, ...]:
    """The sides to ping after the newest entry; `before` is the game before it, None at the start.

    The bot pings sides that have to decide now and did not before, each time both sides write new orders,
    and sides whose order another player has undone or whose game a moderator has resumed. It does not ping
    players who have just acted.
    """
    if not after.playing or after.state.result is not None:
        return ()
    owing = before.owing if before is not None else ()
    return tuple(s for s in after.owing if _fresh(after, owing, s) and users_to_notify(after, s, after.last))


def _fresh(game: Game, owing: tuple[str, ...], side: str) -> bool:
    """Whether the newest entry has made that side's decision one of which it does not know."""
    entry = game.entries[-1]
    new_phase = game.simultaneous and any(isinstance(event, Began) for event in entry.events)
    undone = entry.kind == "undo" and entry.side == side and entry.who not in users(game, side)
    return side not in owing or new_phase or undone or _ruled(entry, side)


def _ruled(entry: Entry, side: str) -> bool:
    """Whether a moderator has resumed the game, or given that side to another player."""
    rulings = [e.facts for e in entry.events if isinstance(e, Noted) and e.kind == "ruling"]
    return any(f["act"] == "resumed" or (f["act"], f.get("side")) == ("replaced", side) for f in rulings)


def users_to_notify(game: Game, side: str, after: int) -> tuple[int, ...]:
    """The users on a side who do not know yet what entry `after` has brought; none for the partner's side."""
    if game.seat(side).bot:
        return ()
    there = _there(game, after)
    return tuple(user for user in users(game, side) if user != there and not departed(user))


def _there(game: Game, seq: int) -> int | None:
    """The player present just after entry `seq`: its author. While the sparring partner moves, the
    player before it, for a while."""
    known = [e for e in game.entries if e.seq <= seq]
    newest = known[-1]
    for entry in reversed(known):
        if entry.who is not None:
            return entry.who if entry is newest or newest.at - entry.at < STILL_THERE else None
        if not _partners(game, entry):
            return None
    return None


def _partners(game: Game, entry: Entry) -> bool:
    return entry.kind == "order" and game.seat(entry.side).bot


def still_pending(game: Game, side: str, after: int) -> bool:
    """Whether a side that was called after entry `after` still has to act, as far as everybody knows."""
    if not game.playing or game.state.result is not None or side not in game.owing:
        return False
    return not any(e.side == side and e.seq > after for e in game.known_to(""))


def users(game: Game, side: str) -> tuple[int, ...]:
    """The people on a side."""
    return tuple(seat.user for seat in game.seats(side) if seat.user is not None)


def rivals(game: Game) -> bool:
    """Whether people play against each other, none of them on both sides."""
    people = [set(users(game, side)) for side in game.scenario.side_ids]
    return all(people) and len(set.union(*people)) == sum(map(len, people))
