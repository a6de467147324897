"""When something is due by itself in each game: the next ones are found without looking at all of them.

Kept are the moments before `horizon`, and those that are not noted elsewhere yet: of the others no more than
the first one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from datetime import datetime

LEAST_OUTDATED = 64
"""So many entries of the heap may be outdated before it is made again, however few games there are."""


class DueGames:
    """The moments of games. A game whose moment is None is known, and nothing is due there."""

    def __init__(self) -> None:
        self._moments: dict[int, datetime | None] = {}
        self._heap: list[tuple[datetime, int]] = []  # of moments that were; those that still are count
        self._horizon: datetime | None = None
        self._later: datetime | None = None

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
        self._tidy()

    def forget(self, game: int) -> None:
        """A game is to be looked at, or gone."""
        self._moments.pop(game, None)

    def extend(self, horizon: datetime, noted: Mapping[int, datetime], later: datetime | None) -> None:
        """Of games not known yet take the moments that were noted before a new horizon; `later` is the first
        one noted from there on."""
        self._horizon, self._later = horizon, later
        for game, at in noted.items():
            if game not in self._moments:
                self.set(game, at)

    def noted(self, moments: Mapping[int, datetime | None]) -> None:
        """These moments can be read again: forget those that are not soon."""
        for game, at in moments.items():
            if self._moments.get(game, at) != at or self._horizon is None:
                continue
            if at is None:
                self._moments.pop(game, None)
            elif at >= self._horizon:
                self._moments.pop(game, None)
                self._later = at if self._later is None else min(self._later, at)
        self._tidy()

    def must_extend(self, until: datetime) -> bool:
        """Whether moments before this one are not known here."""
        return self._later is not None and self._later < until

    def due(self, now: datetime) -> Iterator[int]:
        """The games whose moment has come, earliest first; each is forgotten when it is its turn."""
        while self._heap and self._heap[0][0] <= now:
            at, game = heapq.heappop(self._heap)
            if self._moments.get(game) == at:
                del self._moments[game]
                yield game

    @property
    def any(self) -> bool:
        """Whether anything is due anywhere, soon or later."""
        return self._later is not None or self.next() is not None

    def next(self) -> datetime | None:
        """The earliest moment that is kept; None where there is none."""
        heap = self._heap
        while heap and self._moments.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def _tidy(self) -> None:
        """Make the heap again where most of it is outdated."""
        if len(self._heap) > 2 * len(self._moments) + LEAST_OUTDATED:
            self._heap = [(at, game) for game, at in self._moments.items() if at is not None]
            heapq.heapify(self._heap)
