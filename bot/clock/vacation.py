"""How many days somebody may be away in a year, and which days he means. Pure."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from bot.clock.hours import DAY, moment, zone_of
from storage import Vacation

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


def used(taken: Iterable[Vacation]) -> Counter[int]:
    """The days of vacation by calendar year."""
    return Counter(day.year for vacation in taken for day in days(vacation.first, vacation.last))


def missing(taken: Iterable[Vacation], first: date, last: date) -> tuple[int, int] | None:
    """The first year in which those days would be more than there may be, and how many are left in it; None
    when there are enough."""
    before, wanted = used(taken), Counter(day.year for day in days(first, last))
    return next(
        ((year, BUDGET - before[year]) for year in sorted(wanted) if before[year] + wanted[year] > BUDGET),
        None,
    )


def vacation(user: int, first: date, last: date, zone: str, now: datetime) -> Vacation:
    """Days away, from midnight to midnight in somebody's time zone; one that begins today begins now."""
    place = zone_of(zone)
    starts, ends = moment(first, 0, place), moment(last + DAY, 0, place)
    return Vacation(user=user, first=first, last=last, starts=max(starts, now), ends=ends)


def day(text: str, today: date, after: date) -> date | None:
    """The day somebody means: "2026-12-24", "24.12.", "today", "tomorrow", "+3" (days after `after`); None
    when it is none. A day and month are those that come next, not before `after`.

    >>> day("24/12", date(2026, 12, 30), date(2026, 12, 30))
    datetime.date(2027, 12, 24)
    >>> day("29.2.", date(2026, 3, 1), date(2026, 3, 1))
    datetime.date(2028, 2, 29)
    """
    asked = text.strip().casefold().replace("’", "'")
    if asked in ("today", "aujourd'hui", "tomorrow", "demain"):
        return today + (DAY if asked in ("tomorrow", "demain") else timedelta())
    if found := _ISO.fullmatch(asked):
        return _date(*map(int, found.groups()))
    if found := _SHORT.fullmatch(asked):
        number, month, year = found.groups()
        years = [int(year)] if year else range(after.year, after.year + 9)
        whole = (_date(y, int(month), int(number)) for y in years)
        return next((d for d in whole if d is not None and (year or d >= after)), None)
    if found := _AFTER.fullmatch(asked):
        return after + int(found[1]) * DAY
    return None


def _date(year: int, month: int, number: int) -> date | None:
    if not (1 <= year <= 9998 and 1 <= month <= 12):
        return None
    return date(year, month, number) if 1 <= number <= calendar.monthrange(year, month)[1] else None
