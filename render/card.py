"""The words on a share card, as the caller hands them over. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The words on a card: title, subtitle, sides with their players, what happened (a side or "", and a
    sentence), the foot. `order` are the sides in the order of play."""

    title: str
    sub: str
    sides: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]
    foot: tuple[str, str]
    order: tuple[str, ...]
