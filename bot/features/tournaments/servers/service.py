"""Servers of a tournament as organisers and moderators use them: invite one, follow, leave, look. No Discord.

Only organisers see a code, only moderators of another server can use it. Moderators of a server that follows
rule on no game of the tournament, start nothing and pair nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.core.requests.actor import Actor
from bot.features.tournaments.running.following import MOST_SERVERS, Following
from bot.features.tournaments.servers import page as servers_page
from bot.features.tournaments.servers.attempts import Attempts
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import bare
from bot.ui.page import Choice, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused

MOST_FOLLOWED = 25
"""Unfinished tournaments of others that a server can follow."""


class ServerPlaces(Protocol):
    """Servers and channels of Discord, as far as they must be known."""

    def server(self, number: int) -> str:
        """What a server is called; "" where that is not known."""

    def missing_in(self, number: int) -> tuple[str, ...] | None:
        """What the bot lacks to write in a channel; None where that is not known."""


class TournamentServers:
    """Lets servers follow tournaments of others."""

    def __init__(
        self,
        tournaments: TournamentService,
        may_moderate: Callable[[Actor], Awaitable[bool]],
        places: ServerPlaces,
    ) -> None:
        self._tournaments = tournaments
        self._may_moderate = may_moderate
        self._places = places
        self._following = Following(tournaments.events)
        self._attempts = Attempts(tournaments.games.clock)

    # --- organisers ----------------------------------------------------------------------------------------

    async def invite(self, actor: Actor, event: Event) -> Page:
        """A code with which a moderator of another server lets it follow. Raises Refused."""
        await self._tournaments.check_organiser(actor, event)
        code, until = await self._following.invite(actor, event.id)
        return servers_page.invitation(catalogue_for(actor.language), event, code, until)

    async def withdraw_codes(self, actor: Actor, event: Event) -> Page:
        """Let no code be used that was given away. Raises Refused."""
        await self._tournaments.check_organiser(actor, event)
        await self._following.withdraw_codes(event.id)
        return await self.show(actor, event)

    async def try_again(self, actor: Actor, event: Event) -> Page:
        """Look again whether players have a server in common, for those who take part or organise."""
        if event.entrant_of(actor.user) is None:
            await self._tournaments.check_organiser(actor, event)
        self._tournaments.events.notify(event.id)
        return Page(text=catalogue_for(actor.language)("across.looking"))

    # --- moderators of other servers -----------------------------------------------------------------------

    async def follow(self, actor: Actor, code: str) -> Page:
        """Let the server follow the tournament to which a code leads; its card comes into this channel.

        Raises Refused, for a code that leads nowhere always the same: follow_moderators, too_many_codes,
        wrong_code, follow_rights, followed_many, follows_itself, tournament_over.
        """
        if not await self._may_moderate(actor):
            raise NotYours("", "follow_moderators")
        self._attempts.check(actor.user, actor.guild)
        if missing := self._places.missing_in(actor.channel):
            raise IllegalOrder("", "follow_rights", missing=missing)
        known = await self._tournaments.games.store.tournaments.known_in(actor.guild)
        others = [r for r, _ in known if r.guild != actor.guild and r.status in ("signup", "playing")]
        if len(others) >= MOST_FOLLOWED:
            raise IllegalOrder("", "followed_many", n=MOST_FOLLOWED)
        event = await self._following.follow(actor, code, self._places.server(actor.guild))
        if event is None:
            self._attempts.note(actor.user, actor.guild)
            raise NotOnTable("", "wrong_code")
        return servers_page.follows(catalogue_for(actor.language), event)

    async def unfollow(self, actor: Actor, event: Event, server: str = "", *, sure: bool = False) -> Page:
        """Let this server follow a tournament no more, for its moderators; or a `server`, for organisers.
        Unless `sure`, ask first. Raises Refused: not_following, not_an_organiser, follow_moderators."""
        guild = _named(event, server) if server.strip() else actor.guild
        if guild != actor.guild:
            await self._tournaments.check_organiser(actor, event)
        elif not await self._may_moderate(actor):
            raise NotYours("", "follow_moderators")
        if guild not in event.channels or guild == event.home:
            raise NotOnTable("", "not_following")
        words = catalogue_for(actor.language)
        if not sure:
            return servers_page.sure_to_unfollow(words, event, guild)
        after = await self._following.unfollow(event.id, guild)
        return servers_page.unfollowed(words, after, guild)

    # --- looking -------------------------------------------------------------------------------------------

    async def show(self, actor: Actor, event: Event) -> Page:
        """The servers of a tournament; organisers also see how many codes can still be used."""
        codes: int | None = None
        if await self._organises(actor, event):
            now = self._tournaments.games.clock()
            codes = await self._tournaments.games.store.tournaments.open_codes(event.id, now)
        home, words = self._places.server(event.home), catalogue_for(actor.language)
        return servers_page.servers(words, event, home, codes, most=MOST_SERVERS)

    async def choices(self, actor: Actor, tournament: str, typed: str) -> list[Choice]:
        """The following servers of a tournament, for its organisers."""
        try:
            event = await self._tournaments.find(actor, tournament)
            await self._tournaments.check_organiser(actor, event)
        except Refused:
            return []
        active = [s for s in event.stored.servers if s.left is None]
        named = [Choice(label=bare(s.name) or str(s.guild), value=str(s.guild)) for s in active]
        return [choice for choice in named if typed.strip().casefold() in choice.label.casefold()]

    async def _organises(self, actor: Actor, event: Event) -> bool:
        try:
            await self._tournaments.check_organiser(actor, event)
        except NotYours:
            return False
        return True


def _named(event: Event, typed: str) -> int:
    """The following server of that number or name. Raises NotOnTable."""
    word = typed.strip().casefold()
    for server in event.stored.servers:
        if word in (str(server.guild), server.name.casefold()):
            return server.guild
    raise NotOnTable("", "not_following")
