"""When something is due by itself in each game: the next ones are found without looking at all of them."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

LEAST_OUTDATED = 64
"""So many entries of the heap may be outdated before it is made again, however few games there are."""


class DueGames:
    """The moments of games. A game whose moment is None is known, and nothing is due there."""

    def __init__(self) -> None:
        self._moments: dict[int, datetime | None] = {}
        self._heap: list[tuple[datetime, int]] = []  # of moments that were; those that still are count

    def __len__(self) -> int:
        return len(self._moments)

    def get(self, game: int) -> datetime | None:
        """The moment of a game."""
        return self._moments.get(game)

    def set(self, game: int, at: datetime | None) -> None:
        """Note the moment of a game, in place of the one before."""
        self._moments[game] = at
        if at is not None:
            heapq.heappush(self._heap, (at, game))
        if len(self._heap) > 2 * len(self._moments) + LEAST_OUTDATED:
            self._rebuild()

    def forget(self, game: int) -> None:
        """A game is to be looked at, or gone."""
        self._moments.pop(game, None)

    def keep(self, games: Collection[int], noted: Mapping[int, datetime]) -> None:
        """Forget all games but these; of those not known yet, take the moments that were noted."""
        known = {**noted, **self._moments}
        self._moments = {game: at for game, at in known.items() if game in games}
        self._rebuild()

    def due(self, now: datetime) -> Iterator[int]:
        """The games whose moment has come, earliest first; each is forgotten when it is its turn."""
        while self._heap and self._heap[0][0] <= now:
            at, game = heapq.heappop(self._heap)
            if self._moments.get(game) == at:
                del self._moments[game]
                yield game

    def next(self) -> datetime | None:
        """The earliest moment; None where nothing is due anywhere."""
        heap = self._heap
        while heap and self._moments.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def _rebuild(self) -> None:
        self._heap = [(at, game) for game, at in self._moments.items() if at is not None]
        heapq.heapify(self._heap)
