"""Tables of games kept in memory, as long as they are what the store has."""

from __future__ import annotations

from collections import OrderedDict

from bot.core.game import Game, lay
from engine.errors import NotOnTable
from storage import Change, Store

MOST_BYTES = 16_000_000
"""Bytes that the tables kept in memory take, about: some fifty long games."""


class TableCache:
    """The tables that were read or written lately, about `most` bytes of them, the newest in any case.
    While it is not heard what other processes write, none is kept."""

    def __init__(self, store: Store, most: int | None = None) -> None:
        self._store = store
        self._most = most or MOST_BYTES
        self._tables: OrderedDict[int, Game] = OrderedDict()
        self._bytes = self._changes = 0

    def get(self, game_id: int) -> Game | None:
        """The table of a game, if it is kept."""
        return self._tables.get(game_id)

    async def load(self, game_id: int) -> Game:
        """The table of a game as it is now. Raises NotOnTable when there is no such game."""
        known = self._tables.get(game_id) if self._store.in_touch else None
        if known is not None:
            self._tables.move_to_end(game_id)
            return known
        changes = self._changes
        record = await self._store.games.load(game_id)
        if record is None:
            raise NotOnTable("", "no_such_game")
        loaded = lay(record.game, record.entries, record.snapshot)
        if changes != self._changes:  # another order was written meanwhile
            return await self.load(game_id)
        if not self._store.in_touch:
            return loaded
        return self._tables.get(game_id) or self.keep(loaded)

    def keep(self, game: Game) -> Game:
        """Keep a table that has just been read or written."""
        self._drop(game.record.id)
        self._tables[game.record.id] = game
        self._bytes += game.memory
        while self._bytes > self._most and len(self._tables) > 1:
            self._drop(next(iter(self._tables)))
        return game

    def _drop(self, game_id: int) -> None:
        gone = self._tables.pop(game_id, None)
        self._bytes -= 0 if gone is None else gone.memory

    def forget(self, game_id: int) -> None:
        """Read a table again when it is next wanted."""
        self._changes += 1
        self._drop(game_id)

    def forget_changed(self, change: Change) -> None:
        """Forget the tables of games that another process has changed."""
        for game_id in [*self._tables] if change.games is None else change.games:
            self.forget(game_id)

    async def check(self, game_id: int) -> None:
        """Forget a table that is not what stands in the store: another process is not heard at once."""
        known = self._tables.get(game_id)
        if known is not None and await self._store.games.version(game_id) != known.version:
            self.forget(game_id)
