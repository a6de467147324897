"""Changes to the database, all within one transaction that the store opens and ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import CursorResult, Executable, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import rows
from storage import snapshots as caching
from storage.asking import INSERT
from storage.boards import BoardWriting
from storage.clocks import ClockWriting
from storage.errors import ChannelTaken, StaleTable
from storage.finding import FindingWriting
from storage.guilds import GuildWriting
from storage.pauses import PauseWriting
from storage.predictions import PredictionWriting
from storage.privacy import PrivacyWriting
from storage.reading import Reading
from storage.records import Entry, Json, Receipt, Seat
from storage.settings import SettingsWriting
from storage.snapshots import Snapshot
from storage.tables import drafts, entries, games, guilds, letters, receipts, seats, snapshots
from storage.tongues import TongueWriting
from storage.unbroken import unbroken
from storage.whatifs import WhatIfWriting

# Built once: to build a statement takes longer than to run it.
_LAST = select(func.coalesce(func.max(entries.c.seq), 0)).where(entries.c.game == bindparam("new_game"))
_APPEND = insert(entries).from_select(  # only just after the last one: the log has no gaps
    [column.name for column in entries.c],
    select(*(bindparam(f"new_{column.name}", type_=column.type) for column in entries.c)).where(
        _LAST.scalar_subquery() == bindparam("new_seq") - 1
    ),
)
KEPT = 3
"""Snapshots kept of a game: an undo may reach back over the newest."""
_CHANGEABLE = {"status", "seats", "salts", "options", "seed"}


class Writing(
    Reading,
    WhatIfWriting,
    ClockWriting,
    SettingsWriting,
    FindingWriting,
    BoardWriting,
    TongueWriting,
    PredictionWriting,
    PauseWriting,
    GuildWriting,
    PrivacyWriting,
):
    """The transaction being written. Its questions see what it has written so far."""

    def __init__(self, connection: AsyncConnection, clock: Callable[[], datetime]) -> None:
        super().__init__(connection)
        self._clock = clock
        self._over = False

    def end(self) -> None:
        """Nothing more can be written through this."""
        self._over = True

    async def _run(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        if self._over:
            raise RuntimeError("the transaction is over")
        return await unbroken(super()._run(statement, parameters))

    async def create_game(
        self,
        *,
        guild: int,
        channel: int,
        scenario: str,
        printed: Json,
        options: dict[str, str],
        seed: bytes,
        seats: Sequence[Seat],
        owner: int,
    ) -> int:
        """Open a lobby; the game's number.

        Raises ChannelTaken when an unfinished game is in that channel.
        """
        row = {
            "guild": guild,
            "channel": channel,
            "scenario": scenario,
            "printed": rows.to_text(printed),
            "options": rows.to_text(options),
            "status": "lobby",
            "seed": seed,
            "salts": rows.to_text([]),
            "owner": owner,
            "created": rows.stamp(self._clock()),
            "revision": 1,
        }
        await self._assert_free(channel)
        id_ = (await self._run(insert(games).returning(games.c.id), row)).scalar_one()
        await self._seat(id_, seats)
        return int(id_)

    async def _assert_free(self, channel: int, for_game: int = 0) -> None:
        """Raises ChannelTaken when another game there is unfinished. The index on it would say so too, but of
        a transaction in which a statement failed some databases want to hear no more."""
        there = (games.c.channel == channel, games.c.status != "over", games.c.id != for_game)
        if (await self._run(select(games.c.id).where(*there))).first() is not None:
            raise ChannelTaken(channel)

    async def _seat(self, game: int, seated: Sequence[Seat]) -> None:
        await self._run(delete(seats).where(seats.c.game == game))
        if seated:
            await self._run(insert(seats), rows.seat_rows(game, seated))

    async def update_game(self, id: int, **fields: Any) -> None:  # noqa: A002
        """Change status, seats (all of them), salts, options or seed.

        Raises LookupError when there is no such game, TypeError for any other field, ChannelTaken when
        a finished game would be reopened beside another.
        """
        if strangers := fields.keys() - _CHANGEABLE:
            raise TypeError(f"not to be changed: {', '.join(sorted(strangers))}")
        changes = {name: value for name, value in fields.items() if name != "seats"}
        for name in changes.keys() & {"salts", "options"}:
            changes[name] = rows.to_text(changes[name])
        channel = (await self._run(select(games.c.channel).where(games.c.id == id))).scalar_one_or_none()
        if channel is None:
            raise LookupError(f"no game {id}")
        if changes.get("status", "over") != "over":
            await self._assert_free(channel, for_game=id)
        await self._run(
            update(games).where(games.c.id == id).values(revision=games.c.revision + 1, **changes)
        )
        if "seats" in fields:
            await self._seat(id, fields["seats"])

    async def delete_game(self, id: int) -> None:  # noqa: A002
        """Forget a lobby. Its receipts and letters stay, without a game.

        Raises LookupError when there is no lobby of that number: a game that began is kept.
        """
        gone = await self._run(delete(games).where(games.c.id == id, games.c.status == "lobby"))
        if gone.rowcount != 1:
            raise LookupError(f"no lobby {id}")

    async def append(self, game: int, after: int, entry: Entry) -> int:
        """Write one entry just after entry `after` (0: the first one); its number.

        Raises StaleTable when another entry got there first: nothing is written. Raises LookupError
        when there is no such game, or no entry `after` in it.
        """
        try:
            row = rows.entry_row(game, after + 1, entry)
            written = (
                await self._run(_APPEND, {f"new_{name}": value for name, value in row.items()})
            ).rowcount
        except IntegrityError as error:
            if _broken(error, "entries.game, entries.seq", "entries_pk"):
                raise StaleTable(game, after + 1) from error
            if _broken(error, "FOREIGN KEY", "entries_game_fk"):
                raise LookupError(f"no game {game}") from error
            raise
        if written != 1:
            last = int((await self._run(_LAST, {"new_game": game})).scalar_one())
            if last > after:
                raise StaleTable(game, last)
            raise LookupError(f"game {game} has no entry {after}")
        return after + 1

    async def strike(self, game: int, seqs: Sequence[int], by: int) -> None:
        """Strike entries out; `by` is the number of the undo, which may be written later in the transaction.

        Snapshots that show what they did go with them. Raises LookupError when one of them does not exist or
        is struck already: nothing is struck then. If the undo is never written, the transaction is refused
        at its end (IntegrityError).
        """
        those = (entries.c.game == game, entries.c.seq.in_(seqs), entries.c.struck.is_(None))
        found = set((await self._run(select(entries.c.seq).where(*those))).scalars())
        if missing := set(seqs) - found:
            raise LookupError(f"game {game}: not there to strike: {sorted(missing)}")
        await self._run(update(entries).where(*those).values(struck=by))
        after = (snapshots.c.game == game, snapshots.c.seq >= min(seqs, default=0))
        await self._run(delete(snapshots).where(*after))  # they show what is undone

    async def keep(self, game: int, snapshot: Snapshot) -> None:
        """Keep a snapshot of a game's table, and the KEPT - 1 before it.

        It is the caller's word that the log leads to that table.
        """
        mine = snapshots.c.game == game
        older = select(snapshots.c.seq).where(mine, snapshots.c.seq < snapshot.seq)
        newest = older.order_by(snapshots.c.seq.desc()).limit(KEPT - 1)
        await self._run(delete(snapshots).where(mine, snapshots.c.seq.not_in(newest)))
        await self._run(insert(snapshots), caching.row(game, snapshot))

    async def forget_snapshots(self) -> None:
        """Forget every snapshot of every game. Nothing is lost by it but time."""
        await self._run(delete(snapshots))

    async def receive(self, receipt: Receipt) -> bool:
        """Keep what is answered to an interaction; False when it was received before: nothing is written."""
        row = {
            "interaction": receipt.interaction,
            "game": receipt.game,
            "outcome": rows.to_text(receipt.outcome),
        }
        return await self._insert_new(receipts, row)

    async def forget_receipts(self, before: int) -> int:
        """Forget interactions with an id below `before` (Discord's ids grow with time); how many."""
        return int((await self._run(delete(receipts).where(receipts.c.interaction < before))).rowcount)

    async def post(self, *, game: int | None, channel: int, kind: str, body: Json) -> int:
        """Put a letter into the outbox; its number, which is the nonce to send it with."""
        row = {
            "game": game,
            "channel": channel,
            "kind": kind,
            "body": rows.to_text(body),
            "failed": "",
            "at": rows.stamp(self._clock()),
        }
        return int((await self._run(insert(letters).returning(letters.c.id), row)).scalar_one())

    async def posted(self, letter: int, message: int) -> None:
        """The letter became that message. Raises LookupError when there is no such letter."""
        await self._mark(letter, posted=message, failed="")

    async def give_up(self, letter: int, why: str) -> None:
        """The letter will not be posted. Raises LookupError when there is no such letter."""
        if not why:
            raise ValueError("a letter is given up for a reason")
        await self._mark(letter, failed=why)

    async def revive(self, channel: int, whys: Collection[str], most: int) -> int:
        """Let the newest letters to a channel wait again that were given up for one of these reasons, `most`
        at most, and none older than what was posted there since; how many."""
        last = select(func.coalesce(func.max(letters.c.id), 0)).where(
            letters.c.channel == channel, letters.c.posted.is_not(None)
        )
        gone = (letters.c.channel == channel, letters.c.failed.in_(whys))
        after = int((await self._run(last)).scalar_one())
        newest = select(letters.c.id).where(*gone, letters.c.id > after).order_by(letters.c.id.desc())
        found = list((await self._run(newest.limit(most))).scalars())
        await self._run(update(letters).where(letters.c.id.in_(found)).values(failed=""))
        return len(found)

    async def _mark(self, letter: int, **changes: Any) -> None:
        if (await self._run(update(letters).where(letters.c.id == letter).values(**changes))).rowcount != 1:
            raise LookupError(f"no letter {letter}")

    async def write_draft(self, game: int, user: int, text: str) -> int:
        """Keep what a user has written down, in place of what he wrote before; its number, one more."""
        before = await self.draft(game, user)
        if before is None:
            row = {"game": game, "user": user, "number": 1, "text": rows.to_text(text)}
            await self._run(insert(drafts), row)
            return 1
        mine = update(drafts).where(drafts.c.game == game, drafts.c.user == user)
        await self._run(mine.values(number=before.number + 1, text=rows.to_text(text)))
        return before.number + 1

    async def shorten_draft(self, game: int, user: int, text: str) -> None:
        """Keep only what is left of a draft. Raises LookupError when there is none."""
        mine = update(drafts).where(drafts.c.game == game, drafts.c.user == user)
        if (await self._run(mine.values(text=rows.to_text(text)))).rowcount != 1:
            raise LookupError(f"no draft of {user} in game {game}")

    async def touch(self) -> None:
        """Write nothing, where nothing could be written either."""
        await self._run(update(guilds).where(guilds.c.id == 0).values(since=guilds.c.since))

    async def greet(self, guild: int) -> bool:
        """Remember a guild; False when it was known before."""
        return await self._insert_new(guilds, {"id": guild, "since": rows.stamp(self._clock())})

    async def _insert_new(self, table: Table, row: dict[str, Any]) -> bool:
        """Insert a row unless its primary key is there; whether it was inserted."""
        insertion = _unless_there(self._connection.dialect.name, table)
        return bool((await self._run(insertion, row)).rowcount == 1)


@cache
def _unless_there(dialect: str, table: Table) -> Executable:
    """The statement that inserts a row unless its primary key is there."""
    insertion: Executable = INSERT[dialect](table).on_conflict_do_nothing(
        index_elements=list(table.primary_key.columns)
    )
    return insertion


def _broken(error: IntegrityError, *names: str) -> bool:
    """Whether it is one of these constraints. SQLite names the columns, PostgreSQL the constraint."""
    return any(name in str(error.orig) for name in names)
