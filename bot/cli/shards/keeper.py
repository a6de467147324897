"""Which shards this process has: claimed, kept, lost and given back in the database."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.cli.shards.renewals import Renewals
from bot.cli.shards.setting import ShardSetting
from storage import Lease, ShardSession, Share, Store, StoredShard, free_shards

log = logging.getLogger(__name__)

NO_SESSION = ShardSession()


@dataclass(frozen=True, slots=True)
class Round:
    """What a round has led to: shards that are ours now, as their last holder has left them; one to be given
    back."""

    taken: Mapping[int, StoredShard] = field(default_factory=dict)
    surplus: int | None = None


class ShardKeeper:
    """Has the leases of a process called `me`, and sees to it that they are renewed. `failed` is told, in
    another thread, of errors of ours; `steady` counts seconds."""

    def __init__(
        self,
        store: Store,
        setting: ShardSetting,
        me: str,
        failed: Callable[[Exception], object],
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._setting = setting
        self._me = me
        self._steady = steady
        self._counted = False
        self.leases: dict[int, Lease] = {}
        self.renewals = Renewals(store.lease_line(), me, failed, attends=setting.auto, steady=steady)

    async def step(self) -> Round:
        """Take what no one has, up to its part. Raises DatabaseTrouble."""
        most = await self._most()
        free = free_shards(await self._store.shards.all(), self._setting.wanted, self._setting.count)
        taken: dict[int, StoredShard] = {}
        if free and len(self.leases) < most and self._counted:
            taken = await self._claim(most - len(self.leases))
        # Those that start together are counted before the first one claims.
        self._counted = self.renewals.attended
        surplus = max(self.leases) if len(self.leases) > most else None
        return Round(taken=taken, surplus=surplus)

    async def give_back(self, shard: int, session: ShardSession = NO_SESSION) -> None:
        """Let another process take a shard. Raises DatabaseTrouble."""
        lease = self.leases.pop(shard, None)
        if lease is not None and not lease.lost:
            lease.lost = True
            async with self._store.writing(apart=True) as tx:
                await tx.shards.release(self._me, shard, lease.epoch, session)

    async def leave(self) -> None:
        """Take nothing more. Raises DatabaseTrouble."""
        async with self._store.writing(apart=True) as tx:
            await tx.shards.leave(self._me)

    def go_on(self, sessions: Mapping[int, ShardSession]) -> tuple[int, ...]:
        """Have kept what it has, with how each session is resumed; what another process has by now. The
        leases last while this is said again and again."""
        lost = tuple(shard for shard, lease in self.leases.items() if lease.lost)
        for shard in lost:
            del self.leases[shard]
        held = {lease: sessions.get(shard, NO_SESSION) for shard, lease in self.leases.items()}
        self.renewals.sign(held)
        return lost

    async def _most(self) -> int:
        """How many shards it may have."""
        if not self._setting.auto:
            return self._setting.count
        return math.ceil(self._setting.count / max(1, await self._store.shards.processes()))

    async def _claim(self, most: int) -> dict[int, StoredShard]:
        asked = self._steady()
        async with self._store.writing() as tx:
            rows = await tx.shards.claim(self._me, self._setting.wanted, self._setting.count, most)
        for row in rows:
            lease = Lease(Share(row.shard, row.count), self._me, row.epoch, self._steady)
            lease.renewed(asked)
            self.leases[row.shard] = lease
            self.renewals.add({lease: ShardSession(row.session, row.resume_url, row.sequence)})
        if rows:
            log.info("shards %s of %s are ours", ", ".join(str(r.shard) for r in rows), rows[0].count)
        return {row.shard: row for row in rows}
