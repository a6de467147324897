"""Servers that follow a tournament: how one begins to, how it ends, and players without a server in common.

A server follows with a code that organisers of the tournament give away. The code serves once, within three
days; only its hash is stored. No Discord.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.tournaments.events import Events
from bot.features.tournaments.running import opening
from bot.features.tournaments.state.event import Event, OpenGame
from engine.errors import IllegalOrder, NotOnTable
from storage import FollowingServer, WriteTransaction

MOST_SERVERS = 10
"""Servers that can follow a tournament; codes that could still be used count as well."""
LONGEST_NAME = 100
"""Characters of a server's name, as Discord has it."""
VALID = timedelta(days=3)
"""How long a code can be used."""
ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""The signs of a code: none that looks like another one."""
LENGTH, GROUP = 12, 4
"""Signs of a code, and of each of its groups: there are 30 ** 12 codes, 2 ** 58."""


def new_code() -> str:
    """A code that no one can guess, like "K7QF-2M9X-TBHA"."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(signs[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def digest_of(code: str) -> str:
    """The hash under which a code is stored, however it is typed: small letters, with spaces or none."""
    signs = "".join(sign for sign in code.upper() if sign.isalnum())[: 2 * LENGTH]
    return hashlib.sha256(f"tournament_server:{signs}".encode()).hexdigest()


class Following:
    """Writes down which servers follow a tournament."""

    def __init__(self, events: Events) -> None:
        self._events = events

    async def invite(self, actor: Actor, tournament: int) -> tuple[str, datetime]:
        """A new code for one server, and until when it can be used.

        Raises IllegalOrder: tournament_over, servers_many.
        """
        store, now = self._events.games.store, self._events.games.clock()
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            _check_open(event)
            known = len(event.channels) - 1 + await store.tournaments.open_codes(tournament, now)
            if known >= MOST_SERVERS:
                raise IllegalOrder("", "servers_many", n=MOST_SERVERS)
            code = new_code()
            async with store.writing() as tx:
                await tx.tournaments.drop_codes(tournament, before=now)
                await tx.tournaments.add_code(tournament, digest_of(code), actor.user, now + VALID)
        return code, now + VALID

    async def withdraw_codes(self, tournament: int) -> None:
        """Let no code of a tournament be used any more."""
        async with self._events.games.store.writing() as tx:
            await tx.tournaments.drop_codes(tournament)

    async def follow(self, actor: Actor, code: str, name: str) -> Event | None:
        """Let the actor's server, called `name`, follow the tournament to which a code leads, with its card
        in the actor's channel; None for a code that leads nowhere.

        Raises IllegalOrder: tournament_over, follows_itself.
        """
        store, digest = self._events.games.store, digest_of(code)
        tournament = await store.tournaments.of_code(digest, self._events.games.clock())
        if tournament is None:
            return None
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            _check_open(event)
            if event.home == actor.guild:
                raise IllegalOrder("", "follows_itself")
            now = self._events.games.clock()
            server = FollowingServer(
                guild=actor.guild, channel=actor.channel, name=name[:LONGEST_NAME], by=actor.user, since=now
            )
            async with store.writing() as tx:
                if not await tx.tournaments.use_code(digest):
                    return None
                await tx.tournaments.save_server(tournament, server)
                await tx.tournaments.touch(tournament)
                if await tx.receipts.get(actor.interaction) is None:
                    await tx.receipts.add(receipt(actor, None, tournament=tournament))
                body = {"tournament": tournament, "server": actor.guild}
                place = {"channel": event.stored.record.channel, "guild": event.home}
                await tx.outbox.add(game=None, kind="tournament_followed", body=body, **place)
        self._events.notify(tournament)
        return await self._events.get(tournament)

    async def unfollow(self, tournament: int, guild: int, *, lost: bool = False) -> Event:
        """Let a server follow a tournament no more: its card goes, games under way there go on; with `lost`
        the bot is no longer there. Doing it again changes nothing. Raises NotOnTable: not_following."""
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            server = next((s for s in event.stored.servers if s.guild == guild), None)
            if server is None:
                raise NotOnTable("", "not_following")
            if server.left is None:
                left = replace(server, left=self._events.games.clock())
                async with self._events.games.store.writing() as tx:
                    await tx.tournaments.save_server(tournament, left)
                    await tx.tournaments.touch(tournament)
                    await self._tell(tx, event, server, lost=lost)
        self._events.notify(tournament)
        return await self._events.get(tournament)

    async def _tell(self, tx: WriteTransaction, event: Event, server: FollowingServer, *, lost: bool) -> None:
        body = {"tournament": event.id, "server": server.guild, "lost": int(lost)}
        channels = {event.home: event.stored.record.channel}
        channels |= {} if lost else {server.guild: server.channel}
        for guild, channel in channels.items():
            place = {"channel": channel, "guild": guild}
            await tx.outbox.add(game=None, kind="tournament_unfollowed", body=body, **place)

    async def drop_lost(self, event: Event) -> Event:
        """The tournament without following servers that have removed the bot."""
        if len(event.channels) == 1:
            return event
        gone = await self._events.games.store.guilds.without_bot()
        for guild in [guild for guild in event.channels if guild in gone and guild != event.home]:
            event = await self.unfollow(event.id, guild, lost=True)
        return event

    async def note_apart(self, event: Event, together: Sequence[OpenGame]) -> None:
        """Write down, once, that the players of these games have no server in common, and call them."""
        async with self._events.locked(event.id):
            event = await self._events.get(event.id)
            new = [now for each in together if (now := opening.unopened(event, each)) and now.apart is None]
            if not new:
                return
            number, board = together[0].round, together[0].pairing.board
            async with self._events.games.store.writing() as tx:
                for game in new:
                    apart = replace(game, apart=self._events.games.clock())
                    await tx.tournaments.save_game(event.id, number, board, apart)
                await tx.tournaments.touch(event.id)
                body = {"tournament": event.id, "round": number, "board": board, "leg": new[0].leg}
                for guild, channel in event.channels.items():
                    place = {"channel": channel, "guild": guild}
                    await tx.outbox.add(game=None, kind="tournament_apart", body=body, **place)
        self._events.notify(event.id)


def _check_open(event: Event) -> None:
    if event.status not in ("signup", "playing"):
        raise IllegalOrder("", "tournament_over")
