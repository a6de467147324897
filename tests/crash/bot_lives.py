"""Bots that die one after the other on the same games."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sandbox import Sandbox
from tests.crash.mortal_bot import Nursery, Step
from tests.crash.test_kill import environment

PATIENCE = 60.0


class BotLives:
    """One bot after another, on the games of a folder and on a sandbox."""

    def __init__(self, folder: Path, sandbox: Sandbox, bots: Nursery) -> None:
        self.folder = folder
        self.sandbox = sandbox
        self._bots = bots
        self._lives = 0
        self.more: dict[str, str] = {}
        """What else the bots find in their environment."""

    @property
    def database(self) -> Path:
        return self.folder / "grognard.db"

    async def live(self, step: Step | None = None) -> Path:
        """Start the next bot, which dies at a step; the file in which it names its steps."""
        self._lives += 1
        steps = self.folder / f"steps {self._lives}"
        where = {**environment(self.folder, self.sandbox), **self.more}
        await self._bots.start(self.folder, where, step, steps)
        return steps

    async def died(self, within: float = PATIENCE) -> bool:
        """Wait until the bot is dead and Discord knows it; whether it died within so many seconds."""
        by_itself = await self._bots.ended(within)
        await self._gone()
        return by_itself

    async def kill(self) -> None:
        """Kill the bot."""
        await self._bots.kill()
        await self._gone()

    async def _gone(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.sandbox.gateway.online:
                await self.sandbox.broadcaster.wait_for_change(0.1)

    def rows(self, sql: str) -> list[Any]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return list(database.execute(sql))
