"""How far somebody can be relied on: what share of his deadlines he has kept. Pure."""

from __future__ import annotations

from storage import Player

FEW = 5
"""Deadlines of which no percentage is made: so few say nothing yet."""


def percent(player: Player) -> int | None:
    """How many per cent of his deadlines somebody has kept, rounded down; None while they are few."""
    whole = player.kept + player.missed
    return None if whole < FEW else player.kept * 100 // whole
