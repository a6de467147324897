"""Play tournaments on the sandbox: people join and press, games end by resignation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Any

from bot.core.requests.actor import Actor
from bot.features.tournaments.service import Announcement
from bot.features.tournaments.state import pairing
from bot.features.tournaments.state.event import Event, OpenGame
from engine.commands import Draw, Resign
from league.model import Result
from sandbox.tests.tiny_bot import PNG as DOT
from storage import TournamentGame

CHANNEL = "battle"


async def dot(picture: Any) -> bytes:
    """A dot in place of each picture: here no one looks at maps."""
    return DOT


_NUMBERS = count(10**15)


def actor(harness: Any, n: int, channel: str = CHANNEL) -> Actor:
    """Player n, in a channel that they see."""
    person = harness.person(f"Player {n}")
    place = harness.sandbox.channel(channel)
    return Actor(
        user=int(person.id),
        name=person.name,
        interaction=next(_NUMBERS),
        guild=int(place["guild_id"]),
        channel=int(place["id"]),
        sees=lambda channel: True,
    )


def service(harness: Any) -> Any:
    return harness.bot.services.tournaments


async def announced(harness: Any, **terms: Any) -> int:
    """A tournament that player 0 has announced; its number."""
    asked = Announcement(**{"name": "Open", "battle": "ormes", "public_dice": False} | terms)
    await service(harness).new(actor(harness, 0), asked)
    (newest, *_) = await harness.store.tournaments.in_guild(actor(harness, 0).guild)
    return int(newest.id)


async def entered(harness: Any, tournament: int, *players: int) -> None:
    """These players join, in that order."""
    for n in players:
        await service(harness).join(actor(harness, n), await event(harness, tournament))


async def event(harness: Any, tournament: int) -> Event:
    return await service(harness).events.get(tournament)


async def started(harness: Any, players: int, **terms: Any) -> int:
    """A tournament of so many players whose first round is being played; its number."""
    tournament = await announced(harness, **terms)
    await entered(harness, tournament, *range(1, players + 1))
    await service(harness).start(actor(harness, 0), await event(harness, tournament))
    await harness.quiet()
    return tournament


async def paired(harness: Any, tournament: int) -> None:
    """The organiser pairs the next round."""
    await service(harness).pair(actor(harness, 0), await event(harness, tournament))
    await harness.quiet()


async def ended(harness: Any, open_: OpenGame, result: Result) -> None:
    """A game ends as the one with the first side sees it: the loser gives up, or both agree on a draw."""
    games = harness.bot.games
    async with games.locked(open_.game.game):
        game = await games.game(open_.game.game)
        first, second = game.scenario.side_ids
        side = first if result is Result.SECOND_WINS else second
        command = Draw() if result is Result.DRAW else Resign()
        await games.give(game, side, command, game.seat(side).user, None)


async def played(harness: Any, tournament: int, results: dict[int, Result] | None = None) -> None:
    """Every open game of the newest round ends: as `results` say by board, else the better seed wins."""
    now = await event(harness, tournament)
    for open_ in now.open_games():
        first, second = open_.players
        better = Result.FIRST_WINS if first < second else Result.SECOND_WINS
        await ended(harness, open_, (results or {}).get(open_.pairing.board, better))
    await harness.quiet()


async def begun(harness: Any, tournament: int) -> None:
    """The organiser starts."""
    await service(harness).start(actor(harness, 0), await event(harness, tournament))
    await harness.quiet()


async def recorded(harness: Any, tournament: int) -> None:
    """A round as `league` pairs it with results as `expected_results` says, written without any game."""
    store, now = harness.store, await event(harness, tournament)
    starting = now.status == "signup"
    if starting:
        now = numbered(now)
    round_ = pairing.next_round(now, harness.clock())
    expected = iter(expected_results([p for p in round_.pairings if p.second is not None]))
    written = tuple(
        replace(p, games=tuple(_over(game, next(expected), harness.clock()) for game in p.games))
        for p in round_.pairings
    )
    async with store.writing() as tx:
        for entrant in now.stored.entrants if starting else ():
            await tx.tournaments.save_entrant(tournament, entrant)
        await tx.tournaments.touch(tournament, status="playing")
        await tx.tournaments.add_round(tournament, replace(round_, pairings=written, closed=harness.clock()))


async def recorded_order(harness: Any, tournament: int, order: Sequence[int]) -> None:
    """All rounds of a round robin, written without any game: these players finish in that order."""
    users = [actor(harness, n).user for n in order]
    now = await event(harness, tournament)
    if now.status == "signup":
        now = numbered(now)
    while now.round < now.planned_rounds:
        round_ = pairing.next_round(now, harness.clock())
        better = {e.number: users.index(e.user) for e in now.stored.entrants}
        written = tuple(
            replace(
                p,
                games=tuple(
                    _over(
                        game,
                        Result.FIRST_WINS
                        if p.second is not None and better[p.first] < better[p.second]
                        else Result.SECOND_WINS,
                        harness.clock(),
                    )
                    for game in p.games
                ),
            )
            for p in round_.pairings
        )
        closed = replace(round_, pairings=written, closed=harness.clock())
        now = Event.of(replace(now.stored, rounds=(*now.rounds, closed)))
    async with harness.store.writing() as tx:
        for entrant in now.stored.entrants:
            await tx.tournaments.save_entrant(tournament, entrant)
        for written_round in now.rounds:
            await tx.tournaments.add_round(tournament, written_round)
        await tx.tournaments.touch(tournament, status="over")


def _over(game: TournamentGame, result: Result, now: datetime) -> TournamentGame:
    margin = {Result.FIRST_WINS: 1, Result.SECOND_WINS: -1}.get(result, 0)
    return replace(game, result=result, margin=margin, how="engine", opened=now)


def numbered(event_: Event) -> Event:
    """A tournament before its first round, with the numbers it starts with."""
    entrants = tuple(
        replace(entrant, number=number) for number, entrant in enumerate(pairing.seeded(event_, {}), start=1)
    )
    record = replace(event_.stored.record, status="playing")
    return Event.of(replace(event_.stored, record=record, entrants=entrants, rounds=()))


def expected_results(pairings: Sequence[Any]) -> list[Result]:
    """The first board is drawn, the second goes to the second side, on the others the better seed wins."""
    better = [Result.FIRST_WINS if p.first < p.second else Result.SECOND_WINS for p in pairings]
    return [Result.DRAW, Result.SECOND_WINS, *better[2:]][: len(better)]


async def killed(harness: Any) -> None:
    """The bot ends without any goodbye: its tasks stop where they are, transactions roll back."""
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task() and task.get_name().startswith("tournaments "):
            task.cancel()
    await harness.close()


def forfeits(open_: OpenGame, game: Any) -> TournamentGame:
    """Both players of a game forfeit it."""
    return replace(open_.game, result=Result.BOTH_FORFEIT, how="score")
