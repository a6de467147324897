"""Rest times of players and their effect on deadlines. Pure functions on moments in UTC.

Quiet hours are hours of a wall clock: they follow their time zone through changes between summer and
winter time. An hour that does not exist (02:30 when clocks go forward) is the one an hour later; of an hour
there is twice, quiet hours begin with the first and end with the second.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

log = logging.getLogger(__name__)

Span = tuple[datetime, datetime]
"""From a moment (inclusive) to a moment (exclusive), in UTC."""

DAY = timedelta(days=1)
WINDOW = timedelta(days=14)
"""How much of the calendar is looked at in one go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestHours:
    """When one person rests: every day from `quiet[0]` to `quiet[1]`, in minutes after midnight in their
    `zone` (None: never), and the whole of each span `away`."""

    zone: str = ""
    quiet: tuple[int, int] | None = None
    away: tuple[Span, ...] = ()


@cache
def zone_of(name: str) -> tzinfo:
    """The time zone of that name; UTC for "", and for one that this machine does not know (any more)."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        log.warning("time zone %s is unknown; using UTC", name)
        return UTC


def moment(day: date, minutes: int, zone: tzinfo, *, second: bool = False) -> datetime:
    """When a wall clock shows so many minutes after midnight of a day; of two such moments the first, or the
    `second`."""
    wall = datetime.combine(day, time(minutes // 60, minutes % 60))
    first = wall.replace(tzinfo=zone).astimezone(UTC)
    if not second or first.astimezone(zone).replace(tzinfo=None) != wall:  # in a gap the second comes earlier
        return first
    return wall.replace(tzinfo=zone, fold=1).astimezone(UTC)


def pauses(rests: Sequence[RestHours], since: datetime, until: datetime) -> list[Span]:
    """The spans between two moments in which all of these people rest, in order and apart; none without
    people."""
    if not rests or until <= since:
        return []
    spans = _resting(rests[0], since, until)
    for rest in rests[1:]:
        spans = list(_both(spans, _resting(rest, since, until)))
    return spans


def _resting(rest: RestHours, since: datetime, until: datetime) -> list[Span]:
    """When one person rests between two moments."""
    spans = [*rest.away, *_quiet(rest, since, until)]
    within = ((max(start, since), min(end, until)) for start, end in spans)
    return list(_joined(sorted(span for span in within if span[0] < span[1])))


def _quiet(rest: RestHours, since: datetime, until: datetime) -> Iterator[Span]:
    """Quiet hours of every day that may reach between two moments."""
    if rest.quiet is None:
        return
    zone, (start, end) = zone_of(rest.zone), rest.quiet
    day, last = since.astimezone(zone).date() - 2 * DAY, until.astimezone(zone).date()
    while day <= last:
        morning = day if end > start else day + DAY
        yield moment(day, start, zone), moment(morning, end, zone, second=True)
        day += DAY


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans in order, those that touch made into one."""
    whole: Span | None = None
    for start, end in spans:
        if whole is None:
            whole = (start, end)
        elif start <= whole[1]:
            whole = (whole[0], max(whole[1], end))
        else:
            yield whole
            whole = (start, end)
    if whole is not None:
        yield whole


def _both(some: Sequence[Span], others: Sequence[Span]) -> Iterator[Span]:
    """What two rows of spans have in common."""
    one, other = 0, 0
    while one < len(some) and other < len(others):
        (start, end), (begin, stop) = some[one], others[other]
        if max(start, begin) < min(end, stop):
            yield max(start, begin), min(end, stop)
        one, other = (one + 1, other) if end < stop else (one, other + 1)


def awake(at: datetime, own: RestHours) -> datetime:
    """That moment, or when the rest ends in which it falls."""
    while True:
        over = next((end for start, end in pauses([own], at, at + WINDOW) if start <= at), at)
        if over == at:
            return at
        at = over


def elapsed(since: datetime, until: datetime, rests: Sequence[RestHours] = ()) -> timedelta:
    """The time between two moments in which not all of these people rest; none when `until` comes first."""
    whole = max(timedelta(), until - since)
    return whole - sum((end - start for start, end in pauses(rests, since, until)), timedelta())


def deadline(since: datetime, remaining: timedelta, rests: Sequence[RestHours] = ()) -> datetime:
    """The moment at which so much time has passed since then, not counting when all of these people rest."""
    at = since
    while True:
        for start, end in pauses(rests, at, at_end := at + WINDOW):
            if remaining <= start - at:
                return at + remaining
            remaining -= start - at
            at = end
        if remaining <= at_end - at:
            return at + remaining
        remaining -= at_end - at
        at = at_end


def reminder(
    since: datetime, remaining: timedelta, notice: timedelta, rests: Sequence[RestHours], own: RestHours
) -> datetime | None:
    """When to remind one of these people of the deadline: so long before it as they wished, but not before
    half of the time has passed, and not while they rest themselves. None when they want no reminder."""
    if not notice:
        return None
    return _before_rest(deadline(since, remaining - min(notice, remaining / 2), rests), since, own)


def reminder_of(due: datetime, since: datetime, notice: timedelta, own: RestHours) -> datetime | None:
    """The same for a deadline at a fixed hour."""
    return _before_rest(max(due - notice, since + (due - since) / 2), since, own) if notice else None


def _before_rest(at: datetime, since: datetime, own: RestHours) -> datetime:
    """That moment, or when the rest begins in which it falls."""
    for start, end in pauses([own], since, at + DAY):
        if start <= at < end:
            return start
    return at
