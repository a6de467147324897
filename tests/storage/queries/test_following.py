"""Servers that follow a tournament on disk: codes used once, servers that go, people who go."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage import FollowingServer, Store, TournamentGame
from tests.storage.queries.test_tournaments import ANNA, CLARA, GUILD, a_tournament

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=3)
GUEST, THEIRS = 77, 770


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def followed(store: Store) -> tuple[int, int]:
    """A tournament whose only game is played on a server that follows it; its number, its game."""
    number, _ = await a_tournament(store)
    async with store.writing() as tx:
        here = FollowingServer(guild=GUEST, channel=THEIRS, by=CLARA, since=NOON)
        await tx.tournaments.save_server(number, here)
        about: dict[str, Any] = {"scenario": "ormes", "printed": {}, "options": {}, "owner": ANNA}
        game = await tx.games.create(guild=GUEST, channel=THEIRS + 1, seed=b"y", seats=[], **about)
        second = TournamentGame(
            leg=2, game=game, channel=THEIRS + 1, server=GUEST, opened=NOON, result="second", margin=-2
        )
        await tx.tournaments.save_game(number, 1, 1, second)
    return number, game


async def test_a_following_server_comes_back_as_it_was_written(store: Store) -> None:
    number, game = await followed(store)

    (server,) = await store.tournaments.following(number)
    stored = await store.tournaments.load(number)

    assert stored is not None
    assert stored.servers == (server,)
    assert (server.guild, server.channel, server.by, server.left) == (GUEST, THEIRS, CLARA, None)
    assert await store.tournaments.followed_by(GUEST) == [number]
    assert await store.tournaments.followed_by(GUILD) == []
    assert await store.tournaments.tournament_of_server(server.id) == number
    assert [(g.server, g.game) for g in stored.rounds[0].pairings[0].games][1] == (GUEST, game)


async def test_a_server_that_follows_again_keeps_its_row(store: Store) -> None:
    number, _ = await followed(store)
    (before,) = await store.tournaments.following(number)
    async with store.writing() as tx:
        gone = FollowingServer(guild=GUEST, channel=THEIRS, by=CLARA, since=NOON, left=LATER)
        await tx.tournaments.save_server(number, gone)
        left = await tx.tournaments.following(number)
        await tx.tournaments.save_server(
            number, FollowingServer(guild=GUEST, channel=THEIRS + 5, by=ANNA, since=LATER)
        )

    (after,) = await store.tournaments.following(number)
    assert left[0].left == LATER
    assert (after.id, after.channel, after.by, after.left) == (before.id, THEIRS + 5, ANNA, None)


async def test_a_code_is_used_once_and_not_after_its_time(store: Store) -> None:
    number, _ = await followed(store)
    async with store.writing() as tx:
        await tx.tournaments.add_code(number, "one", CLARA, LATER)
        await tx.tournaments.add_code(number, "two", CLARA, NOON)

    assert await store.tournaments.open_codes(number, NOON) == 1
    assert await store.tournaments.of_code("one", NOON) == number
    assert await store.tournaments.of_code("one", LATER) is None
    assert await store.tournaments.of_code("two", NOON) is None
    async with store.writing() as tx:
        assert await tx.tournaments.use_code("one")
        assert not await tx.tournaments.use_code("one")
        await tx.tournaments.drop_codes(number, LATER)
        assert not await tx.tournaments.use_code("two")


async def test_a_following_server_that_is_deleted_takes_no_result_with_it(store: Store) -> None:
    number, game = await followed(store)

    async with store.writing() as tx:
        await tx.guilds.delete(GUEST)

    stored = await store.tournaments.load(number)
    assert stored is not None
    assert stored.servers == ()
    first, second = stored.rounds[0].pairings[0].games
    assert (second.result, second.margin, second.game) == ("second", -2, None)
    assert first.game is not None
    assert await store.games.ids_in_guild(GUEST) == []
    assert game not in [record.id for record in await store.games.all()]


async def test_the_server_of_a_tournament_takes_it_along_but_not_the_games_of_others(store: Store) -> None:
    number, game = await followed(store)

    async with store.writing() as tx:
        await tx.tournaments.add_code(number, "one", CLARA, LATER)
        await tx.guilds.delete(GUILD)

    assert await store.tournaments.load(number) is None
    assert await store.tournaments.following(number) == ()
    assert await store.tournaments.of_code("one", NOON) is None
    assert [record.id for record in await store.games.all()] == [game]


async def test_who_brought_a_server_in_finds_it_in_their_data_and_is_no_one_after_it_is_deleted(
    store: Store,
) -> None:
    number, _ = await followed(store)
    async with store.writing() as tx:
        await tx.tournaments.add_code(number, "one", CLARA, LATER)

    exported = json.dumps(await store.privacy.export(CLARA))
    async with store.writing() as tx:
        await tx.privacy.erase(CLARA)

    (server,) = await store.tournaments.following(number)
    assert f'"guild": {GUEST}' in exported
    assert '"codes"' in exported
    assert '"one"' not in exported
    assert server.by < 0
    assert await store.tournaments.of_code("one", NOON) is None


async def test_codes_and_servers_are_those_of_their_own_tournament(store: Store) -> None:
    async with store.writing() as tx:
        about: dict[str, Any] = {"guild": 1, "channel": 2, "name": "Open", "owner": CLARA, "terms": {}}
        one, two = [await tx.tournaments.create(**about) for _ in range(2)]
        for number, code in ((one, "a"), (one, "b"), (two, "c"), (two, "d")):
            await tx.tournaments.add_code(number, code, CLARA, LATER)
        server = FollowingServer(guild=GUEST, channel=5, by=CLARA, since=NOON)
        await tx.tournaments.save_server(one, server)
        used = await tx.tournaments.use_code("a")
        await tx.tournaments.drop_codes(two)

    assert used
    assert [await store.tournaments.open_codes(number, NOON) for number in (one, two)] == [1, 0]
    assert await store.tournaments.of_code("b", NOON) == one
    assert [len(await store.tournaments.following(number)) for number in (one, two)] == [1, 0]
