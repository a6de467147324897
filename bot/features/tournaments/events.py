"""The tournaments as services need them: load one, work on one alone, tell that one has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.core.game_service import GameService
from bot.features.event_games.events import EventInfo
from bot.features.tournaments.state.event import Event
from engine.errors import NotOnTable

FIRST_KEY = -(1 << 62)
"""Below all keys of games and channels: those of tournaments go on from here downwards."""


class TournamentEvents:
    """Tournaments as events whose games are looked after together."""

    def __init__(self, games: GameService) -> None:
        self._games = games

    async def find(self, event: int) -> EventInfo | None:
        """A tournament by its number."""
        stored = await self._games.store.tournaments.load(event)
        if stored is None:
            return None
        played = (game.game for r in stored.rounds for pairing in r.pairings for game in pairing.games)
        return EventInfo(
            id=event,
            guild=stored.record.guild,
            channels=stored.channels,
            former=stored.former,
            title=stored.record.name,
            organisers=stored.organisers | {stored.record.owner},
            games=tuple(game for game in played if game is not None),
        )

    async def of_game(self, game_id: int) -> EventInfo | None:
        """The tournament that a game belongs to."""
        tournament = await self._games.store.tournaments.of_game(game_id)
        return None if tournament is None else await self.find(tournament)


class Events:
    """All tournaments. Who changes one holds its lock."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[int], None]] = []

    def subscribe(self, *listeners: Callable[[int], None]) -> None:
        """Tell these of every tournament that is written."""
        self._listeners += listeners

    def notify(self, tournament: int) -> None:
        """Say that something about a tournament has been written."""
        for listener in self._listeners:
            listener(tournament)

    async def get(self, tournament: int) -> Event:
        """A tournament as it is now. Raises NotOnTable."""
        stored = await self.games.store.tournaments.load(tournament)
        if stored is None:
            raise NotOnTable("", "no_such_tournament")
        return Event.of(stored)

    @asynccontextmanager
    async def locked(self, tournament: int) -> AsyncIterator[None]:
        """Lock a tournament. Who also locks a game locks this first."""
        lock = self._locks.setdefault(tournament, asyncio.Lock())
        async with lock, self.games.store.holding(FIRST_KEY - tournament):
            try:
                yield
            except asyncio.CancelledError:  # what was being written may stand
                self.notify(tournament)
                raise
