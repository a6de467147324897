"""Results of finished games as they are stored and looked up, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage import ENDINGS, GameResult, ResultPlayer, Seat, Store

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
ANNA, BRUNO, CLARA = 300_000_000_000_000_001, 300_000_000_000_000_002, 300_000_000_000_000_003


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def new_game(store: Store, channel: int, *, guild: int = 10, status: str = "playing") -> int:
    seats = [Seat(side="red", user=ANNA, name="Anna"), Seat(side="blue", user=BRUNO, name="Bruno")]
    about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "owner": BRUNO}
    async with store.writing() as tx:
        game = await tx.games.create(guild=guild, channel=channel, seed=b"7", seats=seats, **about)
        await tx.games.update(game, status=status)
    return game


def ended(game: int, *, one: int = ANNA, two: int = BRUNO, hours: int = 0, **changes: Any) -> GameResult:
    finished = GameResult(
        game=game,
        guild=10,
        battle="nonaka",
        rulebook="art_of_tactic",
        begun=NOON,
        finished=NOON + timedelta(hours=hours),
        turns=7,
        ending="rules",
        winner="red",
        level="major",
        scores={"red": 12, "blue": -3},
        players=(
            ResultPlayer(side="red", user=one, name="Änna", orders=20),
            ResultPlayer(side="blue", user=two, name="B\0", orders=19),
            ResultPlayer(side="blue", user=CLARA, seated=False, orders=1),
        ),
    )
    return replace(finished, **changes)


async def finish(store: Store, *results: GameResult) -> None:
    async with store.writing() as tx:
        for result in results:
            await tx.results.finish(result)


async def test_a_result_is_found_as_it_was_written(store: Store) -> None:
    game = await new_game(store, 20)
    result = ended(game, unrated="computer", channel=20)

    await finish(store, result)
    found = await store.results.of_game(game)
    record = await store.games.get(game)

    assert found is not None
    assert found.players[1].name == "B\ufffd"
    unnamed = [replace(p, name="") for p in found.players]
    assert replace(found, players=result.players) == result
    assert unnamed == [replace(p, name="") for p in result.players]
    assert found.sides == ("red", "blue"), "in the order of the sides, not of the alphabet"
    assert record is not None
    assert record.status == "over"


@pytest.mark.parametrize("ending", ENDINGS)
async def test_every_ending_can_be_written(store: Store, ending: Any) -> None:
    game = await new_game(store, 20)
    await finish(store, ended(game, ending=ending))

    assert (await store.results.of_games([game, 99]))[game].ending == ending


async def test_a_game_that_is_not_there_cannot_be_finished(store: Store) -> None:
    with pytest.raises(LookupError):
        await finish(store, ended(99))


async def test_a_result_is_added_once(store: Store) -> None:
    game = await new_game(store, 20)
    await finish(store, ended(game))

    async with store.writing() as tx:
        assert not await tx.results.add(ended(game, winner="blue"))
    found = await store.results.of_game(game)

    assert found is not None
    assert (found.winner, len(found.players)) == ("red", 3)


async def test_results_of_a_server_come_newest_first_in_pages(store: Store) -> None:
    games = [await new_game(store, channel) for channel in range(20, 24)]
    elsewhere = await new_game(store, 30, guild=11)
    await finish(store, *(ended(game, hours=n) for n, game in enumerate(games)))
    await finish(store, ended(elsewhere, guild=11))

    assert [r.game for r in await store.results.in_guild(10)] == games[::-1]
    assert [r.game for r in await store.results.in_guild(10, most=2, after=1)] == [games[2], games[1]]


async def test_a_players_results_are_of_the_games_played_to_the_end(store: Store) -> None:
    one, two, three = [await new_game(store, channel) for channel in (20, 21, 22)]
    await finish(
        store, ended(one), ended(two, two=CLARA, hours=1), ended(three, one=BRUNO, two=ANNA, hours=2)
    )

    assert [r.game for r in await store.results.of_user(ANNA)] == [three, two, one]
    assert [r.game for r in await store.results.of_user(CLARA)] == [two], "not those that Clara left"
    assert [r.game for r in await store.results.between(ANNA, BRUNO)] == [three, one]


async def test_finished_games_without_a_result_are_known(store: Store) -> None:
    before = [await new_game(store, channel, status="over") for channel in (20, 21, 22)]
    await new_game(store, 23)
    await finish(store, ended(await new_game(store, 24)))

    assert await store.results.missing(2) == before[:2]
    assert await store.results.missing(2, after=before[1]) == before[2:]


async def test_a_result_goes_with_its_game(store: Store) -> None:
    game = await new_game(store, 20)
    await finish(store, ended(game))
    async with store.writing() as tx:
        await tx.guilds.delete(10)

    assert await store.results.of_game(game) is None
    assert await store.results.of_user(ANNA) == []


async def test_an_erased_player_is_a_number_of_that_game_alone(store: Store) -> None:
    game = await new_game(store, 20)
    await finish(store, ended(game))
    async with store.writing() as tx:
        await tx.privacy.erase(CLARA)
        await tx.privacy.erase(ANNA)
    found, record = await store.results.of_game(game), await store.games.get(game)

    assert found is not None
    assert record is not None
    assert [(p.user, p.name) for p in found.players] == [(-2, ""), (BRUNO, "B\ufffd"), (-1, "")]
    assert record.seats[0].user == -2, "the same number wherever the game names them"
    assert await store.results.of_user(ANNA) == []


async def test_games_in_one_sitting_are_counted_and_timed_apart(store: Store) -> None:
    for channel, hours in enumerate((2, 3, 12, 13, 400), 50):
        await finish(store, ended(await new_game(store, channel), hours=hours))
    await finish(store, ended(await new_game(store, 60), hours=1, unrated="computer"))

    record = await store.results.of_battle("nonaka")

    assert (record.games, record.lasted) == (5, timedelta(hours=12))
    assert (record.sittings, record.sitting) == (3, timedelta(hours=3))
