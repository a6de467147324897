"""Tournaments on disk: all of one comes back as it was written, and what it says about people."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage import (
    EntrantRecord,
    PairingRecord,
    RoundRecord,
    Seat,
    Store,
    StoredBid,
    TournamentDecision,
    TournamentGame,
)

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
GUILD, CHANNEL, THREAD = 10, 20, 21
ANNA, BRUNO, CLARA = (300_000_000_000_000_000 + n for n in (1, 2, 3))


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


def entrant(place: int, user: int, name: str, **about: Any) -> EntrantRecord:
    return EntrantRecord(place=place, user=user, name=name, number=place, since=NOON, **about)


async def a_tournament(store: Store) -> tuple[int, int]:
    """Anna, its organiser, and Bruno have played one round, which Clara has ruled; its number, their game."""
    async with store.writing() as tx:
        number = await tx.tournaments.create(
            guild=GUILD, channel=CHANNEL, name="Open", owner=ANNA, terms={"battle": "ormes"}
        )
        for each in (entrant(1, ANNA, "Anna", checked_in=True), entrant(2, BRUNO, "Bruno", left=2)):
            await tx.tournaments.save_entrant(number, each)
        await tx.tournaments.set_organiser(number, CLARA, helps=True)
        seats = [Seat(side="blue", user=ANNA, name="Anna"), Seat(side="orange", user=BRUNO, name="Bruno")]
        about: dict[str, Any] = {"scenario": "ormes", "printed": {}, "options": {}, "owner": ANNA}
        game = await tx.games.create(guild=GUILD, channel=THREAD, seed=b"x", seats=seats, **about)
        played = TournamentGame(
            game=game,
            channel=THREAD,
            opened=NOON,
            result="first",
            margin=3,
            how="organiser",
            by=CLARA,
            reason="a late answer",
        )
        pairings = (
            PairingRecord(board=1, first=1, second=2, games=(played, TournamentGame(leg=2))),
            PairingRecord(board=2, first=2, bye="half"),
        )
        later = NOON + timedelta(days=7)
        await tx.tournaments.add_round(
            number, RoundRecord(number=1, since=NOON, deadline=later, pairings=pairings)
        )
        await tx.tournaments.set_bye(number, 2, 1, "zero")
        decision = TournamentDecision(
            seq=1, round=1, at=NOON, by=CLARA, act="extended", value="later", reason="a storm"
        )
        await tx.tournaments.add_decision(number, decision)
        await tx.tournaments.save_bid(number, StoredBid(round=1, number=1, side="first", points=7))
        await tx.tournaments.save_bid(number, StoredBid(round=1, number=1, side="second", points=8))
        await tx.tournaments.touch(number, status="playing")
    return number, game


async def test_a_tournament_comes_back_as_it_was_written(store: Store) -> None:
    number, game = await a_tournament(store)

    stored = await store.tournaments.load(number)

    assert stored is not None
    assert (stored.record.name, stored.record.status, stored.record.revision) == ("Open", "playing", 2)
    assert [(e.user, e.number, e.left, e.checked_in) for e in stored.entrants] == [
        (ANNA, 1, None, True),
        (BRUNO, 2, 2, False),
    ]
    (round_,) = stored.rounds
    assert round_.deadline == NOON + timedelta(days=7)
    one, bye = round_.pairings
    assert (bye.first, bye.second, bye.bye, bye.games) == (2, None, "half", ())
    assert [(g.leg, g.game, g.result, g.margin, g.by) for g in one.games] == [
        (1, game, "first", 3, CLARA),
        (2, None, "", 0, None),
    ]
    assert stored.byes == ((2, 1, "zero"),)
    assert stored.bids == (StoredBid(round=1, number=1, side="second", points=8),)
    assert [(d.by, d.round, d.at, d.reason) for d in stored.log] == [(CLARA, 1, NOON, "a storm")]
    assert await store.tournaments.of_game(game) == number
    assert await store.tournaments.unfinished_ids() == [number]


async def test_a_deleted_game_leaves_its_pairing_which_stays_opened(store: Store) -> None:
    number, game = await a_tournament(store)
    before = await store.tournaments.of_game(game)

    async with store.writing() as tx:
        await tx.games.delete_lobby(game)

    stored = await store.tournaments.load(number)
    assert stored is not None
    (played, _) = stored.rounds[0].pairings[0].games
    assert before == number
    assert (played.game, played.opened) == (None, NOON)
    assert await store.tournaments.of_game(game) is None


@pytest.mark.parametrize(("user", "others"), [(ANNA, "Bruno"), (BRUNO, "Anna"), (CLARA, "Anna")])
async def test_a_person_is_given_their_part_of_a_tournament(store: Store, user: int, others: str) -> None:
    number, _ = await a_tournament(store)

    (told,) = (await store.privacy.export(user))["tournaments"]

    text = json.dumps(told)
    assert told["id"] == number
    assert told["organises"] is (user != BRUNO)
    assert ("entry" in told) is (user != CLARA)
    assert ("rulings" in told) is (user == CLARA)
    assert told.get("entry") is None or ("bids" in told) is (user == ANNA)
    assert ("decisions" in told) is (user == CLARA)
    assert others not in text
    assert not {str(n) for n in (ANNA, BRUNO, CLARA)} & {*text.replace(",", " ").split()}


async def test_erasing_a_person_leaves_the_tournament_to_the_others(store: Store) -> None:
    number, _ = await a_tournament(store)

    async with store.writing() as tx:
        await tx.privacy.erase(ANNA)
        await tx.privacy.erase(CLARA)

    stored = await store.tournaments.load(number)
    assert stored is not None
    anna, bruno = stored.entrants
    assert (anna.name, anna.left, bruno.user, bruno.name) == ("", 2, BRUNO, "Bruno")
    assert anna.user == stored.record.owner == -1
    assert [decision.by for decision in stored.log] == [-2]
    assert stored.organisers == frozenset()
    assert stored.rounds[0].pairings[0].games[0].by == -2
    assert stored.rounds[0].pairings[0].games[0].result == "first"


async def test_a_server_takes_its_tournaments_with_it(store: Store) -> None:
    number, _ = await a_tournament(store)

    async with store.writing() as tx:
        await tx.guilds.delete(GUILD)

    assert await store.tournaments.load(number) is None
    assert GUILD not in await store.guilds.ids()
