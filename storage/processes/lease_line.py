"""The connection on which a process keeps its leases, apart from all other work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from storage.address import Database
from storage.log_chain import Heads
from storage.processes.leases import Lease
from storage.queries.servers.shards import ShardRepository, ShardSession
from storage.transactions import SnapshotSession


class LeaseLine:
    """Renews leases on a connection of its own: it waits for no other transaction, of this process or of
    another. It belongs to the event loop that first uses it, which need not be that of the store."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._connection = database.keeper()
        self._clock = clock

    async def renew(
        self, process: str, held: Mapping[Lease, ShardSession], *, attends: bool
    ) -> frozenset[Lease]:
        """Keep what a process has, with how each session is resumed; the leases that are still its own. One
        that `attends` takes any shard, and is counted. Raises DatabaseTrouble."""
        connection = self._connection
        try:
            await connection.ready()
            await connection.begin()
            shards = ShardRepository(SnapshotSession(connection, self._clock, Heads()))
            if attends:
                await shards.attend(process)
            kept = [
                lease
                for lease, session in held.items()
                if await shards.renew(process, lease.share.shard, lease.epoch, session)
            ]
            await connection.commit()
        finally:
            await connection.rollback()
        return frozenset(kept)

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()
