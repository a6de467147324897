"""Discord's rate limits: the bot waits and is never refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox import RateLimits

PHASES = 1


@pytest.mark.promise(8)
async def test_two_busy_games_are_never_rate_limited(build: Any) -> None:
    async with build(rate_limits=RateLimits(most=1, seconds=0.25)) as harness:
        tables = [(harness.person("Anna"), "battle"), (harness.person("Bruno"), "parlour")]
        await asyncio.gather(*(hastens(person, channel) for person, channel in tables))
        await harness.quiet()

        calls = list(harness.sandbox.exchanges)
        assert [call for call in calls if call.status == 429] == []
        assert [call for call in calls if call.headers["X-RateLimit-Remaining"] == "0"] != []


async def hastens(person: Any, channel: str) -> None:
    """One player plays both sides and ends one phase after another."""
    person.timeout = 60.0
    await person.slash(channel, "game new", battle="ormes", side="both")
    await person.slash(channel, "game start")
    for _ in range(PHASES):
        await person.slash(channel, "done")
