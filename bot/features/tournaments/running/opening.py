"""Open the games of a tournament, each exactly once: the game and the note of it are written together.

A thread is made before; one that gets no game is deleted later by itself. Both games of a duplicate pair are
opened together, so that they have the same dice. A game is opened on the server that holds the tournament if
its players are both there, else on the first of those that follow it where they are; where the bot may open
no thread there, on the next one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

from bot.core.channels import GameChannel, Threads
from bot.core.game_service import GameService
from bot.features.dice import duplicate_pair
from bot.features.lobby import create as lobby_create
from bot.features.lobby.create import NewGame
from bot.features.lobby.seating import Person, seat
from bot.features.lobby.start import begin
from bot.features.tournaments.state.event import Event, OpenGame
from engine.errors import IllegalOrder
from storage import BoardRecord, EntrantRecord, JoinRules, TournamentGame, departed

PAIR = (1, 2)
"""The games of a duplicate pair by their leg; those after them decide a draw."""


class Places:
    """Where the players of games are; each is asked for once."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._known: dict[tuple[int, int], bool] = {}

    async def servers_for(self, event: Event, open_: OpenGame) -> AsyncIterator[int]:
        """The servers on which a game can be opened, the first choice first; none where its players have none
        in common. Raises IllegalOrder: no_thread_now."""
        if len(event.channels) == 1 and not event.stored.servers:
            yield event.home  # all its players have come from there
            return
        users = [person.user for person in _people(event, open_) if not departed(person.user)]
        for guild in event.channels:
            if all([await self._is_on(guild, user) for user in users]):
                yield guild

    async def _is_on(self, guild: int, user: int) -> bool:
        if (guild, user) not in self._known:
            self._known[guild, user] = await self._threads.has_member(guild, user)
        return self._known[guild, user]


async def open_games(
    games: GameService, threads: Threads, event: Event, guild: int, together: Mapping[OpenGame, str]
) -> bool:
    """Open a game, or both games of a duplicate pair, in threads of these names under the tournament's
    channel on a server, and begin them.

    False where one was opened or decided in the meantime: then none is opened. Raises IllegalOrder where no
    thread can be made.
    """
    places: list[GameChannel] = []
    try:
        for open_, name in together.items():
            people = _people(event, open_)
            users = [person.user for person in people if not departed(person.user)]
            places.append(await threads.open(event.channels[guild], name, users, ("public",)))
    except IllegalOrder:
        await _discard(threads, places)
        raise
    new = [
        _new_game(games, event, open_, guild, place) for open_, place in zip(together, places, strict=True)
    ]
    server = guild if guild != event.home else None
    ids: tuple[int, ...] = ()
    async with games.store.writing() as tx:
        stored = await tx.tournaments.load(event.id)
        current = [None if stored is None else unopened(Event.of(stored), open_) for open_ in together]
        if None not in current:
            ids = (
                (await lobby_create.add(tx, games, new[0]),)
                if len(new) == 1
                else await duplicate_pair.add(tx, games, *new)
            )
            for open_, game, id_, place in zip(together, current, ids, places, strict=True):
                assert game is not None
                opened = replace(game, game=id_, channel=place.channel, opened=games.clock())
                opened = replace(opened, server=server, apart=None)
                await tx.tournaments.save_game(event.id, open_.round, open_.pairing.board, opened)
                if game.handicap:
                    body = {"tournament": event.id, "round": open_.round, "board": open_.pairing.board}
                    there = {"channel": place.channel, "guild": guild}
                    await tx.outbox.add(game=None, kind="tournament_sides", body=body, **there)
            await tx.tournaments.touch(event.id)
    if not ids:
        await _discard(threads, places)
        return False
    for id_ in ids:
        games.notify(id_)
    for id_ in ids:
        await begin.begin_full(games, id_)
    return True


async def _discard(threads: Threads, places: Sequence[GameChannel]) -> None:
    for place in places:
        await threads.discard(place)


def _people(event: Event, open_: OpenGame) -> list[EntrantRecord | BoardRecord]:
    """The players of a game that is to be opened, who are all there."""
    return [person for person in event.people(open_) if person is not None]


def _new_game(games: GameService, event: Event, open_: OpenGame, guild: int, place: GameChannel) -> NewGame:
    record, terms = event.stored.record, event.terms
    setup = lobby_create.read_setup(terms.battle, terms.game_options, "")
    seats = [
        seat(side, Person(user=person.user, name=person.name))
        for side, person in zip(setup.battle.side_ids, _people(event, open_), strict=True)
    ]
    return NewGame(
        guild=guild,
        channel=place.channel,
        owner=record.owner,
        battle=setup.battle,
        seats=seats,
        clock=setup.clock,
        rules=JoinRules(starts_full=True),
        beacon=games.announced_orders.chain.hash if terms.public_dice else "",
        rated=terms.rated,
    )


def together_with(event: Event, open_: OpenGame) -> tuple[OpenGame, ...]:
    """A game to be opened, with the other one of its duplicate pair if that is to be opened as well."""
    pair = tuple(
        each
        for each in event.open_games()
        if (each.round, each.pairing.board) == (open_.round, open_.pairing.board)
        and each.game.leg in PAIR
        and each.game.opened is None
    )
    return pair if event.terms.duplicate and open_ in pair else (open_,)


def unopened(event: Event, open_: OpenGame) -> TournamentGame | None:
    """The game as it is stored now, if it is still to be opened."""
    if event.status != "playing":
        return None
    where = (open_.round, open_.pairing.board, open_.game.leg)
    return next(
        (
            g.game
            for g in event.open_games()
            if (g.round, g.pairing.board, g.game.leg) == where and g.game.opened is None
        ),
        None,
    )
