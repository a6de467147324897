"""What becomes of the dials when the table changes: who runs, who stands still, who kept a deadline. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clock.hours import Rest, elapsed
from bot.clock.terms import Terms
from storage import Dial

OVER = "over"
"""The period after the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What of a table the clock looks at: the player-turn under way (`period`), whose it is (`player`; "":
    everybody's), the sides of people (`sides`) and those of them that owe a decision."""

    game: int
    period: str
    player: str
    sides: tuple[str, ...]
    owing: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wound:
    """The dials of all sides as they ought to be, and the sides that have kept a deadline meanwhile."""

    dials: Mapping[str, Dial]
    kept: tuple[str, ...]


def wound(
    situation: Situation,
    terms: Terms,
    dials: Mapping[str, Dial],
    rests: Mapping[str, Sequence[Rest]],
    *,
    at: datetime,
    now: datetime,
) -> Wound:
    """The dials after a change of the table that happened `at`; whoever begins to think does so `now`."""
    found, kept = {}, []
    for side in situation.sides:
        dial = dials.get(side) or _new(situation, terms, side)
        if dial.period != situation.period:
            if dial.ran and not dial.late:
                kept.append(side)
            dial = _next(situation, terms, stopped(dial, at, rests[side]))
        if side not in situation.owing:
            dial = stopped(dial, at, rests[side])
        elif dial.since is None:
            dial = replace(dial, since=now, ran=True)
        found[side] = dial
    return Wound(dials=found, kept=tuple(kept))


def _new(situation: Situation, terms: Terms, side: str) -> Dial:
    return Dial(game=situation.game, side=side, period=situation.period, left=terms.renewed(None, own=True))


def _next(situation: Situation, terms: Terms, dial: Dial) -> Dial:
    """A dial at the beginning of another player-turn."""
    if situation.period == OVER:
        return replace(dial, period=OVER)
    left = terms.renewed(dial.left, own=situation.player in ("", dial.side))
    return Dial(game=dial.game, side=dial.side, period=situation.period, left=left)


def stopped(dial: Dial, at: datetime, rests: Sequence[Rest]) -> Dial:
    """A dial that stands still from that moment on."""
    if dial.since is None:
        return dial
    return replace(dial, left=left(dial, at, rests), since=None)


def settled(dial: Dial, at: datetime, rests: Sequence[Rest], now: datetime) -> Dial:
    """A running dial with what was used until `at` taken off; it goes on `now`."""
    return dial if dial.since is None else replace(stopped(dial, at, rests), since=now)


def left(dial: Dial, at: datetime, rests: Sequence[Rest]) -> timedelta:
    """The time a dial has left at a moment, never less than none."""
    if dial.since is None:
        return dial.left
    return max(timedelta(), dial.left - elapsed(dial.since, at, rests))


def given(dial: Dial, terms: Terms, now: datetime) -> Dial:
    """A dial that is given time on top: at least one fresh allowance from now on."""
    since = None if dial.since is None else now
    return replace(dial, left=max(terms.fresh, dial.left), since=since, reminded=())
