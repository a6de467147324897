"""Servers that are not to be had, send the bot away, take it back; a game's own things deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from storage.tables import metadata
from tests.bot.test_bot_time import game, left

MINUTE = timedelta(minutes=1)


async def rows(house: Any) -> dict[str, int]:
    """How many rows each table has."""
    found = {}
    async with house.store.writing() as w:
        for table in metadata.sorted_tables:
            sql = f"SELECT count(*) FROM {table.name}"
            found[table.name] = (await w._connection.exec_driver_sql(sql)).scalar_one()
    return found


def tell(house: Any, name: str, body: Any) -> None:
    for session in house.sandbox.gateway.sessions.values():
        session.tell(name, body)


def introduce(house: Any, guild: str, **more: Any) -> None:
    """The server as Discord introduces it."""
    session = next(s for s in house.sandbox.gateway.sessions.values() if s.connection is not None)
    known = [body for _, name, body in session.history if name == "GUILD_CREATE" and body["id"] == guild]
    tell(house, "GUILD_CREATE", {k: v for k, v in known[0].items() if k != "unavailable"} | more)


async def until(check: Callable[[], Awaitable[object]]) -> None:
    """Wait until the bot has heard of it."""
    async with asyncio.timeout(20):
        while not await check():
            await asyncio.sleep(0.01)


async def absent(house: Any, guild: str) -> bool:
    return bool(house.bot.servers.absent(int(guild)))


async def present(house: Any, guild: str) -> bool:
    return not await absent(house, guild)


async def gone(house: Any) -> list[str]:
    return [str(guild) for guild in await house.store.ask(lambda r: r.guilds_gone())]


async def back(house: Any) -> bool:
    return not await gone(house)


@pytest.mark.promise(9)
@pytest.mark.fault(75)
async def test_an_outage_of_a_server_costs_no_row_and_no_time(house: Any) -> None:
    anna, _ = await game(house, "clock=3d")
    guild = str((await house.game()).game.guild)
    before, had = await rows(house), await left(house)

    tell(house, "GUILD_DELETE", {"id": guild, "unavailable": True})
    await until(lambda: absent(house, guild))
    await house.later(days=5)
    assert (await house.game()).state.player == "blue", "the clock ran though nobody could play"
    introduce(house, guild, unavailable=False)
    await until(lambda: present(house, guild))

    assert await rows(house) == before
    assert abs(await left(house) - had) < MINUTE
    await anna.slash("battle", "done")
    assert (await house.game()).last > 1

    house.sandbox.gateway.spoils["READY"] = lambda body: body | {"guilds": []}
    house.sandbox.gateway.spoils["GUILD_CREATE"] = lambda body: body | {"unavailable": True}
    await house.quiet()
    played = await rows(house)
    await house.again()
    assert not house.bot.guilds
    assert {**await rows(house), "pulses": 0} == {**played, "pulses": 0}


@pytest.mark.fault(75)
async def test_a_server_that_sends_the_bot_away_finds_all_as_it_was_for_30_days(house: Any) -> None:
    anna, _ = await game(house, "clock=3d")
    await anna.slash("battle", "preferences", theme="dark")
    guild = str((await house.game()).game.guild)
    before, had = await rows(house), await left(house)

    tell(house, "GUILD_DELETE", {"id": guild})
    await until(lambda: gone(house))
    await house.later(days=29)
    house.sandbox.gateway.spoils["READY"] = lambda body: body | {"guilds": []}
    house.sandbox.gateway.spoils["GUILD_CREATE"] = lambda body: body | {"unavailable": True}
    await house.again()
    assert await house.bot.servers.sweep() == []
    introduce(house, guild)
    await until(lambda: back(house))

    assert {**await rows(house), "pulses": 0} == {**before, "pulses": 0}
    assert abs(await left(house) - had) < MINUTE
    await anna.slash("battle", "done")

    tell(house, "GUILD_DELETE", {"id": guild})
    await until(lambda: gone(house))
    await house.later(days=31)
    assert await house.bot.servers.sweep() == [int(guild)]

    kept = {table for table, count in (await rows(house)).items() if count}
    assert kept <= {"tastes", "players", "pulses", "letters", "receipts"}
    assert "tastes" in kept, "that is hers in all servers"
    async with house.store.writing() as w:
        sql = "SELECT kind FROM letters UNION SELECT outcome FROM receipts WHERE game IS NOT NULL"
        assert (await w._connection.exec_driver_sql(sql)).scalars().all() == ["welcome"]
    assert await house.store.ask(lambda r: r.guilds_known()) == set()
