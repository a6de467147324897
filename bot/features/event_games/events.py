"""The events whose games are looked after together: a server's own games, and each event with organisers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

SERVER = 0
"""The event that is made of all games of a server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInfo:
    """An event of a server: the channel where it is announced, what it is called, the users who organise it,
    and its games."""

    id: int
    guild: int
    channel: int
    title: str
    organisers: frozenset[int]
    games: tuple[int, ...]


class Events(Protocol):
    """Where events come from."""

    async def find(self, event: int) -> EventInfo | None:
        """An event by its id; None when there is no such event."""

    async def of_game(self, game_id: int) -> EventInfo | None:
        """The event that a game belongs to; None for any other game."""


async def organisers(events: Events, game_id: int) -> Collection[int]:
    """The users who organise the event that a game belongs to."""
    event = await events.of_game(game_id)
    return event.organisers if event is not None else ()
