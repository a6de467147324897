"""Guild events: servers unavailable, the bot removed and invited again, a game's channels deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from storage.tables import metadata
from tests.bot.features.time_control.test_time_control import left, start_game
from tests.patience import PATIENCE

MINUTE = timedelta(minutes=1)


async def rows(harness: Any) -> dict[str, int]:
    """How many rows each table has; not counted are notes of what is done, which come and go."""
    rows_by_table = {}
    async with harness.store.writing() as tx:
        for table in metadata.sorted_tables:
            sql = f"SELECT count(*) FROM {table.name}"
            rows_by_table[table.name] = (await tx.session.execute(text(sql))).scalar_one()
    return {table: count for table, count in rows_by_table.items() if table != "checked"}


def tell(harness: Any, name: str, body: Any) -> None:
    for session in harness.sandbox.gateway.sessions.values():
        session.tell(name, body)


def introduce(harness: Any, guild: str, **more: Any) -> None:
    """The server as Discord introduces it."""
    session = next(s for s in harness.sandbox.gateway.sessions.values() if s.connection is not None)
    known = [body for _, name, body in session.history if name == "GUILD_CREATE" and body["id"] == guild]
    tell(harness, "GUILD_CREATE", {k: v for k, v in known[0].items() if k != "unavailable"} | more)


async def until(check: Callable[[], Awaitable[object]]) -> None:
    """Wait until the bot has heard of it."""
    async with asyncio.timeout(PATIENCE):
        while not await check():
            await asyncio.sleep(0.01)


async def absent(harness: Any, guild: str) -> bool:
    return bool(harness.bot.services.membership.absent(int(guild)))


async def present(harness: Any, guild: str) -> bool:
    return not await absent(harness, guild)


async def gone(harness: Any) -> bool:
    return bool(await harness.store.guilds.without_bot())


async def back(harness: Any) -> bool:
    return not await gone(harness)


@pytest.mark.long
@pytest.mark.promise(9)
@pytest.mark.fault(75)
async def test_an_outage_of_a_server_costs_no_row_and_no_time(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=3d")
    guild = str((await harness.game()).record.guild)
    before, had = await rows(harness), await left(harness)

    tell(harness, "GUILD_DELETE", {"id": guild, "unavailable": True})
    await until(lambda: absent(harness, guild))
    await harness.later(days=5)
    assert (await harness.game()).state.player == "blue", "the clock ran though nobody could play"
    introduce(harness, guild, unavailable=False)
    await until(lambda: present(harness, guild))

    assert await rows(harness) == before
    assert abs(await left(harness) - had) < MINUTE
    await anna.slash("battle", "done")
    assert (await harness.game()).last > 1

    harness.sandbox.gateway.spoils["READY"] = lambda body: body | {"guilds": []}
    harness.sandbox.gateway.spoils["GUILD_CREATE"] = lambda body: body | {"unavailable": True}
    await harness.quiet()
    played = await rows(harness)
    await harness.again()
    assert not harness.bot.guilds
    assert {**await rows(harness), "pulses": 0} == {**played, "pulses": 0}


@pytest.mark.fault(75)
async def test_a_server_that_sends_the_bot_away_finds_all_as_it_was_for_30_days(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=3d")
    await anna.slash("battle", "me look", theme="dark")
    guild = str((await harness.game()).record.guild)
    before, had = await rows(harness), await left(harness)

    tell(harness, "GUILD_DELETE", {"id": guild})
    await until(lambda: gone(harness))
    await harness.later(days=29)
    harness.sandbox.gateway.spoils["READY"] = lambda body: body | {"guilds": []}
    harness.sandbox.gateway.spoils["GUILD_CREATE"] = lambda body: body | {"unavailable": True}
    await harness.again()
    assert await harness.bot.services.membership.sweep() == []
    introduce(harness, guild)
    await until(lambda: back(harness))

    passing = {"pulses": 0, "receipts": 0}  # receipts go after a week, whatever becomes of the server
    assert (await rows(harness))["receipts"] == 0
    assert {**await rows(harness), **passing} == {**before, **passing}
    assert abs(await left(harness) - had) < MINUTE
    await anna.slash("battle", "done")

    tell(harness, "GUILD_DELETE", {"id": guild})
    await until(lambda: gone(harness))
    await harness.later(days=31)
    assert await harness.bot.services.membership.sweep() == [int(guild)]

    kept = {table for table, count in (await rows(harness)).items() if count}
    assert kept <= {"tastes", "players", "pulses", "letters", "receipts"}
    assert "tastes" in kept, "that is hers in all servers"
    async with harness.store.writing() as tx:
        sql = "SELECT kind FROM letters UNION SELECT outcome FROM receipts WHERE game IS NOT NULL"
        assert (await tx.session.execute(text(sql))).scalars().all() == []
    assert await harness.store.guilds.ids() == set()
