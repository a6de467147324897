"""/game list: all games of a player, on every server. No Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.my_games import page as my_games_page
from bot.features.my_games import summaries
from bot.features.my_games.page import A_PAGE
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import plain
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from storage import GameRecord


class MyGames:
    """Lists games. `server` names the server of that number."""

    def __init__(self, games: GameService, server_name: Callable[[int], str] = str) -> None:
        self._games = games
        self.server = server_name

    async def mine(self, actor: Actor, number: int = 0, *, over: bool = False) -> Page:
        """A page of the asker's games: those that wait for them, the most urgent first, then the others; or
        those that are finished, the newest first."""
        store, words = self._games.store, catalogue_for(actor.language)
        if over:
            games = (await store.games.all("over", actor.user))[::-1]
            last = max(0, (len(games) - 1) // A_PAGE)
            number = min(max(0, number), last)
            here = await self._summaries(games[number * A_PAGE : (number + 1) * A_PAGE])
            return await in_thread(my_games_page.mine, words, here, number=number, last=last, over=True)
        unfinished = await self._summaries(
            [*await store.games.all("playing", actor.user), *await store.games.all("lobby", actor.user)]
        )
        waiting = [s for s in unfinished if summaries.waits_for(s, actor.user)]
        waiting.sort(key=lambda s: summaries.deadline(s, actor.user))
        every = [*waiting, *(s for s in unfinished if not summaries.waits_for(s, actor.user))]
        last = max(0, (len(every) - 1) // A_PAGE)
        number = min(max(0, number), last)
        first, stop, n = number * A_PAGE, (number + 1) * A_PAGE, len(waiting)
        yours, others = waiting[first:stop], every[max(first, n) : stop]
        return await in_thread(
            my_games_page.mine, words, others, number=number, last=last, waiting=yours, n=n
        )

    async def _summaries(self, games: Iterable[GameRecord]) -> list[my_games_page.GameSummary]:
        return await summaries.of(self._games, games, lambda guild: plain(self.server(guild)))
