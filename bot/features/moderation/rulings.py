"""Rulings: who may make them, and how each is written down and told. No Discord.

A moderator holds their server's role for it, or manages the server. An organiser of an event may rule on the
games of that event, and on no others. Moderators of a server that follows an event of another one may not,
even where a game of it is played there. No one ever acts in a game in which they play against others.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from bot.clock import terms as clock_terms
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.agreements.consent import judges
from bot.features.moderation import page as moderation_page
from bot.features.server_settings.service import MODERATOR
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui import refusals
from bot.ui.page import Page
from engine.errors import Fact, GameOver, IllegalOrder, NotOnTable, NotYours, Refused
from engine.events import Event, Noted
from storage import Entry, Json, WriteTransaction

RULING: Literal["ruling"] = "ruling"
LONGEST_REASON = 200


def plays_against_others(game: Game, user: int) -> bool:
    """Whether a user plays in a game against other people."""
    return any(judges(game, side) - {user} for side in game.sides_of(user))


def read_reason(text: str) -> str:
    """The reason for a ruling. Raises IllegalOrder without one."""
    why = " ".join(text.split())
    if not why:
        raise IllegalOrder("", "ruling_reason")
    return why[:LONGEST_REASON]


def read_extension(text: str) -> timedelta:
    """How much more time is given, to a game or to a round. Raises NotOnTable."""
    more = clock_terms.duration(text)
    if more is None or not timedelta() < more <= clock_terms.MOST:
        raise NotOnTable("", "no_such_extension", option=text[:40], most=clock_terms.MOST.days)
    return more


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRights:
    """Who may rule on the games of an event: moderators of the server that holds it, on that server, and its
    organisers, on all of its servers."""

    guild: int
    organisers: frozenset[int]
    servers: frozenset[int]


async def of_no_event(game_id: int) -> RulingRights | None:
    """Of a game that belongs to no event: None."""
    return None


class Rulings:
    """Makes rulings. `rights` say who may rule on the games of the event to which a game belongs."""

    def __init__(
        self,
        games: GameService,
        rights: Callable[[int], Awaitable[RulingRights | None]] = of_no_event,
    ) -> None:
        self.games = games
        self._rights = rights

    async def moderates(self, actor: Actor) -> bool:
        """Whether a user is a moderator of their server."""
        role = (await self.games.store.settings.of_guild(actor.guild)).get(MODERATOR)
        return actor.manages or (role is not None and role in actor.roles)

    async def of_event(self, game: Game) -> RulingRights | None:
        """Who may rule on the event to which a game belongs; None without one."""
        return await self._rights(game.record.id)

    async def in_charge(self, actor: Actor, game: Game, rights: RulingRights | None) -> bool:
        """Whether a user is in charge of a game, given the rights of its event: as an organiser of the event,
        or as a moderator of the server that holds it or, without an event, on which the game is played."""
        if rights is not None and actor.guild in rights.servers and actor.user in rights.organisers:
            return True
        guild = rights.guild if rights is not None else game.record.guild
        return actor.guild == guild and await self.moderates(actor)

    async def check(self, actor: Actor, game: Game) -> None:
        """Raises NotYours unless a user may rule on a game."""
        if not await self.in_charge(actor, game, await self.of_event(game)):
            raise NotYours("", "not_a_marshal")
        if plays_against_others(game, actor.user):
            raise NotYours("", "marshal_plays")

    async def act(
        self,
        actor: Actor,
        game_id: int | None,
        work: Callable[[Game], Awaitable[Page]],
        *,
        lobby: bool = False,
        over: bool = False,
    ) -> Page:
        """Do something alone with a game (None: that of the asker's channel), for those who may; with `over`
        with a finished one. Raises Refused."""
        unlocked = (
            await self.games.game_in(actor.channel) if game_id is None else await self.games.game(game_id)
        )
        async with self.games.locked(unlocked.record.id):
            game = await self.games.game(unlocked.record.id)
            await self.check(actor, game)
            if await self.games.store.receipts.get(actor.interaction) is not None:
                return moderation_page.done(actor.language)
            if over and game.record.status != "over":
                raise IllegalOrder("", "not_over")
            if game.record.status == "over" and not over:
                raise GameOver("", "game_over")
            if game.record.status == "lobby" and not lobby:
                raise NotYours("", "not_started")
            try:
                return await work(game)
            except Refused as refused:
                names = Names(catalogue_for(actor.language), game)
                return refusals.refusal_page(names.words, refused, names)

    async def write(
        self,
        game: Game,
        actor: Actor,
        facts: dict[str, Fact],
        events: tuple[Event, ...] = (),
        also: Callable[[WriteTransaction], Awaitable[None]] | None = None,
        post: tuple[str, Json] | None = None,
    ) -> Game:
        """Write a ruling down, and tell everybody."""
        noted = Noted(kind=RULING, facts=facts)
        entry = Entry(kind=RULING, who=actor.user, events=(noted, *events), at=self.games.clock())
        record, (kind, about) = game.record, post or (RULING, {})

        async def tell(tx: WriteTransaction) -> None:
            if also is not None:
                await also(tx)
            body = {"seq": game.last + 1, **about}
            await tx.outbox.add(game=record.id, channel=record.channel, kind=kind, body=body)

        return (await self.games.write(game, entry, actor, tell)).game
