"""Deadlines at a fixed hour of every day, by the clock on a wall. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.clock.rest_hours import DAY, RestHours, moment, pauses, zone_of
from bot.clock.zones import read_zone

NOTICE = timedelta(hours=12)
"""A side has at least so long: who is called shortly before the hour has until the next day."""
TYPED = r"daily[ @-]?[0-9]{1,2}(?:[:h.][0-9]{2})?h?(?:[ @-]+(?:utc|[a-z]+(?:/[a-z_+-]+)+[0-9]*))?"
"""How it is typed among the options of a new game: "daily 21:00", "daily 21h Europe/Paris"."""

_READ = re.compile(
    r"(?:daily|every day|quotidien|tous les jours|chaque jour)\s*(?:@|-|at|à)?\s*"
    r"([0-9]{1,2})(?:\s*[:h.]\s*([0-9]{2}))?\s*h?(?:\s*[\s@-]\s*(\S.*))?",
    re.IGNORECASE,
)


def read(text: str, zone: str = "") -> tuple[int, str] | None:
    """The minutes after midnight and the time zone, as typed; None when it is something else. `zone` is meant
    where none is typed, UTC without any. Raises NotOnTable: no_such_zone.

    >>> read("daily 21:00", "Europe/Paris"), read("daily-7h30@UTC"), read("daily 25:00"), read("3d")
    ((1260, 'Europe/Paris'), (450, 'UTC'), None, None)
    """
    match = _READ.fullmatch(text.strip())
    if match is None or int(match[1]) > 23 or int(match[2] or 0) > 59:
        return None
    return int(match[1]) * 60 + int(match[2] or 0), read_zone(match[3]) if match[3] else zone or "UTC"


def spelt(minutes: int) -> str:
    """The hour as on a clock.

    >>> spelt(1260)
    '21:00'
    """
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def due(earliest: datetime, minutes: int, zone: str, rests: Sequence[RestHours]) -> datetime:
    """When a wall clock in that zone next shows the hour, not before a moment, and not while all of these
    people are on vacation. Quiet hours do not move it: the hour was agreed on."""
    where, absent = zone_of(zone), [RestHours(away=rest.away) for rest in rests]
    day = earliest.astimezone(where).date()
    while True:
        at = moment(day, minutes, where)
        away = any(start <= at < end for start, end in pauses(absent, at, at + DAY))
        if at >= earliest and not away:
            return at
        day += DAY
