"""The clocks of sides after a change of the game: which run, which stop, which deadlines were met. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clock.rest_hours import RestHours, elapsed
from bot.clock.terms import DAILY, TimeControl
from storage import SideClock

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
class ClockChange:
    """The dials of all sides as they ought to be, and the sides that have kept a deadline meanwhile."""

    dials: Mapping[str, SideClock]
    met_deadline: tuple[str, ...]


def advance(
    situation: Situation,
    terms: TimeControl,
    dials: Mapping[str, SideClock],
    rests: Mapping[str, Sequence[RestHours]],
    *,
    at: datetime,
    now: datetime,
) -> ClockChange:
    """The clocks after a change of the game `at` a time; sides that start to decide do so `now`."""
    clocks, met_deadline = {}, []
    for side in situation.sides:
        dial = dials.get(side) or _new(situation, terms, side)
        if dial.period != situation.period:
            if dial.ran and not dial.late:
                met_deadline.append(side)
            dial = _next(situation, terms, stopped(dial, at, rests[side]))
        if side not in situation.owing:
            dial = stopped(dial, at, rests[side])
        elif dial.since is None:
            whole = terms.allowance if terms.kind == DAILY else dial.left
            dial = replace(dial, since=now, ran=True, left=whole)
        clocks[side] = dial
    return ClockChange(dials=clocks, met_deadline=tuple(met_deadline))


def _new(situation: Situation, terms: TimeControl, side: str) -> SideClock:
    return SideClock(
        game=situation.game, side=side, period=situation.period, left=terms.renewed(None, own=True)
    )


def _next(situation: Situation, terms: TimeControl, dial: SideClock) -> SideClock:
    """A dial at the beginning of another player-turn."""
    if situation.period == OVER:
        return replace(dial, period=OVER)
    remaining = terms.renewed(dial.left, own=situation.player in ("", dial.side))
    return SideClock(game=dial.game, side=dial.side, period=situation.period, left=remaining)


def stopped(dial: SideClock, at: datetime, rests: Sequence[RestHours]) -> SideClock:
    """A dial that stands still from that moment on."""
    if dial.since is None:
        return dial
    return replace(dial, left=left(dial, at, rests), since=None)


def deduct(dial: SideClock, at: datetime, rests: Sequence[RestHours], now: datetime) -> SideClock:
    """A running dial with what was used until `at` taken off; it goes on `now`."""
    return dial if dial.since is None else replace(stopped(dial, at, rests), since=now)


def left(dial: SideClock, at: datetime, rests: Sequence[RestHours]) -> timedelta:
    """The time a dial has left at a moment, never less than none."""
    if dial.since is None:
        return dial.left
    return max(timedelta(), dial.left - elapsed(dial.since, at, rests))


def add_time(dial: SideClock, terms: TimeControl, now: datetime) -> SideClock:
    """A dial that is given time on top: at least one fresh allowance from now on."""
    since = None if dial.since is None else now
    return replace(dial, left=max(terms.fresh, dial.left), since=since, reminded=())
