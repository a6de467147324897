"""How a tournament starts and its rounds are paired: a real database, no Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.core.game_service import GameService
from bot.features.tournaments.events import Events
from bot.features.tournaments.running.rounds import Rounds
from bot.features.tournaments.state import results
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import Terms
from league.model import Result
from league.ratings import OVERALL, PROVISIONAL_GAMES
from storage import EntrantRecord, MemberRecord, StoredRating
from tests.bot.features.lobby.test_seating_rights import begun, by, refusal
from tests.bot.features.tournaments.running.test_opening import CARD, HOME, NOON, OWNER, paired


async def announced(games: GameService, players: int, checked_in: int | None = None, **terms: Any) -> Event:
    """A tournament for which so many have signed up; the first of them have checked in."""
    kinds = Terms(battle="ormes", **terms).json()
    async with games.store.writing() as tx:
        number = await tx.tournaments.create(guild=HOME, channel=CARD, name="Open", owner=OWNER, terms=kinds)
        for place in range(1, players + 1):
            here = checked_in is None or place <= checked_in
            since = NOON + timedelta(minutes=place)
            entrant = EntrantRecord(
                place=place, user=100 + place, name=f"P{place}", since=since, checked_in=here
            )
            await tx.tournaments.save_entrant(number, entrant)
    return await Events(games).get(number)


async def rated(games: GameService, ratings: dict[int, tuple[float, int]]) -> None:
    """Overall ratings of users: the mean, and after how many games."""
    game = await begun(games)
    async with games.store.writing() as tx:
        new = [
            StoredRating(pool=OVERALL, user=user, games=played, game=game, mean=mean, deviation=1.0)
            for user, (mean, played) in ratings.items()
        ]
        await tx.ratings.count([], new)


def numbers(event: Event) -> dict[str, int | None]:
    return {entrant.name: entrant.number for entrant in event.stored.entrants}


async def decided(games: GameService, event: Event) -> None:
    async with games.store.writing() as tx:
        for pairing in event.rounds[-1].pairings:
            for game in pairing.games:
                game = replace(game, result=Result.DRAW, how=results.AGREED, opened=NOON)
                await tx.tournaments.save_game(event.id, event.round, pairing.board, game)


async def test_who_has_checked_in_is_numbered_from_one_and_who_has_not_is_out(games: GameService) -> None:
    event, rounds = await announced(games, 4, checked_in=2, check_in=True), Rounds(Events(games))
    started = await rounds.start(event.id, by(OWNER))
    again = await rounds.start(event.id, by(OWNER))

    assert numbers(started) == {"P1": 1, "P2": 2}
    assert [entrant.joined for entrant in started.stored.entrants] == [1, 1]
    assert (started.status, started.round) == ("playing", 1)
    assert again == started
    assert [p.kind for p in await games.store.outbox.waiting(9)] == ["tournament_round"]


async def test_one_alone_starts_no_tournament_and_what_is_over_none(games: GameService) -> None:
    alone, over = await announced(games, 1), await announced(games, 2)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(over.id, status="cancelled")
    rounds = Rounds(Events(games))

    assert await refusal(rounds.start(alone.id, by(OWNER))) == "tournament_few"
    assert await refusal(rounds.start(over.id, by(OWNER))) == "tournament_over"


async def test_a_round_is_paired_once_and_only_when_the_one_before_is_over(games: GameService) -> None:
    rounds = Rounds(Events(games))
    event = await paired(games, boards=2, rounds=2)
    signup = await announced(games, 4)

    assert await refusal(rounds.pair(signup.id, 1, by(OWNER))) == "tournament_not_started"
    assert await refusal(rounds.pair(event.id, 2, by(OWNER))) == "round_open"
    await decided(games, event)
    second = await rounds.pair(event.id, 2, by(OWNER))
    again = await rounds.pair(event.id, 2, by(OWNER))
    await decided(games, second)

    assert (second.round, again) == (2, second)
    assert await refusal(rounds.pair(event.id, 3, by(OWNER))) == "tournament_over"


async def test_numbers_go_by_the_ratings_of_those_who_have_played_enough(games: GameService) -> None:
    event = await announced(games, 3)
    enough = PROVISIONAL_GAMES
    await rated(games, {101: (9.0, enough - 1), 102: (1.0, enough), 103: (2.0, enough + 1)})

    assert numbers(await Rounds(Events(games)).start(event.id, by(OWNER))) == {"P1": 3, "P2": 2, "P3": 1}


async def test_teams_are_numbered_by_the_ratings_of_their_members(games: GameService) -> None:
    event = await announced(games, 2, boards=1)
    async with games.store.writing() as tx:
        for place in (1, 2):
            member = MemberRecord(
                team=place, user=200 + place, name=f"M{place}", status="member", board=1, since=NOON
            )
            await tx.tournaments.save_member(event.id, member)
    await rated(games, {202: (5.0, PROVISIONAL_GAMES)})

    assert numbers(await Rounds(Events(games)).start(event.id, by(OWNER))) == {"P1": 2, "P2": 1}
