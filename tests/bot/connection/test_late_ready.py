"""A bot that is closing starts nothing: Discord says READY, and discord.py tells of it up to 2 s later."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from tests.patience import PATIENCE


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.long
async def test_ready_after_the_end_starts_nothing(harness: Any, caplog: pytest.LogCaptureFixture) -> None:
    await harness.quiet()
    await harness.close()

    with caplog.at_level(logging.ERROR):
        await harness.bot.on_ready()
        await harness.bot.on_resumed()
        await asyncio.sleep(0.1)

    assert errors(caplog) == []
    assert harness.bot.workers.deadlines.idle
    await harness.open()


async def test_what_ready_has_begun_ends_with_the_bot(harness: Any, caplog: pytest.LogCaptureFixture) -> None:
    await harness.quiet()
    ready = asyncio.create_task(harness.bot.on_ready())
    await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR):
        await harness.close()
        await asyncio.wait_for(ready, PATIENCE)
        await asyncio.sleep(0.1)

    assert errors(caplog) == []
    await harness.open()
