"""The log of each game, to which entries are only appended, and its snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import bindparam, delete, func, insert, select, update

from storage import log_chain, row_mapping
from storage import snapshots as snapshot_rows
from storage.errors import ConstraintViolated, StaleTable
from storage.log_chain import COVERED, ChainReport
from storage.proofs.rules_fingerprint import rules_fingerprint
from storage.queries.base import QueryBase, RepositoryBase, Session, Write, query
from storage.records import Entry
from storage.row_mapping import Row
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
_CHAINED = (
    select(*(entries.c[name] for name in (*COVERED, "struck", "chain")))
    .where(entries.c.game == bindparam("its_game"), entries.c.seq >= bindparam("its_first"))
    .order_by(entries.c.seq)
)
_LINK = select(entries.c.chain).where(
    entries.c.game == bindparam("its_game"), entries.c.seq == bindparam("its_seq")
)
_STRUCK_BY = select(entries.c.seq).where(
    entries.c.game == bindparam("its_game"), entries.c.struck == bindparam("by")
)
_STRIKE = (
    update(entries)
    .where(
        entries.c.game == bindparam("its_game"),
        entries.c.seq == bindparam("its_seq"),
        entries.c.struck.is_(None),
    )
    .values(struck=bindparam("by"))
)
_FORGET_SNAPSHOTS = delete(snapshots).where(
    snapshots.c.game == bindparam("its_game"), snapshots.c.seq >= bindparam("its_first")
)
SNAPSHOTS_KEPT = 3
"""Snapshots kept of a game: an undo may reach back over the newest."""
_OLDER_SNAPSHOTS = select(snapshots.c.seq).where(
    snapshots.c.game == bindparam("its_game"), snapshots.c.seq < bindparam("its_seq")
)
_FORGET_OLD_SNAPSHOTS = delete(snapshots).where(
    snapshots.c.game == bindparam("its_game"),
    snapshots.c.seq.not_in(_OLDER_SNAPSHOTS.order_by(snapshots.c.seq.desc()).limit(SNAPSHOTS_KEPT - 1)),
)
_SAVE_SNAPSHOT = insert(snapshots)


class LogQueries(QueryBase):
    """Queries about the log of a game."""

    @query
    async def entries(self, game: int, after: int = 0) -> list[Entry]:
        """The log after entry `after`, in order, struck entries included.

        Raises Unreadable when a newer program wrote into it.
        """
        log = await self._run(LOG, {"game": game, "after": after})
        return [row_mapping.entry(row) for row in log]

    @query
    async def chain(self, game: int) -> ChainReport:
        """The links of a game's log, each worked out again from its entry and the one before it."""
        rows = (await self._run(_CHAINED, {"its_game": game, "its_first": 1})).mappings().all()
        stored = {row["seq"]: bytes(row["chain"] or b"") for row in rows}
        rules = {row["seq"]: row["rules"] for row in rows}
        return ChainReport(links=stored, rules=rules, broken=log_chain.first_break(game, rows))


class LogRepository(LogQueries, RepositoryBase):
    """Changes to the log of a game."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._struck: dict[tuple[int, int], tuple[int, ...]] = {}
        """What this transaction has struck out, by game and undo."""

    async def append(self, game: int, after: int, entry: Entry) -> int:
        """Write one entry just after entry `after` (0: the first one); its number.

        Where another entry got there first, the transaction raises StaleTable, at the latest when it ends,
        and writes nothing; LookupError where there is no such game, or no entry `after` in it.
        """

        async def refused(error: ConstraintViolated | None) -> Exception:
            if error is None:
                last = int((await self._run(_LAST, {"new_game": game})).scalar_one())
                return StaleTable(game, last) if last > after else LookupError(f"no entry {after} in {game}")
            if _violates(error, "entries.game, entries.seq", "entries_pk"):
                return StaleTable(game, after + 1)
            return (
                LookupError(f"no game {game}")
                if _violates(error, "FOREIGN KEY", "entries_game_fk")
                else error
            )

        row = row_mapping.entry_row(game, after + 1, entry) | {"rules": rules_fingerprint()}
        row["chain"] = await self._link(game, row)
        parameters = {f"new_{name}": value for name, value in row.items()}
        self._session.defer(Write(statement=_APPEND, parameters=parameters, rows=1, refused=refused))
        self._session.written[game] = (after + 1, row["chain"])
        return after + 1

    async def append_all(self, game: int, log: Sequence[Entry], rules: str = "") -> None:
        """Write the whole log of a game that has none yet, struck entries as they are. `rules` is the
        fingerprint of the rules that decided it, "" for those of this program."""
        decided = {"rules": rules or rules_fingerprint()}
        rows = [row_mapping.entry_row(game, entry.seq, entry) | decided for entry in log]
        links = log_chain.links(game, rows)
        await self._run(
            insert(entries), [row | {"chain": link} for row, link in zip(rows, links, strict=True)]
        )

    async def _link(self, game: int, row: Row) -> bytes:
        """The link of an entry."""
        seq, strikes = row["seq"], self._struck.get((game, row["seq"]), ())
        if row["kind"] == "undo" and not strikes:
            strikes = tuple((await self._run(_STRUCK_BY, {"its_game": game, "by": seq})).scalars())
        return log_chain.link(await self._link_before(game, seq), row, strikes)

    async def _link_before(self, game: int, seq: int) -> bytes:
        if seq == 1:
            return log_chain.first_link(game)
        last = self._session.written.get(game)
        if last is not None and last[0] == seq - 1:
            return last[1]
        known = self._session.heads.link(game, seq - 1)
        if known is None:
            stored = await self._run(_LINK, {"its_game": game, "its_seq": seq - 1})
            known = bytes(stored.scalar_one_or_none() or b"")
        return known

    async def _link_again(self, game: int, undo: int) -> None:
        """Have the link of an undo, if it is there, cover what it has just struck out."""
        for row in (await self._run(_CHAINED, {"its_game": game, "its_first": undo})).mappings().all():
            this = (entries.c.game == game, entries.c.seq == row["seq"])
            link = await self._link(game, row)
            await self._run(update(entries).where(*this).values(chain=link))
            self._session.written[game] = (row["seq"], link)

    async def strike(self, game: int, seqs: Sequence[int], by: int) -> None:
        """Strike entries out; `by` is the number of the undo, which may be written later in the transaction.

        Deletes the snapshots that show what they did. Where one of them does not exist or is already struck,
        the transaction raises LookupError, at the latest when it ends, and writes nothing. If the undo is
        never written, the commit fails with ConstraintViolated.
        """
        for seq in seqs:
            parameters = {"its_game": game, "its_seq": seq, "by": by}
            missing = partial(_missing, game, seq)
            self._session.defer(Write(statement=_STRIKE, parameters=parameters, rows=1, refused=missing))
        parameters = {"its_game": game, "its_first": min(seqs, default=0)}
        self._session.defer(Write(statement=_FORGET_SNAPSHOTS, parameters=parameters))
        if self._session.heads.link(game, by - 1) is not None and game not in self._session.written:
            self._struck[game, by] = tuple(seqs)  # the undo comes after the newest entry: later
        else:
            await self._link_again(game, by)

    async def save_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Keep a snapshot of a game, and the SNAPSHOTS_KEPT - 1 before it.

        The caller vouches that the log leads to that state.
        """
        parameters = {"its_game": game, "its_seq": snapshot.seq}
        self._session.defer(Write(statement=_FORGET_OLD_SNAPSHOTS, parameters=parameters))
        self._session.defer(Write(statement=_SAVE_SNAPSHOT, parameters=snapshot_rows.row(game, snapshot)))

    async def delete_snapshots(self) -> None:
        """Delete every snapshot of every game. Nothing but time is lost."""
        await self._run(delete(snapshots))


async def _missing(game: int, seq: int, error: ConstraintViolated | None) -> Exception:
    return error or LookupError(f"game {game}: not there to strike: {seq}")


def _violates(error: ConstraintViolated, *names: str) -> bool:
    """Whether one of these constraints is violated. SQLite names the columns, PostgreSQL the constraint."""
    return any(name in str(error) for name in names)
