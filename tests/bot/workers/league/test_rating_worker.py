"""Ratings follow from the stored results alone, whatever order they come in and whatever interrupts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.core.game_result import finished_game
from bot.workers.league import rating_worker
from bot.workers.league.rating_worker import RatingWorker
from league.ratings import OVERALL, Ratings, rate_all
from storage import GameResult, ResultPlayer, Store, departed
from storage.queries.league.ratings import RatingRepository
from tests.patience import PATIENCE
from tests.storage.queries.league.test_results import NOON, ended, new_game

PEOPLE = range(300_000_000_000_000_001, 300_000_000_000_000_007)
GUILD, ELSEWHERE = 10, 11


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def results_of(store: Store, count: int, seed: int = 7) -> list[GameResult]:
    """Games that finish one after the other; players, helpers, winners and rulebooks are drawn."""
    dice = random.Random(seed)
    results = []
    for n in range(count):
        one, two, three = dice.sample(PEOPLE, 3)
        game = await new_game(store, 100 + n, guild=GUILD if n % 3 else ELSEWHERE)
        result = ended(game, one=one, two=two, hours=n, winner=dice.choice(["red", "blue", ""]))
        helper = ResultPlayer(side="blue", user=three, seated=False, orders=dice.choice([1, 15]))
        results.append(
            replace(
                result,
                guild=GUILD if n % 3 else ELSEWHERE,
                rulebook=dice.choice(["morne_plaine", "art_of_tactic"]),
                players=(*result.players[:2], helper),
                unrated=dice.choice(["", "", "", "computer"]),
            )
        )
    return results


async def finish(store: Store, results: Iterable[GameResult]) -> None:
    async with store.writing() as tx:
        for result in results:
            await tx.results.finish(result)


async def count_all(store: Store) -> None:
    worker = RatingWorker(store, lambda: True, pause=0)
    worker.start()
    async with asyncio.timeout(PATIENCE):
        while await store.ratings.waiting() or not worker.steps.idle:
            await asyncio.sleep(0.01)
    await worker.close()


def expected(results: Iterable[GameResult]) -> Ratings:
    """The ratings after these games, without a database."""
    in_order = sorted(results, key=lambda result: (result.finished, result.game))
    return rate_all(finished_game(result) for result in in_order if not result.unrated)


async def stored(store: Store) -> dict[tuple[int, str], list[tuple[int, int, float, float]]]:
    """All histories in the database: game, number of games, mean, deviation."""
    return {
        (user, pool): [(r.game, r.games, r.mean, r.deviation) for _, r in history]
        for user in PEOPLE
        for pool in (OVERALL, "morne_plaine", "art_of_tactic")
        if (history := await store.ratings.history(user, pool, 999))
    }


def told(ratings: Ratings) -> dict[tuple[int, str], list[tuple[int, int, float, float]]]:
    return {
        key: [(s.game, s.rating.games, s.rating.mean, s.rating.deviation) for s in history]
        for key, history in ratings.histories.items()
        if not departed(key[0])
    }


async def test_the_ratings_in_the_database_are_those_of_the_rules(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_worker, "TOGETHER", 7)
    results = await results_of(store, 25)
    await finish(store, results)

    await count_all(store)

    assert await stored(store) == told(expected(results))


async def test_a_result_that_comes_late_is_counted_where_it_belongs(store: Store) -> None:
    results = await results_of(store, 12)
    await finish(store, [*results[:3], *results[5:]])
    await count_all(store)

    await finish(store, results[3:5][::-1])
    await count_all(store)

    assert await stored(store) == told(expected(results))


async def test_games_that_finish_at_the_same_moment_are_counted_by_number(store: Store) -> None:
    results = [replace(r, finished=NOON, unrated="") for r in await results_of(store, 6)]
    await finish(store, results[::-1])
    await count_all(store)

    assert await stored(store) == told(expected(results))


async def test_an_interrupted_step_has_not_happened(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    results = await results_of(store, 8)
    await finish(store, results)
    count = RatingRepository.count

    async def killed(*args: Any) -> None:
        await count(*args)
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(RatingRepository, "count", killed)
        worker = RatingWorker(store, lambda: True, pause=0)
        with pytest.raises(asyncio.CancelledError):
            await worker._step("all")
    assert await stored(store) == {}
    assert await store.ratings.waiting() == 8

    await count_all(store)
    await count_all(store)
    assert await stored(store) == told(expected(results))


async def test_who_is_erased_leaves_the_ratings_and_counts_as_a_newcomer(store: Store) -> None:
    results = await results_of(store, 20)
    await finish(store, results)
    await count_all(store)

    async with store.writing() as tx:
        await tx.privacy.erase(PEOPLE[0])
    await count_all(store)
    now = await store.results.of_games(r.game for r in results)

    assert await store.ratings.of_user(PEOPLE[0]) == {}
    assert await stored(store) == told(expected_without(now.values()))
    assert any(departed(p.user) for r in now.values() if not r.unrated for p in r.players)


def expected_without(results: Iterable[GameResult]) -> Ratings:
    """The same with each erased player of each game a person of their own."""
    return expected(
        replace(
            result,
            players=tuple(
                replace(p, user=p.user * 1000 - result.game) if p.user is not None and p.user < 0 else p
                for p in result.players
            ),
        )
        for result in results
    )


async def test_the_games_of_a_deleted_server_count_no_more(store: Store) -> None:
    results = await results_of(store, 12)
    await finish(store, results)
    await count_all(store)

    async with store.writing() as tx:
        await tx.guilds.delete(ELSEWHERE)
    await count_all(store)

    assert await stored(store) == told(expected(r for r in results if r.guild == GUILD))


async def test_a_servers_table_lists_who_has_played_there(store: Store) -> None:
    results = await results_of(store, 30)
    await finish(store, results)
    await count_all(store)
    ratings = expected(results)
    here = {p.user for r in results if r.guild == GUILD and not r.unrated for p in r.players}

    table = await store.ratings.ranking("morne_plaine", GUILD, 4, 99)
    best = await store.ratings.ranking("morne_plaine", GUILD, 4, 2)

    shown = [(row.user, row.mean) for row in table]
    every = [(p, ratings.of(p, "morne_plaine")) for p in PEOPLE if p in here]
    good = sorted(((p, r.mean) for p, r in every if r.games >= 4), key=lambda row: -row[1])
    assert shown == good
    assert best == table[:2]
    assert await store.ratings.pools(GUILD) == ["", "art_of_tactic", "morne_plaine"]
    assert await store.ratings.pools(99) == []


async def test_an_unrated_game_brings_no_one_into_a_servers_table(store: Store) -> None:
    guest, host, other = PEOPLE[:3]
    rated = ended(await new_game(store, 1, guild=ELSEWHERE), one=guest, two=host, guild=ELSEWHERE)
    unrated = ended(await new_game(store, 2), one=guest, two=other, unrated="computer")
    await finish(store, [rated, unrated])
    await count_all(store)

    assert [row.user for row in await store.ratings.ranking(OVERALL, ELSEWHERE, 1, 9)] == [guest, host]
    assert await store.ratings.ranking(OVERALL, GUILD, 1, 9) == []
    assert await store.ratings.pools(GUILD) == []


async def test_nothing_is_counted_while_results_are_missing(store: Store) -> None:
    await finish(store, (await results_of(store, 2)))
    worker = RatingWorker(store, lambda: False, pause=0)

    worker.start()
    await asyncio.sleep(0.05)
    await worker.close()

    assert await stored(store) == {}
    assert await store.ratings.waiting() == 2
