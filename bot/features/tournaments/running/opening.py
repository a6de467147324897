"""Open the games of a tournament, each exactly once: the game and the note of it are written together.

A thread is made before; one that gets no game is deleted later by itself.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.channels import Threads
from bot.core.game_service import GameService
from bot.features.lobby import begin
from bot.features.lobby import create as lobby_create
from bot.features.lobby.create import NewGame
from bot.features.lobby.seating import Person, seat
from bot.features.tournaments.state.event import Event, OpenGame
from storage import JoinRules, TournamentGame, departed


async def open_game(
    games: GameService, threads: Threads, event: Event, open_: OpenGame, name: str
) -> int | None:
    """Open a game in a thread of that name under the tournament's channel, and begin it; its id.

    None where it was opened or decided in the meantime. Raises IllegalOrder where no thread can be made.
    """
    record, terms = event.stored.record, event.terms
    setup = lobby_create.read_setup(terms.battle, terms.game_options, "")
    people = [event.numbered[number] for number in open_.players]
    users = [person.user for person in people if not departed(person.user)]
    place = await threads.open(record.channel, name, users, ("public",))
    seats = [
        seat(side, Person(user=person.user, name=person.name))
        for side, person in zip(setup.battle.side_ids, people, strict=True)
    ]
    new = NewGame(
        guild=record.guild,
        channel=place.channel,
        owner=record.owner,
        battle=setup.battle,
        seats=seats,
        clock=setup.clock,
        rules=JoinRules(starts_full=True),
        beacon=games.announced_orders.chain.hash if terms.public_dice else "",
        rated=terms.rated,
    )
    game: int | None = None
    async with games.store.writing() as tx:
        stored = await tx.tournaments.load(event.id)
        current = None if stored is None else unopened(Event.of(stored), open_)
        if current is not None:
            game = await lobby_create.add(tx, games, new)
            opened = replace(current, game=game, channel=place.channel, opened=games.clock())
            await tx.tournaments.save_game(event.id, open_.round, open_.pairing.board, opened)
            await tx.tournaments.touch(event.id)
    if game is None:
        await threads.discard(place)
        return None
    games.notify(game)
    await begin.begin_full(games, game)
    return game


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
