"""Pairs of players who look for a game, and the game that such a pair opens. No Discord.

A pair is made in one transaction: both leave the list of those who look for a game, and the message that
tells them is put into the outbox. So no one is in two pairs, whatever interrupts. The message of a pair is
about the game the pair has opened, from the transaction on that opens it: so a pair has one game at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import scenarios
from bot.clock import terms
from bot.core.channels import GameChannel, Threads
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import create as lobby_create
from bot.features.lobby import finder, join_rules, seating
from bot.features.lobby.create import NewGame
from bot.features.lobby.seating import Person
from bot.features.matches import page as matches_page
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Page
from engine.errors import NotOnTable, NotYours
from league.matchmaking import Match, matches
from league.matchmaking import Seeker as Waiting
from league.ratings import NEWCOMER, OVERALL, Rating
from storage import JoinRules, OutboxMessage, Seeker, StoredRating

MATCHED = "matched"
"""The kind of the message that tells two players of each other."""
HOUR = timedelta(hours=1)


async def pair(games: GameService, guild: int) -> int:
    """Pair the players of a server who look for a game and suit each other; how many pairs there are."""
    now = games.clock()
    async with games.store.writing() as tx:
        seekers = {s.user: s for s in await tx.seekers.in_guild(guild, now - finder.LASTING)}
        ratings = await tx.ratings.of_users(list(seekers), OVERALL)
        pairs = matches(_waiting(seeker, ratings.get(seeker.user), now) for seeker in seekers.values())
        pairs = tuple(p for p in pairs if seekers[p.one].channel or seekers[p.two].channel)
        for each in pairs:
            one, two = seekers[each.one], seekers[each.two]
            await tx.seekers.remove(guild, one.user)
            await tx.seekers.remove(guild, two.user)
            body = {
                "user": one.user,
                "by": two.user,
                "systems": list(_systems(each)),
                "clock": one.clock or two.clock,
            }
            channel = one.channel or two.channel
            await tx.outbox.add(game=None, channel=channel, kind=MATCHED, body=body, guild=guild)
    if pairs:
        games.notify(None)
    return len(pairs)


def _waiting(seeker: Seeker, row: StoredRating | None, now: datetime) -> Waiting:
    """What matchmaking knows of a player who looks for a game."""
    rating = Rating(mean=row.mean, deviation=row.deviation, games=row.games) if row else NEWCOMER
    systems = () if join_rules.ANY in seeker.systems else seeker.systems
    return Waiting(
        player=seeker.user,
        rating=rating,
        waited=max(0.0, (now - seeker.since) / HOUR),
        rulebooks=frozenset(systems),
        clock=seeker.clock,
    )


def _systems(each: Match) -> Iterable[str]:
    """The rulebooks that suit both, in the order in which they are listed."""
    return (system for system in finder.systems() if not each.rulebooks or system in each.rulebooks)


def battles(systems: Iterable[str]) -> tuple[str, ...]:
    """The battles of these rulebooks, without those that teach."""
    known = map(scenarios.load, scenarios.all())
    wanted = set(systems)
    return tuple(battle.id for battle in known if battle.system in wanted and not battle.lessons)


class Matches:
    """Opens the games of pairs."""

    def __init__(self, games: GameService, threads: Threads) -> None:
        self._games = games
        self._threads = threads

    async def open(self, actor: Actor, letter: int, battle: str) -> Page:
        """Open the game of a pair, once, in a thread of its own: the asker has the first side, the other
        player's seat is reserved. Raises Refused: not_your_match, no_such_scenario, no_thread."""
        words = catalogue_for(actor.language)
        message = await self._games.store.outbox.get(letter)
        if message is None or message.kind != MATCHED:
            raise NotOnTable("", "strange_button")
        if actor.user not in (message.body["user"], message.body["by"]):
            raise NotYours("", "not_your_match")
        async with self._games.locked(-letter):  # channels have larger numbers, games positive ones
            message = await self._games.store.outbox.get(letter) or message
            if message.game is None:
                game = await self._open(actor, message, battle)
            else:
                game = await self._games.game(message.game)
        return matches_page.opened(words, game)

    async def _open(self, actor: Actor, message: OutboxMessage, battle: str) -> Game:
        users = [int(message.body["user"]), int(message.body["by"])]
        other = users[1] if actor.user == users[0] else users[0]
        if battle not in battles(message.body["systems"]):
            raise NotOnTable("", "strange_button")
        zone = (await self._games.store.players.get(actor.user)).zone
        scenario = lobby_create.find_scenario(battle)
        first, second = scenario.side_ids
        title = catalogue_for(actor.language).localized(scenario.title)
        there = await self._threads.open(message.channel, title, users, ("public",))
        new = NewGame(
            guild=actor.guild,
            channel=there.channel,
            owner=actor.user,
            battle=scenario,
            seats=[seating.seat(first, Person(user=actor.user, name=actor.name)), seating.seat(second, None)],
            clock=terms.read(str(message.body["clock"]), zone=zone) if message.body["clock"] else None,
            rules=JoinRules(starts_full=True, reserved={second: (other,)}),
            called=(other,),
        )
        return await self._write(actor, message, new, there)

    async def _write(self, actor: Actor, message: OutboxMessage, new: NewGame, there: GameChannel) -> Game:
        """Write the game together with the note that the pair has it."""
        try:
            async with self._games.store.writing() as tx:
                game = await lobby_create.add(tx, self._games, new)
                await tx.outbox.set_game(message.id, game)
                await tx.receipts.add(receipt(actor, game, game=game))
        except BaseException:
            await self._threads.discard(there)
            raise
        self._games.notify(game)
        return await self._games.game(game)
