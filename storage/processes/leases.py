"""Shares of the work of several processes, and the leases by which one process has each.

The work about a server is that of its shard, as Discord counts them. Who has the lease of a shard does its
work; an epoch tells one lease from the next. A lease is taken in a transaction that is alone in the whole
database: whatever its last holder was writing is written by then, and what it begins to write afterwards
finds another epoch.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select

from storage.tables import shards

TERM = 10.0
"""Seconds for which a lease is given, by the database's clock."""
LOOK_AGAIN = 0.2
"""Seconds until someone who waits for a lease looks again."""
MARGIN = 2.0
"""So many seconds before its end a holder stops acting on it: clocks run apart, calls are under way."""


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of a shard; of the only one, all."""

    shard: int = 0
    count: int = 1

    def holds(self, guild: int | None) -> bool:
        """Whether a server is of this share; what belongs to no server is of the first one."""
        return ((guild or 0) >> 22) % self.count == self.shard

    def of(self, guild: ColumnElement[Any]) -> list[ColumnElement[bool]]:
        """The same as conditions of a query, for a column of servers."""
        if self.count == 1:
            return []
        return [shard_of(guild, self.count) == literal_column(str(self.shard))]


WHOLE = Share()


def shard_of(guild: ColumnElement[Any], count: int) -> ColumnElement[int]:
    """The shard of so many to which a column of servers belongs, as in `Share.holds`."""
    place = func.coalesce(guild, literal_column("0")).op(">>")(literal_column("22")).self_group()
    shard: ColumnElement[int] = place.op("%")(literal_column(str(count)))
    return shard


class LeaseInDoubt(ConnectionError):
    """The lease of a shard may be another process's by now: nothing is done until that is known."""


class Lease:
    """The lease of a shard. `steady` counts seconds; `until` is when it may end, at the earliest."""

    def __init__(
        self, share: Share, holder: str, epoch: int, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.share = share
        self.holder = holder
        self.epoch = epoch
        self.lost = False
        """Whether another process has it."""
        self._steady = steady
        self._until = 0.0
        self.mine = (
            select(shards.c.epoch)
            .where(shards.c.shard == share.shard, shards.c.holder == holder, shards.c.epoch == epoch)
            .limit(1)
        )
        """Finds a row while no other process has it."""

    def renewed(self, asked: float) -> None:
        """It was given again, to one who asked at that time of `steady`."""
        self._until = asked + TERM

    @property
    def certain(self) -> bool:
        """Whether no other process can have it."""
        return not self.lost and self._steady() < self._until - MARGIN

    async def until_certain(self) -> None:
        """Wait until no other process can have it. Raises LeaseInDoubt when one has."""
        while not self.certain:
            if self.lost:
                self.check()
            await asyncio.sleep(LOOK_AGAIN)

    def check(self) -> None:
        """Raises LeaseInDoubt."""
        if not self.certain:
            raise LeaseInDoubt(f"shard {self.share.shard}")
