"""Which games are looked after here, where several processes share the servers."""

from __future__ import annotations

from storage import Store


class ServedGames:
    """Knows of which share the server of a game is. A game stays on its server, so this is remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guilds: dict[int, int] = {}

    async def here(self, game_id: int) -> bool:
        """Whether what happens by itself in a game is done here, and not in another process."""
        share = self._store.share
        if share.count == 1:
            return True
        guild = self._guilds.get(game_id)
        if guild is None:
            guild = await self._store.games.guild_of(game_id)
            if guild is None:
                return share.holds(None)
            self._guilds[game_id] = guild
        return share.holds(guild)

    def known_elsewhere(self, game_id: int) -> bool:
        """Whether it is known already that it is done in another process."""
        guild = self._guilds.get(game_id)
        return guild is not None and not self._store.share.holds(guild)
