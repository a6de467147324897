"""Choices that match the typed text."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.page import MOST_CHOICES, Choice

LONGEST = 100
MORE = "…"
"""The completion that stands for what finds no room; chosen among battles, it shows the gallery."""


def matching_choices(choices: Iterable[Choice], text: str) -> list[Choice]:
    """Those that begin with what was typed, then those that hold it, as many as can be shown."""
    return all_matching(choices, text)[:MOST_CHOICES]


def all_matching(choices: Iterable[Choice], text: str) -> list[Choice]:
    """All that begin with what was typed, then all that hold it."""
    typed = text.strip().casefold()
    every = [Choice(label=c.label[:LONGEST], value=c.value[:LONGEST]) for c in choices]
    first = [c for c in every if c.value.casefold().startswith(typed) or c.label.casefold().startswith(typed)]
    return list(dict.fromkeys([*first, *(c for c in every if typed in c.label.casefold())]))
