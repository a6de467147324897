"""Vacation days in a year, and parsing of typed days. Pure."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from bot.clock.rest_hours import DAY, moment, zone_of
from storage import Player, Vacation

BUDGET = 30
"""Days of vacation in a calendar year."""
AHEAD = 366
"""Days ahead for which one can be announced."""

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?", re.ASCII)
_AFTER = re.compile(r"\+(\d{1,3})", re.ASCII)


def days(first: date, last: date) -> Iterator[date]:
    """The days from one to another, both included."""
    for number in range((last - first).days + 1):
        yield first + number * DAY


def used(vacations: Iterable[Vacation]) -> Counter[int]:
    """The days of vacation by calendar year."""
    return Counter(day.year for vacation in vacations for day in days(vacation.first, vacation.last))


def missing(vacations: Iterable[Vacation], first: date, last: date) -> tuple[int, int] | None:
    """The first year in which those days would be more than there may be, and how many are left in it; None
    when there are enough."""
    before, requested = used(vacations), Counter(day.year for day in days(first, last))
    return next(
        (
            (year, BUDGET - before[year])
            for year in sorted(requested)
            if before[year] + requested[year] > BUDGET
        ),
        None,
    )


def vacation(user: int, first: date, last: date, zone: str, now: datetime) -> Vacation:
    """A vacation, from midnight to midnight in the player's time zone; one that begins today begins now."""
    place = zone_of(zone)
    starts, ends = moment(first, 0, place), moment(last + DAY, 0, place)
    return Vacation(user=user, first=first, last=last, starts=max(starts, now), ends=ends)


def day(text: str, today: date, after: date) -> date | None:
    """Parse a day: "2026-12-24", "24.12.", "today", "tomorrow", "+3" (days after `after`); None
    when it is none. A day and month are those that come next, not before `after`.

    >>> day("24/12", date(2026, 12, 30), date(2026, 12, 30))
    datetime.date(2027, 12, 24)
    >>> day("29.2.", date(2026, 3, 1), date(2026, 3, 1))
    datetime.date(2028, 2, 29)
    """
    typed = text.strip().casefold().replace("’", "'")
    if typed in ("today", "aujourd'hui", "tomorrow", "demain"):
        return today + (DAY if typed in ("tomorrow", "demain") else timedelta())
    if match := _ISO.fullmatch(typed):
        return _date(*map(int, match.groups()))
    if match := _SHORT.fullmatch(typed):
        number, month, year = match.groups()
        years = [int(year)] if year else range(after.year, after.year + 9)
        whole = (_date(y, int(month), int(number)) for y in years)
        return next((d for d in whole if d is not None and (year or d >= after)), None)
    if match := _AFTER.fullmatch(typed):
        return after + int(match[1]) * DAY
    return None


def _date(year: int, month: int, number: int) -> date | None:
    if not (1 <= year <= 9998 and 1 <= month <= 12):
        return None
    return date(year, month, number) if 1 <= number <= calendar.monthrange(year, month)[1] else None


FEW = 5
"""Deadlines of which no percentage is made: so few say nothing yet."""


def deadlines_kept_percent(player: Player) -> int | None:
    """The percentage of deadlines met, rounded down; None while there are few."""
    whole = player.deadlines_met + player.deadlines_missed
    return None if whole < FEW else player.deadlines_met * 100 // whole
