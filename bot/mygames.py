"""/games: everything somebody plays, on every server. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from bot import standings
from bot.desk import By, Desk
from bot.page import Page
from bot.say import boards as saying
from bot.say.boards import A_PAGE
from bot.say.names import plain
from bot.words import speak
from storage import Game


class MyGames:
    """Lists games. `server` names the server of that number."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.server: Callable[[int], str] = str

    async def mine(self, by: By, number: int = 0, *, over: bool = False) -> Page:
        """A page of the asker's games: those that wait for him, the most urgent first, then the others; or
        those that are finished, the newest first."""
        store, words = self._desk.store, speak(by.language)
        if over:
            games = (await store.games("over", by.user))[::-1]
            last = max(0, (len(games) - 1) // A_PAGE)
            number = min(max(0, number), last)
            here = await self._found(games[number * A_PAGE : (number + 1) * A_PAGE])
            return await asyncio.to_thread(saying.mine, words, here, number=number, last=last, over=True)
        found = await self._found(
            [*await store.games("playing", by.user), *await store.games("lobby", by.user)]
        )
        waiting = [s for s in found if standings.waits_for(s, by.user)]
        waiting.sort(key=lambda s: standings.deadline(s, by.user))
        every = [*waiting, *(s for s in found if not standings.waits_for(s, by.user))]
        last = max(0, (len(every) - 1) // A_PAGE)
        number = min(max(0, number), last)
        first, stop, n = number * A_PAGE, (number + 1) * A_PAGE, len(waiting)
        yours, others = waiting[first:stop], every[max(first, n) : stop]
        return await asyncio.to_thread(
            saying.mine, words, others, number=number, last=last, waiting=yours, n=n
        )

    async def _found(self, games: Iterable[Game]) -> list[saying.Standing]:
        return await standings.of(self._desk, games, lambda guild: plain(self.server(guild)))
