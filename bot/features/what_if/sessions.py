"""Who has a what-if open, and where: opened, found again after a restart, sent, thrown away."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from bot.core.game_access import GameAccess
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.orders.service import OrderService
from bot.features.what_if import page as what_if_page
from bot.features.what_if.what_if_game import Sent, WhatIfGame
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Embed, Page
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours, Refused
from storage import WhatIf

SEED_BYTES = 32
MOST_SESSIONS = 100
"""What-ifs whose tables are kept in memory; the others are laid again from what is kept of them."""
MOST_FACES = 60
"""Dice laid ready at once."""


Frame = Callable[[Actor, Page], Awaitable[Page]]
"""What every page of a what-if passes through, so that it says it is one."""


class Services(Protocol):
    """The services around a what-if, as far as they are needed here."""

    @property
    def orders(self) -> OrderService:
        """Those that show the orders panel."""


S = TypeVar("S", bound=Services)
B = TypeVar("B", bound=Services, covariant=True)


class BuildServices(Protocol[B]):
    """Makes the services around a what-if."""

    def __call__(self, games: GameAccess, *, what_if: Any, frame: Frame) -> B:
        """The services of a what-if, with the sessions as `what_if`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfSession(Generic[S]):
    """An open what-if: its orders, and the services around them."""

    games: WhatIfGame
    services: S


async def frame(games: WhatIfGame, actor: Actor, page: Page) -> Page:
    """A page of a what-if, marked as one; after secret orders were carried out, with the report that is not
    posted."""
    game = await games.game(-games.record.game)
    names = Names.to(actor.language, actor.user, game)
    last = games.take_last()
    outdated = await games.outdated()
    return await in_thread(what_if_page.flagged, names, page, games.record, outdated, last)


class WhatIfSessions(Generic[S]):
    """All what-ifs, one of a person in a game. `secret` makes their seeds, never those of games."""

    def __init__(
        self,
        games: GameService,
        build: BuildServices[S],
        secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.games = games
        self._build = build
        self._secret = secret
        self._open: dict[tuple[int, int], WhatIf] = {}
        self._sessions: OrderedDict[tuple[int, int], WhatIfSession[S]] = OrderedDict()

    async def load(self) -> None:
        """Find those that were open when the bot was stopped."""
        async with self.games.store.writing() as tx:
            await tx.what_ifs.delete_finished()
            what_ifs = await tx.what_ifs.all()
        self._open = {(what_if.user, what_if.channel): what_if for what_if in what_ifs}
        self._sessions.clear()

    def at(self, actor: Actor) -> S | None:
        """The services of the what-if in which a player's typed orders count in this channel."""
        session = self._session(actor, actor.channel)
        return session.services if session else None

    def of(self, actor: Actor, game_id: int) -> S | None:
        """The services of a player's what-if about a game."""
        mine = (c for (u, c), what_if in self._open.items() if u == actor.user and what_if.game == game_id)
        session = self._session(actor, next(mine, 0))
        return session.services if session else None

    def _here(self, actor: Actor) -> WhatIfSession[S] | None:
        return self._session(actor, actor.channel)

    def _session(self, actor: Actor, channel: int) -> WhatIfSession[S] | None:
        where = (actor.user, channel)
        if where not in self._open:
            return None
        if where not in self._sessions:
            games = WhatIfGame(self.games, self._open[where], actor.name, self._changed)
            services = self._build(games, what_if=self, frame=partial(frame, games))
            self._sessions[where] = WhatIfSession(games=games, services=services)
        self._sessions.move_to_end(where)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return self._sessions[where]

    def _changed(self, what_if: WhatIf) -> None:
        """A what-if was written down: unless it has been thrown away meanwhile, it is so now."""
        where = (what_if.user, what_if.channel)
        if where in self._open and self._open[where].game == what_if.game:
            self._open[where] = what_if

    def on_game_changed(self, game_id: int | None) -> None:
        """A game was written: when it is over, so are all what-ifs about it."""
        game = self.games.cached(game_id) if game_id is not None else None
        if game is not None and game.record.status == "over":
            for where in [where for where, what_if in self._open.items() if what_if.game == game_id]:
                self._forget(where)

    def forget(self, user: int) -> None:
        """Drop the what-ifs of a user whose data was deleted."""
        for where in [where for where in self._open if where[0] == user]:
            if where in self._sessions:
                self._sessions[where].games.close()
            self._forget(where)

    def _forget(self, where: tuple[int, int]) -> None:
        self._open.pop(where, None)
        self._sessions.pop(where, None)

    # --- what its owner does -------------------------------------------------------------------------

    async def open(self, actor: Actor) -> Page:
        """Copy the table as the asker may know it; one that is open already is shown again."""
        session, key = self._here(actor), "whatif.again"
        try:
            session, key = session or await self._copy(actor), key if session else "whatif.opened"
        except Refused as refused:
            return refusals.refusal_page(catalogue_for(actor.language), refused, await self._names(actor))
        page = await session.services.orders.panel(actor, -session.games.record.game)
        names = Names.to(actor.language, actor.user, await session.games.game_in(actor.channel))
        return await frame(session.games, actor, what_if_page.opened(names, page, key))

    async def _copy(self, actor: Actor) -> WhatIfSession[S]:
        game = await self.games.game_in(actor.channel)
        if game.record.status == "lobby":
            raise NotYours("", "not_started")
        if not game.playing:
            raise GameOver("", "game_over")
        what_if = WhatIf(
            game=game.record.id,
            user=actor.user,
            channel=game.record.channel,
            side=game.side_for(actor.user),
            after=game.last,
            seed=self._secret(SEED_BYTES),
        )
        async with self.games.store.writing() as tx:
            await tx.what_ifs.save(what_if)
        where = (actor.user, what_if.channel)
        self._sessions.pop(where, None)
        self._open[where] = what_if
        session = self._session(actor, what_if.channel)
        assert session is not None
        return session

    async def lay(self, actor: Actor, text: str) -> Page:
        """Say how the next dice of the what-if are to fall; nothing: as they like again."""
        session = self._here(actor)
        if session is None:
            return await self._none(actor)
        names = Names.to(actor.language, actor.user, await session.games.game_in(actor.channel))
        try:
            faces = _faces(text)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)
        await session.games.lay_faces(faces)
        page = await session.services.orders.panel(actor, -session.games.record.game)
        return await frame(session.games, actor, what_if_page.dice_laid(names, page, faces))

    async def send(self, actor: Actor) -> Page:
        """Give the orders to the game, and throw the what-if away once any of them was taken."""
        session = self._here(actor)
        if session is None:
            return await self._none(actor)
        try:
            sent = await session.games.send(actor)
        except Refused as refused:
            return refusals.refusal_page(catalogue_for(actor.language), refused, await self._names(actor))
        finally:
            if session.games.spent:
                self._forget((actor.user, actor.channel))
        return await in_thread(_sent, actor, sent)

    async def end(self, actor: Actor) -> Page:
        """Throw the what-if away."""
        if self._here(actor) is None:
            return await self._none(actor)
        await self._drop(actor)
        return Page(text=catalogue_for(actor.language)("whatif.ended"))

    async def gone(self, actor: Actor) -> Page:
        """For one who presses a button of a what-if that has ended."""
        return Page(embeds=(Embed(text=catalogue_for(actor.language)("whatif.gone"), tone="refusal"),))

    async def _drop(self, actor: Actor) -> None:
        where = (actor.user, actor.channel)
        what_if = self._open[where]
        if where in self._sessions:
            self._sessions[where].games.close()
        async with self.games.store.writing() as tx:
            await tx.what_ifs.delete(what_if.game, what_if.user)
        self._forget(where)

    async def _none(self, actor: Actor) -> Page:
        words = catalogue_for(actor.language)
        return refusals.answer(words, NotOnTable("", "no_whatif"))

    async def _names(self, actor: Actor) -> Names | None:
        if await self.games.store.games.id_in_channel(actor.channel) is None:
            return None
        return Names.to(actor.language, actor.user, await self.games.game_in(actor.channel))


def _sent(actor: Actor, sent: Sent) -> Page:
    return what_if_page.sent(Names.to(actor.language, actor.user, sent.table), sent)


def _faces(text: str) -> tuple[int, ...]:
    """Faces as typed, apart by blanks or commas. Raises IllegalOrder."""
    plain = unicodedata.normalize("NFKC", text).strip()
    words = re.split(r"[\s,;]+", plain) if plain else []
    if len(words) > MOST_FACES or not all(re.fullmatch(r"[1-9]\d{0,3}", word) for word in words):
        raise IllegalOrder("", "whatif_faces", asked=text.strip()[:60], n=MOST_FACES)
    return tuple(map(int, words))
