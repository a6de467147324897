"""Seasons on disk: all of one comes back as it was written, and what it says about people."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storage import SeasonPlayer, Store
from storage.errors import ConstraintViolated
from tests.storage.queries.test_tournaments import ANNA, BRUNO, CHANNEL, GUILD, a_tournament, store

__all__ = ["store"]


async def a_season(store: Store) -> tuple[int, int]:
    """Anna has announced a season with one tournament, in whose second division she plays Bruno."""
    tournament, _ = await a_tournament(store)
    async with store.writing() as tx:
        about: dict[str, Any] = {"guild": GUILD, "channel": CHANNEL, "name": "League", "owner": ANNA}
        season = await tx.seasons.create(**about, terms={"promoted": 1})
        await tx.seasons.add_tournament(season, tournament, 1)
        for place, (user, name) in enumerate(((BRUNO, "Bruno"), (ANNA, "Anna")), start=1):
            await tx.seasons.save_player(
                season, SeasonPlayer(user=user, division=1, place=place, name=name, leaves=user == ANNA)
            )
    return season, tournament


async def test_a_season_comes_back_as_it_was_written(store: Store) -> None:
    season, tournament = await a_season(store)

    stored = await store.seasons.load(season)

    assert stored is not None
    assert (stored.record.name, stored.record.number, stored.record.previous) == ("League", 1, None)
    assert stored.record.terms == {"promoted": 1}
    assert stored.tournaments == ((tournament, 1),)
    assert [(p.user, p.leaves) for p in stored.players] == [(BRUNO, False), (ANNA, True)]
    assert await store.seasons.of_tournament(tournament) == season
    assert [record.id for record in await store.seasons.in_guild(GUILD)] == [season]
    assert await store.seasons.load(season + 1) is None


async def test_only_one_season_follows_another(store: Store) -> None:
    season, _ = await a_season(store)
    about: dict[str, Any] = {"guild": GUILD, "channel": CHANNEL, "name": "League", "owner": ANNA}

    async with store.writing() as tx:
        following = await tx.seasons.create(**about, terms={}, number=2, previous=season)
    with pytest.raises(ConstraintViolated):
        async with store.writing() as tx:
            await tx.seasons.create(**about, terms={}, number=2, previous=season)

    assert await store.seasons.after(season) == following
    assert await store.seasons.after(following) is None


async def test_a_person_is_given_what_a_season_stores_about_them_and_can_erase_it(store: Store) -> None:
    season, _ = await a_season(store)

    anna, bruno = [await store.privacy.export(user) for user in (ANNA, BRUNO)]
    async with store.writing() as tx:
        await tx.privacy.erase(ANNA)

    stored = await store.seasons.load(season)
    assert stored is not None
    assert [each["id"] for each in anna["seasons"]] == [season]
    assert [each["name"] for each in anna["season_players"]] == ["Anna"]
    assert "seasons" not in bruno
    assert "Anna" not in json.dumps(bruno["season_players"])
    assert stored.record.owner == -1
    assert [p.user for p in stored.players] == [BRUNO]


async def test_a_server_takes_its_seasons_with_it(store: Store) -> None:
    season, tournament = await a_season(store)

    async with store.writing() as tx:
        await tx.guilds.delete(GUILD)

    assert await store.seasons.load(season) is None
    assert await store.seasons.of_tournament(tournament) is None
    assert GUILD not in await store.guilds.ids()
