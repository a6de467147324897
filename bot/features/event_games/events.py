"""The events whose games are looked after together: a server's own games, and each event with organisers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.features.moderation.rulings import RulingRights

SERVER = 0
"""The event that is made of all games of a server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInfo:
    """An event: what it is called, the users who organise it, and its games.

    Server `guild` holds it; `channels` are those of its card, by server: there, and on each that follows it.
    `former` are servers that follow it no more, on which games may have been opened.
    """

    id: int
    guild: int
    channels: Mapping[int, int]
    former: frozenset[int]
    title: str
    organisers: frozenset[int]
    games: tuple[int, ...]

    @property
    def servers(self) -> frozenset[int]:
        """The servers on which its games are."""
        return frozenset(self.channels) | self.former


class Events(Protocol):
    """Where events come from."""

    async def find(self, event: int) -> EventInfo | None:
        """An event by its id; None when there is no such event."""

    async def of_game(self, game_id: int) -> EventInfo | None:
        """The event that a game belongs to; None for any other game."""


async def ruling_rights(events: Events, game_id: int) -> RulingRights | None:
    """Who may rule on the event that a game belongs to; None without one."""
    event = await events.of_game(game_id)
    if event is None:
        return None
    return RulingRights(guild=event.guild, organisers=event.organisers, servers=event.servers)
