"""Whom the game waits for, and whether anybody has to tell them. Pure.

Nothing secret shows in it: what a side has done counts once everybody is told of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from bot.core.game import Game
from engine.commands import Seal
from engine.events import Began, Noted
from storage import Entry, GameRecord, departed

PAUSE_AGREED, PAUSE_ENDED = "pause_agreed", "pause_ended"
"""What the log remarks of a pause that the players agreed on."""
HALTING = frozenset({"paused", PAUSE_AGREED})
"""The remarks with which a pause begins, a moderator's and the players'."""
GOING_ON = frozenset({"resumed", PAUSE_ENDED})
"""The remarks with which a pause ends, a moderator's and the players'."""
STILL_THERE = timedelta(minutes=1)
"""How long after their order a player counts as present, whatever the computer player does."""


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
    """Whether a pause has ended, or a moderator has given that side to another player."""
    return any(
        f["act"] in GOING_ON or (f["act"], f.get("side")) == ("replaced", side) for f in _rulings(entry)
    )


def _rulings(entry: Entry) -> list[Mapping[str, Any]]:
    return [e.facts for e in entry.events if isinstance(e, Noted) and e.kind == "ruling"]


def paused_after(entry: Entry, before: bool) -> bool:
    """Whether the game stands still after an entry; `before`: whether it did before it."""
    for facts in _rulings(entry):
        before = facts["act"] in HALTING or (before and facts["act"] not in GOING_ON)
    return before


def last_to_lock(before: Game | None, after: Game) -> str:
    """The side that alone has not locked its orders, after another has; "" without any, and if that one had
    locked them before in this phase: each phase says it once. Everybody sees who has locked."""
    entry = after.entries[-1]
    if (
        before is None
        or not isinstance(entry.command, Seal)
        or not (before.simultaneous and after.simultaneous)
    ):
        return ""
    reopened = any(
        isinstance(e.command, Seal) and e.side == entry.side and e.seq > after.phase_began
        for e in after.entries[:-1]
    )
    alone = after.playing and len(after.owing) == 1 < len(before.owing) and not after.state.questions
    if reopened or not alone or after.seat(entry.side).bot:
        return ""
    [side] = after.owing
    return side if entry.side != side and users_to_notify(after, side, after.last) else ""


def next_side(game: Game) -> str:
    """The side whose player-turn comes after the one that has just begun: when everybody is told of the first
    order of a side in its player-turn. "" otherwise, and when the computer player has begun."""
    entry, state = game.entries[-1], game.state
    if not game.playing or state.result is not None or state.questions or game.simultaneous:
        return ""
    begins = entry.kind == "order" and entry.side == state.player and not game.seat(entry.side).bot
    known = game.known_to("")
    if not begins or not known or known[-1] is not entry:
        return ""
    for earlier in reversed(known[:-1]):
        if earlier.kind == "order" and earlier.side == entry.side:
            return ""
        if any(isinstance(e, Began) and e.player == state.player for e in earlier.events):
            break
    sides = game.scenario.side_ids
    return sides[(sides.index(entry.side) + 1) % len(sides)]


def comes_next(game: Game, side: str) -> bool:
    """Whether a side still waits for its own player-turn."""
    going = game.playing and game.state.result is None
    return going and side not in game.owing and game.state.player != side


def users_to_notify(game: Game, side: str, after: int) -> tuple[int, ...]:
    """The users on a side who do not know yet what entry `after` has brought; none for the partner's side."""
    if game.seat(side).bot:
        return ()
    there = _there(game, after)
    return tuple(user for user in users(game, side) if user != there and not departed(user))


def _there(game: Game, seq: int) -> int | None:
    """The player present just after entry `seq`: its author. While the computer player moves, the
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


def is_demonstration(record: GameRecord) -> bool:
    """Whether the computer plays all sides of a game, for those who watch."""
    return all(seat.bot and seat.user is None for seat in record.seats)
