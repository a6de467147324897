"""The log of each game, to which entries are only appended, and its snapshots."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage import row_mapping
from storage import snapshots as snapshot_rows
from storage.errors import StaleTable
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.records import Entry
from storage.snapshots import Snapshot
from storage.tables import entries, snapshots

# Statements of every command are built once: to build one takes longer than to run it.
LOG = (
    select(*(entries.c[name] for name in row_mapping.ENTRY))
    .where(entries.c.game == bindparam("game"), entries.c.seq > bindparam("after"))
    .order_by(entries.c.seq)
)
_LAST = select(func.coalesce(func.max(entries.c.seq), 0)).where(entries.c.game == bindparam("new_game"))
_APPEND = insert(entries).from_select(  # only just after the last one: the log has no gaps
    [column.name for column in entries.c],
    select(*(bindparam(f"new_{column.name}", type_=column.type) for column in entries.c)).where(
        _LAST.scalar_subquery() == bindparam("new_seq") - 1
    ),
)
SNAPSHOTS_KEPT = 3
"""Snapshots kept of a game: an undo may reach back over the newest."""


class LogQueries(QueryBase):
    """Queries about the log of a game."""

    @query
    async def entries(self, game: int, after: int = 0) -> list[Entry]:
        """The log after entry `after`, in order, struck entries included.

        Raises Unreadable when a newer program wrote into it.
        """
        log = await self._run(LOG, {"game": game, "after": after})
        return [row_mapping.entry(row) for row in log]


class LogRepository(LogQueries, RepositoryBase):
    """Changes to the log of a game."""

    async def append(self, game: int, after: int, entry: Entry) -> int:
        """Write one entry just after entry `after` (0: the first one); its number.

        Raises StaleTable when another entry got there first: nothing is written. Raises LookupError
        when there is no such game, or no entry `after` in it.
        """
        row = row_mapping.entry_row(game, after + 1, entry)
        try:
            result = await self._run(_APPEND, {f"new_{name}": value for name, value in row.items()})
        except IntegrityError as error:
            if _violates(error, "entries.game, entries.seq", "entries_pk"):
                raise StaleTable(game, after + 1) from error
            if _violates(error, "FOREIGN KEY", "entries_game_fk"):
                raise LookupError(f"no game {game}") from error
            raise
        if result.rowcount != 1:
            last = int((await self._run(_LAST, {"new_game": game})).scalar_one())
            if last > after:
                raise StaleTable(game, last)
            raise LookupError(f"game {game} has no entry {after}")
        return after + 1

    async def strike(self, game: int, seqs: Sequence[int], by: int) -> None:
        """Strike entries out; `by` is the number of the undo, which may be written later in the transaction.

        Deletes the snapshots that show what they did. Raises LookupError when one of them does not exist or
        is already struck: nothing is struck then. If the undo is never written, the commit fails with
        IntegrityError.
        """
        active = (entries.c.game == game, entries.c.seq.in_(seqs), entries.c.struck.is_(None))
        present = set((await self._run(select(entries.c.seq).where(*active))).scalars())
        if missing := set(seqs) - present:
            raise LookupError(f"game {game}: not there to strike: {sorted(missing)}")
        await self._run(update(entries).where(*active).values(struck=by))
        after = (snapshots.c.game == game, snapshots.c.seq >= min(seqs, default=0))
        await self._run(delete(snapshots).where(*after))

    async def save_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Keep a snapshot of a game, and the SNAPSHOTS_KEPT - 1 before it.

        The caller vouches that the log leads to that state.
        """
        mine = snapshots.c.game == game
        older = select(snapshots.c.seq).where(mine, snapshots.c.seq < snapshot.seq)
        newest = older.order_by(snapshots.c.seq.desc()).limit(SNAPSHOTS_KEPT - 1)
        await self._run(delete(snapshots).where(mine, snapshots.c.seq.not_in(newest)))
        await self._run(insert(snapshots), snapshot_rows.row(game, snapshot))

    async def delete_snapshots(self) -> None:
        """Delete every snapshot of every game. Nothing but time is lost."""
        await self._run(delete(snapshots))


def _violates(error: IntegrityError, *names: str) -> bool:
    """Whether one of these constraints is violated. SQLite names the columns, PostgreSQL the constraint."""
    return any(name in str(error.orig) for name in names)
