"""Sessions begun by several processes: in turn, and counted together, in the database."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.connection.gateway import HELD, MOST_A_DAY, TooOften
from storage import Store

PACE = 5_250
"""Milliseconds between two sessions of a bucket: Discord asks for five seconds, measured by its clock."""


class SharedIdentifyBudget:
    """Where an IdentifyBudget counts for one process, this counts for all that share a database. Discord says
    how many may begin at the same time (`max_concurrency`): those whose shards differ modulo that number."""

    def __init__(self, store: Store, pace: int = PACE, most: int = MOST_A_DAY) -> None:
        self._store = store
        self._pace = pace
        self._most = most
        self._concurrency = 0

    def wait(self) -> float:
        """It is only known when a session is to be begun."""
        return 0.0

    async def introduce(self, client: Any, shard: int | None) -> None:
        """Wait until a session may be begun, and note it. Raises TooOften when that is long, and
        DatabaseTrouble."""
        if not self._concurrency:
            _, _, limit = await client.http.get_bot_gateway()
            self._concurrency = max(1, int(limit["max_concurrency"]))
        waited = 0.0
        while wait := await self._begin((shard or 0) % self._concurrency) / 1000:
            waited += wait
            if waited > HELD:
                raise TooOften(wait)
            await asyncio.sleep(wait)

    async def _begin(self, bucket: int) -> int:
        async with self._store.writing() as tx:
            return await tx.shards.identify(bucket, self._pace, self._most)
