"""Share a picture of a game: public facts only, where the author may post."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from typing import Any

from bot.core.channels import PostTarget
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.sharing import after_game, public_moments
from bot.features.sharing import page as sharing_page
from bot.features.sharing.public_moments import Stretch
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names
from bot.images.drawing_process import DrawingFailed
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import FilmImage, Page
from engine.errors import IllegalOrder, NotOnTable, Refused
from storage import OutboxMessage

KIND = "share"
GALLERY = "gallery"
"""What the channel for shared pictures is called among a server's settings."""
MOST, WITHIN = 3, timedelta(minutes=10)
"""How many pictures of a game a player may share in how long."""


class Sharing:
    """Posts pictures of games. `draw` draws a film and keeps it, so that its post keeps no other waiting."""

    def __init__(self, games: GameService, draw: Callable[[FilmImage], Awaitable[object]]) -> None:
        self.games = games
        self._draw = draw

    async def gallery(self, guild: int) -> int | None:
        """The channel that a server has for shared pictures."""
        return (await self.games.store.settings.of_guild(guild)).get(GALLERY)

    async def share(
        self, actor: Actor, what: str, spot: PostTarget | None, caption: str = "", language: str = ""
    ) -> Page:
        """Post a moment of the game of the asker's channel. `spot` is where, None where that is not known;
        `language` that of the server.

        Refused: no_gallery, share_forbidden, cannot_write_there, nothing_to_share, shared_before,
        shared_often.
        """
        game = await self.games.game_in(actor.channel)
        names = Names.to(actor.language, actor.user, game)
        try:
            if spot is None:
                raise NotOnTable("", "no_gallery")
            if spot.asker_lacks:
                raise IllegalOrder("", "share_forbidden", channel=spot.channel, missing=spot.asker_lacks)
            if spot.bot_lacks:
                raise IllegalOrder("", "cannot_write_there", channel=spot.channel, missing=spot.bot_lacks)
            if what in after_game.MADE:
                await self._make(game, what, catalogue_for(language))
            return await self._share(actor, game.record.id, what, spot, caption)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)

    async def _make(self, game: Game, what: str, words: Catalogue) -> None:
        """Make sure that there is a film, or standings, to be posted; a film is drawn."""
        moment = await in_thread(public_moments.latest, game, what)
        made = None if moment is None else await after_game.made(self.games, words, moment, what)
        if made is None:
            raise NotOnTable("", "nothing_to_share", what=what)
        if isinstance(made, FilmImage):
            with suppress(DrawingFailed):  # its post says so
                await self._draw(made)

    async def _share(self, actor: Actor, game_id: int, what: str, spot: PostTarget, caption: str) -> Page:
        revision = await after_game.revision(self.games, game_id, what)
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            moment = await in_thread(public_moments.latest, game, what)
            if moment is None or game.record.status == "lobby":
                raise NotOnTable("", "nothing_to_share", what=what)
            body = {"what": what, **asdict(moment.stretch)} | ({"revision": revision} if revision else {})
            if await self.games.store.receipts.get(actor.interaction) is None:
                self._check(actor, spot, body, await self.games.store.outbox.of_game(game_id, KIND))
                facts = {
                    "by": actor.user,
                    "name": actor.name,
                    "caption": caption[: sharing_page.LONGEST_CAPTION],
                }
                async with self.games.store.writing() as tx:
                    await tx.receipts.add(receipt(actor, game_id, shared=spot.channel))
                    await tx.outbox.add(game=game_id, channel=spot.channel, kind=KIND, body={**body, **facts})
        self.games.notify(game_id)
        return sharing_page.shared(catalogue_for(actor.language), spot.channel)

    def _check(
        self, actor: Actor, spot: PostTarget, body: dict[str, Any], before: list[OutboxMessage]
    ) -> None:
        """Raises IllegalOrder for the same picture again, or too many of them."""
        stands = [post for post in before if not post.failed]
        same = [x for x in stands if {name: x.body.get(name) for name in body} == body]
        if any(post.channel == spot.channel for post in same):
            raise IllegalOrder("", "shared_before", channel=spot.channel)
        since = self.games.clock() - WITHIN
        if sum(1 for x in stands if x.body.get("by") == actor.user and x.at > since) >= MOST:
            raise IllegalOrder("", "shared_often", n=MOST, minutes=WITHIN.seconds // 60)


async def page_of(games: GameService, words: Catalogue, post: OutboxMessage) -> Page | None:
    """The page of a shared picture; None when what it shows has left the log."""
    assert post.game is not None
    game, body = await games.game(post.game), post.body
    stretch = Stretch(**{name: body[name] for name in ("first", "start", "last", "stop", "stage")})
    what = str(body["what"])
    moment = await in_thread(public_moments.at, game, stretch)
    if moment is None:
        return None
    made = await after_game.made(games, words, moment, what) if what in after_game.MADE else None
    if made is None and what in after_game.MADE:
        return None
    return await in_thread(
        partial(
            sharing_page.page,
            words,
            moment,
            what,
            name=str(body["name"]),
            caption=str(body["caption"]),
            made=made,
        )
    )
