"""Lists of results: of a server, of a player, of a tournament; a page at a time, or as a file. No Discord.

A result is listed for those who see the channel of its game, who played in it, or who moderate its server;
the results of a tournament for all who see its channel. Lessons and games against the computer are listed for
their own players only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.event_games.events import Events
from bot.features.results import export
from bot.features.results import page as results_page
from bot.features.results.export import CSV, FORMATS
from bot.features.results.page import A_PAGE
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.component_press import parse_int, unknown_component
from bot.ui.page import Page, TextFile
from engine.errors import NotOnTable
from league.ratings import Unrated
from storage import GameResult

MOST_IN_FILE = 10_000
"""Results in a file, the newest: some 200 bytes each."""
SERVER, PLAYER, EVENT = "s", "p", "t"
"""Whose results they are, as buttons say it: the server's, or with a number a player's or a tournament's."""
ALONE = (Unrated.LESSON, Unrated.COMPUTER)


class ResultList:
    """Lists results. `server_name` names the server of that number; `moderates` says whether a user is a
    moderator of their server."""

    def __init__(
        self,
        games: GameService,
        server_name: Callable[[int], str],
        moderates: Callable[[Actor], Awaitable[bool]],
        events: Events,
    ) -> None:
        self._games = games
        self._events = events
        self._server_name = server_name
        self._moderates = moderates

    async def of_server(self, actor: Actor, kind: str = "") -> Page:
        """The results of the server, newest first, or as a file of a `kind`."""
        return await self.page(actor, SERVER, 0, kind)

    async def of_player(self, actor: Actor, user: int, kind: str = "") -> Page:
        """The results of a player on this server; of the asker on all servers."""
        return await self.page(actor, f"{PLAYER}{user}", 0, kind)

    async def of_event(self, actor: Actor, event: int, kind: str = "") -> Page:
        """The results of a tournament that this server holds or follows. Raises NotOnTable."""
        return await self.page(actor, f"{EVENT}{event}", 0, kind)

    async def page(self, actor: Actor, scope: str, number: int, kind: str = "") -> Page:
        """A page of results, or with a `kind` all of them as a file. Raises NotOnTable for a forged scope."""
        words = catalogue_for(actor.language)
        if scope[:1] == EVENT:
            title, ids = await self._of_event(actor, parse_int(scope[1:]))
        else:
            player = parse_int(scope[1:]) if scope[:1] == PLAYER else None
            if player is None and scope != SERVER:
                raise unknown_component()
            ids, title = await self._visible(actor, player), await self._title(actor, player)
        if kind in FORMATS:
            results = await self._read(ids[:MOST_IN_FILE])
            write = export.as_csv if kind == CSV else export.as_json
            file = TextFile(name=f"results.{kind}", text=await in_thread(write, results))
            return results_page.exported(words, title, file, len(results))
        last = max(0, (len(ids) - 1) // A_PAGE)
        number = min(max(0, number), last)
        here = await self._read(ids[number * A_PAGE : (number + 1) * A_PAGE])
        return await in_thread(
            results_page.results,
            words,
            here,
            title=title,
            scope=scope,
            number=number,
            last=last,
            n=len(ids),
        )

    async def _visible(self, actor: Actor, player: int | None) -> list[int]:
        """The games whose results an asker may see, newest first."""
        results = self._games.store.results
        everywhere = player == actor.user
        listed = await results.listed(guild=None if everywhere else actor.guild, user=player)
        own = {each.game for each in await results.listed(user=actor.user)}
        if everywhere:
            return [each.game for each in listed]
        moderates = await self._moderates(actor)
        return [
            each.game
            for each in listed
            if each.game in own or (each.unrated not in ALONE and (moderates or actor.sees(each.channel)))
        ]

    async def _of_event(self, actor: Actor, event: int) -> tuple[str, list[int]]:
        """What a tournament is called, and its games with a result, newest first. Raises NotOnTable."""
        info = await self._events.find(event)
        if info is None or actor.guild not in info.channels:
            raise NotOnTable("", "no_such_event")
        reached = actor.sees(info.channels[actor.guild]) or actor.user in info.organisers
        if not reached and not (info.guild == actor.guild and await self._moderates(actor)):
            raise NotOnTable("", "no_such_event")
        listed = await self._games.store.results.listed(among=info.games)
        return info.title, [each.game for each in listed]

    async def _read(self, ids: list[int]) -> list[GameResult]:
        """Results in the order of their games."""
        by_game: dict[int, GameResult] = {}
        for start in range(0, len(ids), 500):
            by_game |= await self._games.store.results.of_games(ids[start : start + 500])
        return [by_game[game] for game in ids if game in by_game]

    async def _title(self, actor: Actor, player: int | None) -> str:
        """Whose results they are."""
        if player is None:
            return self._server_name(actor.guild)
        if player == actor.user:
            return actor.name
        results = await self._games.store.results.of_user(player, most=1)
        return next((p.name for r in results for p in r.players if p.user == player), "")
