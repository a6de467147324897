"""Time zones by name."""

from __future__ import annotations

import re
import zoneinfo
from difflib import get_close_matches
from functools import cache

from engine.errors import NotOnTable


@cache
def zones() -> tuple[str, ...]:
    """The time zones this machine knows, by name. Looks into files."""
    return tuple(sorted(name for name in zoneinfo.available_timezones() if "/" in name or name == "UTC"))


def read_zone(text: str) -> str:
    """Parse a time zone: its name or the city in it. Raises NotOnTable."""
    word = re.sub(r"\s+", "_", text.strip()).casefold()
    known = {name.casefold(): name for name in zones()}
    cities = {name.rpartition("/")[2].casefold(): name for name in reversed(zones())}
    if zone := known.get(word) or cities.get(word):
        return zone
    near = [*get_close_matches(word, known, n=2), *get_close_matches(word, cities, n=2)]
    names = tuple(dict.fromkeys(known.get(n) or cities[n] for n in near))
    raise NotOnTable("", "no_such_zone", option=text[:60], near=names)
