"""A database that somebody keeps locked, a loop that was held up: it is said, and nothing is half done."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.painter import paint
from bot.parcel import Parcel
from render import lettering
from sandbox.hand import NoAnswer


def refused(reply: Any) -> bool:
    return any(embed.get("color") == 0xC61820 for embed in reply.embeds)


def without_fonts(parcel: Parcel) -> bytes:
    """Runs in the painter's process: its fonts are gone."""
    lettering.FONTS = lettering.FONTS / "gone"
    lettering.font.cache_clear()
    return paint(parcel)


async def battle(house: Any) -> Any:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna


@pytest.mark.fault(76, 77, 78)
async def test_while_another_program_keeps_the_database_orders_are_refused_and_looking_goes_on(
    house: Any, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await battle(house)
    async with house.store.writing() as w:
        await w._connection.exec_driver_sql("PRAGMA busy_timeout = 1")  # in life, five seconds
    last = (await house.game()).last
    with closing(sqlite3.connect(house.folder / "grognard.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        for _ in range(2):
            answer = await anna.slash("battle", "done")
            assert refused(answer)
            assert "another program keeps the database locked" in answer.words
        for look in ("game status", "log", "map"):
            assert not refused(await anna.slash("battle", look))

        other.execute("ROLLBACK")
    assert (await house.game()).last == last
    assert not refused(await anna.slash("battle", "done"))
    assert (await house.game()).last > last

    house.bot.painter._job = without_fonts
    drawn = await anna.slash("battle", "map", theme="dark")
    assert "picture could not be drawn" in drawn.words
    assert not drawn.message.attachments
    house.broken = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]


@pytest.mark.fault(78, 27)
async def test_what_was_asked_while_the_loop_was_held_up_for_12_seconds_is_not_obeyed(house: Any) -> None:
    anna = await battle(house)
    last = (await house.game()).last
    house.neglected = ["done"] * 3

    asking = [asyncio.create_task(anna.slash("battle", "done")) for _ in range(3)]
    await asyncio.sleep(0)
    house.clock.passes(seconds=12)
    answers = await asyncio.gather(*asking, return_exceptions=True)

    assert all(isinstance(answer, NoAnswer) for answer in answers)
    assert (await house.game()).last == last
    assert not refused(await anna.slash("battle", "done"))
    assert (await house.game()).last > last
