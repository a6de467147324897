"""A Discord that lets itself be asked only so often: the bot waits, and is never refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox import Pace

PHASES = 1


@pytest.mark.promise(8)
async def test_two_busy_tables_are_never_refused_for_haste(build: Any) -> None:
    async with build(pace=Pace(most=1, seconds=0.25)) as house:
        tables = [(house.person("Anna"), "battle"), (house.person("Bruno"), "parlour")]
        await asyncio.gather(*(hastens(person, channel) for person, channel in tables))
        await house.quiet()

        calls = list(house.sandbox.exchanges)
        assert [call for call in calls if call.status == 429] == []
        assert [call for call in calls if call.headers["X-RateLimit-Remaining"] == "0"] != []


async def hastens(person: Any, channel: str) -> None:
    """Somebody plays both sides and ends one phase after another."""
    person.timeout = 60.0
    await person.slash(channel, "game new", scenario="ormes", side="both")
    await person.slash(channel, "game start")
    for _ in range(PHASES):
        await person.slash(channel, "done")
