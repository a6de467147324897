"""Leases of shards, the processes that share them, and sessions begun.

Times are milliseconds by the database's clock, the only one that all processes have in common. Rows that a
transaction of another process is changing are passed over: a process that has become slow must not make the
others late with their leases. Only who gives a shard back waits for them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    cast,
    delete,
    extract,
    func,
    insert,
    literal_column,
    select,
    update,
)

from storage.errors import DatabaseTrouble
from storage.processes.leases import TERM
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.tables import shard_identifies, shard_processes, shards

DAY = 86_400_000
FORGOTTEN = 10 * int(TERM * 1000)
"""Milliseconds after its end for which it is kept that a process was there, which may only be late."""


@dataclass(frozen=True, slots=True)
class StoredShard:
    """A shard of so many: who has it ("": no one), by which epoch, for how many more milliseconds, and how
    its session is resumed ("" where there is none)."""

    shard: int
    count: int
    holder: str
    epoch: int
    left: int
    session: str
    resume_url: str
    sequence: int | None


@dataclass(frozen=True, slots=True)
class ShardSession:
    """A session with Discord, as it is resumed."""

    session: str = ""
    resume_url: str = ""
    sequence: int | None = None


class ShardQueries(QueryBase):
    """Queries about shards."""

    @property
    def _now(self) -> ColumnElement[int]:
        if self._session.dialect == "sqlite":
            return literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)")
        seconds: ColumnElement[Any] = extract("epoch", func.clock_timestamp())
        return cast(func.floor(seconds * 1000), BigInteger)

    @query
    async def all(self) -> list[StoredShard]:
        """The shards that processes have had."""
        left = shards.c.expires - self._now
        names = ("shard", "count", "holder", "epoch")
        columns = [*(shards.c[name] for name in names), left]
        columns += [shards.c[name] for name in ("session", "resume_url", "sequence")]
        rows = await self._run(select(*columns).order_by(shards.c.shard))
        return [StoredShard(*tuple(row)) for row in rows.all()]

    @query
    async def processes(self) -> int:
        """How many processes there are that take any shard."""
        here = select(func.count()).where(shard_processes.c.expires > self._now)
        return int((await self._run(here)).scalar_one())


class ShardRepository(ShardQueries, RepositoryBase):
    """Changes to shards."""

    async def attend(self, process: str) -> None:
        """Say that a process is there that takes any shard, and forget those that have long been gone."""
        gone = select(shard_processes.c.id).where(shard_processes.c.expires < self._now - FORGOTTEN)
        await self._run(delete(shard_processes).where(shard_processes.c.id.in_(_not_changing(gone))))
        await self._insert_new(shard_processes, {"id": process, "expires": 0})
        mine = update(shard_processes).where(shard_processes.c.id == process)
        await self._run(mine.values(expires=self._now + int(TERM * 1000)))

    async def leave(self, process: str) -> None:
        """Say that a process takes no shards any more."""
        await self._run(delete(shard_processes).where(shard_processes.c.id == process))

    async def claim(self, process: str, wanted: Sequence[int], count: int, most: int) -> list[StoredShard]:
        """Take shards that are wanted and that no one has, so many at most; for a transaction that is alone.

        Raises DatabaseTrouble: other_shards, while processes share another number of shards.
        """
        known = {each.shard: each for each in await self.all()}
        if any(each.count != count and each.left > 0 for each in known.values()):
            others = next(each.count for each in known.values() if each.count != count)
            raise DatabaseTrouble("other_shards", path="", count=count, others=others)
        await self._run(delete(shards).where(shards.c.count != count))
        before = epoch = max((each.epoch for each in known.values()), default=0)
        free = [n for n in wanted if n not in known or known[n].left <= 0 or known[n].count != count]
        left = select(shards.c.shard).where(shards.c.shard.in_(free)).order_by(shards.c.shard).limit(most)
        left_here = {*(await self._run(_not_changing(left))).scalars()}
        free = [n for n in free if n in left_here or n not in known or known[n].count != count]
        for shard in free[:most]:
            epoch += 1
            values = {"count": count, "holder": process, "epoch": epoch}
            values["expires"] = self._now + int(TERM * 1000)
            if shard not in known or known[shard].count != count:
                await self._run(
                    insert(shards).values(shard=shard, session="", resume_url="", sequence=None, **values)
                )
            else:
                its_last = (
                    shards.c.epoch == known[shard].epoch,
                    shards.c.expires <= self._now,
                )  # kept meanwhile?
                await self._run(update(shards).where(shards.c.shard == shard, *its_last).values(**values))
        return [each for each in await self.all() if each.holder == process and each.epoch > before]

    async def renew(self, process: str, shard: int, epoch: int, session: ShardSession) -> bool:
        """Keep a shard, and how its session is resumed; False where another process has it, or is taking
        it."""
        values = {"expires": self._now + int(TERM * 1000), **asdict(session)}
        here = _not_changing(select(shards.c.shard).where(*_held(process, shard, epoch)))
        return await self._change(shards.c.shard.in_(here), values=values)

    async def release(self, process: str, shard: int, epoch: int, session: ShardSession) -> bool:
        """Give a shard back, once it is no longer being renewed; False where another process has it."""
        values = {"holder": "", "expires": 0, **asdict(session)}
        return await self._change(*_held(process, shard, epoch), values=values)

    async def _change(self, *which: ColumnElement[bool], values: dict[str, Any]) -> bool:
        return bool((await self._run(update(shards).where(*which).values(**values))).rowcount)

    async def identify(self, bucket: int, pace: int, most: int) -> int:
        """Begin a session of a bucket, unless the last one is younger than `pace` milliseconds or there were
        so many within a day; milliseconds until it may be tried again, 0 when it is begun. For a transaction
        that is alone."""
        at = shard_identifies.c.at
        await self._run(delete(shard_identifies).where(at <= self._now - DAY))
        now = int((await self._run(select(self._now))).scalar_one())
        times = select(at).order_by(at.desc())
        mine = times.where(shard_identifies.c.bucket == bucket)
        last = (await self._run(mine.limit(1))).scalar_one_or_none()
        first = (await self._run(times.offset(most - 1).limit(1))).scalar_one_or_none()
        wait = max(0 if last is None else last + pace - now, 0 if first is None else first + DAY - now, 0)
        if not wait:
            await self._run(insert(shard_identifies).values(at=now, bucket=bucket))
        return wait


def _held(process: str, shard: int, epoch: int) -> tuple[ColumnElement[bool], ...]:
    """Finds a shard while a process has it by this epoch."""
    return shards.c.shard == shard, shards.c.holder == process, shards.c.epoch == epoch


def _not_changing(rows: Select[Any]) -> Select[Any]:
    """Of these rows those that no other transaction is changing; this one has them until it ends."""
    return rows.with_for_update(skip_locked=True)


def free_shards(known: Collection[StoredShard], wanted: Collection[int], count: int) -> list[int]:
    """The wanted shards that no one has."""
    held = {each.shard for each in known if each.left > 0 and each.count == count}
    return sorted(set(wanted) - held)
