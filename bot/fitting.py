"""Which choices fit what has been typed so far."""

from __future__ import annotations

from collections.abc import Iterable

from bot.page import MOST_CHOICES, Choice

LONGEST = 100


def fitting(found: Iterable[Choice], text: str) -> list[Choice]:
    """Those that begin with what was typed, then those that hold it."""
    asked = text.strip().casefold()
    every = [Choice(label=c.label[:LONGEST], value=c.value[:LONGEST]) for c in found]
    first = [c for c in every if c.value.casefold().startswith(asked) or c.label.casefold().startswith(asked)]
    return list(dict.fromkeys([*first, *(c for c in every if asked in c.label.casefold())]))[:MOST_CHOICES]
