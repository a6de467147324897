"""A database locked by another program, a blocked event loop: players are told, and nothing is half done."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import text

from bot.connection.timeouts import Timeouts
from bot.images.painting import paint
from bot.images.view_transfer import Parcel
from render.paint.lettering import fonts
from sandbox.client.person import NoAnswer


def refused(reply: Any) -> bool:
    return 0xC61820 in reply.colours


def without_fonts(parcel: Parcel) -> bytes:
    """Runs in the painter's process: its fonts are gone."""
    fonts.FONTS = fonts.FONTS / "gone"
    fonts.font.cache_clear()
    return paint(parcel)


async def battle(harness: Any) -> Any:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


@pytest.mark.long
@pytest.mark.fault(76, 77, 78)
async def test_while_another_program_keeps_the_database_orders_are_refused_and_looking_goes_on(
    harness: Any, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await battle(harness)
    async with harness.store.writing() as tx:
        await tx.session.execute(text("PRAGMA busy_timeout = 1"))  # in life, five seconds
    last = (await harness.game()).last
    with closing(sqlite3.connect(harness.folder / "grognard.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        for _ in range(2):
            answer = await anna.slash("battle", "done")
            assert refused(answer)
            assert "another program has locked the database" in answer.words
        for look in ("game status", "log", "map"):
            assert not refused(await anna.slash("battle", look))

        other.execute("ROLLBACK")
    assert (await harness.game()).last == last
    assert not refused(await anna.slash("battle", "done"))
    assert (await harness.game()).last > last

    harness.bot.drawing_process._job = without_fonts
    drawn = await anna.slash("battle", "map", theme="dark")
    assert "picture could not be drawn" in drawn.words
    assert not drawn.message.pictures
    harness.broken = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]


@pytest.mark.fault(78, 27)
async def test_what_was_asked_while_the_loop_was_held_up_for_12_seconds_is_not_obeyed(harness: Any) -> None:
    anna = await battle(harness)
    last = (await harness.game()).last
    harness.neglected = ["done"] * 3
    harness.sandbox.delivery.window, harness.bot.interactions.timeouts = 3.0, Timeouts()

    asking = [asyncio.create_task(anna.slash("battle", "done")) for _ in range(3)]
    await asyncio.sleep(0)
    harness.clock.passes(seconds=12)
    answers = await asyncio.gather(*asking, return_exceptions=True)

    assert all(isinstance(answer, NoAnswer) for answer in answers)
    assert (await harness.game()).last == last
    assert not refused(await anna.slash("battle", "done"))
    assert (await harness.game()).last > last
