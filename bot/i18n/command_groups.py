"""Groups of slash commands: the everyday verbs stand alone, the others below a word for their subject.

A group cannot be used by itself; a command says in its extras to which it belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

GROUP = "group"
"""The extra of a command: the name of its group."""
GROUPS: Mapping[str, str] = {
    "game": "Open, join, start and leave games",
    "unit": "Further orders for one unit",
    "plan": "Secret orders and standing answers",
    "time": "Deadlines, hours of rest, vacation, substitutes",
    "dice": "Check the dice, and what they have done",
    "tournament": "Tournaments of this server",
    "me": "Your pictures, predictions and data",
}
"""What each group is about."""

HELP = {"game": ("start", 4)}
"""The topic of /help, and the place there, of a group that is listed in one line with all its commands."""


def in_group(name: str) -> dict[Any, Any]:
    """The extras of a command of that group."""
    assert name in GROUPS, name
    return {GROUP: name}


def make_group(name: str) -> app_commands.Group:
    """A group, still without commands."""
    extras: dict[Any, Any] = {"help": HELP[name]} if name in HELP else {}
    return app_commands.Group(name=name, description=GROUPS[name], extras=extras)
