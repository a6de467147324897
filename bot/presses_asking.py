"""What the buttons of history, reasons and help do. They change nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.buttons import Pressed
from bot.desk import By
from bot.historian import Historian
from bot.page import Page
from bot.reasons import Reasons

if TYPE_CHECKING:
    from bot.presses import Presses


async def log(presses: Presses, by: By, p: Pressed) -> Page:
    """Turn a page of the history."""
    return await Historian(presses.lookup.desk).turn(by, p)


async def why(presses: Presses, by: By, p: Pressed) -> Page:
    """Explain a result."""
    return await Reasons(presses.lookup.desk, presses.lookup).pressed(by, p)


async def read(presses: Presses, by: By, p: Pressed) -> Page:
    """Show a rule, beside what one was reading."""
    return await presses.lookup.rule(by, p.about[0])


async def help_on(presses: Presses, by: By, p: Pressed) -> Page:
    """Help on a topic."""
    assert presses.helping is not None, "the menu of topics never comes from a what-if"
    return await presses.helping.page(by, p.chosen)


async def guide(presses: Presses, by: By, p: Pressed) -> Page:
    """Show the player's guide."""
    assert presses.helping is not None, "nor does its button"
    return await presses.helping.guide(by)


VERBS: dict[str, Callable[[Presses, By, Pressed], Awaitable[Page]]] = {
    "log": log,
    "why": why,
    "whys": why,
    "read": read,
    "help": help_on,
    "guide": guide,
}
BESIDE = frozenset({"why", "read", "guide"})
"""Verbs whose answer stands beside what one was reading."""
