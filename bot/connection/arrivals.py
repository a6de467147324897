"""Interactions as they arrive, handed on in turns by person, so that one person's burst delays no other's."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class Arrivals:
    """Interactions that were read from the gateway and are not yet handed on, as Discord wrote them.

    To read one costs little; to make an object of it, which `hand_on` does, about a millisecond. So a burst
    is read whole, and then one interaction is handed on in each turn of the event loop: the oldest of the
    person who has gone without for longest. Those of one person keep their order, and none is dropped.
    """

    def __init__(self, hand_on: Callable[[Any], None]) -> None:
        self._hand_on = hand_on
        self._waiting: dict[object, deque[Any]] = {}
        """By person, who is next first."""

    def add(self, interaction: Any) -> None:
        """Take one in."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.setdefault(person(interaction), deque()).append(interaction)

    def _next(self) -> None:
        """Hand on the one whose turn it is."""
        who = next(iter(self._waiting))
        own = self._waiting.pop(who)
        interaction = own.popleft()
        if own:
            self._waiting[who] = own
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._hand_on(interaction)


def person(interaction: Any) -> object:
    """The id of the person who pressed or typed, as Discord wrote it; None where that cannot be read."""
    for place in (("member", "user", "id"), ("user", "id")):
        found = interaction
        for key in place:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, str):
            return found
    return None
