"""Questions to the database. No locks, no transactions: those are the store's."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Executable,
    RowMapping,
    and_,
    bindparam,
    func,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import rows
from storage import snapshots as caching
from storage.boards import BoardReading
from storage.clocks import ClockReading
from storage.finding import FindingReading
from storage.guilds import GuildReading
from storage.pauses import PauseReading
from storage.predictions import PredictionReading
from storage.privacy import PrivacyReading
from storage.records import Draft, Entry, Game, Kept, Letter, Receipt, Seat
from storage.settings import SettingsReading
from storage.snapshots import Snapshot
from storage.tables import drafts, entries, games, guilds, letters, receipts, seats, snapshots
from storage.tongues import TongueReading
from storage.whatifs import WhatIfReading

# Asked with every command, and built once: to build a statement takes longer than to run it.
_NUMBER_IN = (
    select(games.c.id)
    .where(games.c.channel == bindparam("channel"))
    .order_by(games.c.status == "over", games.c.id.desc())
    .limit(1)
)
_GAME = select(games).where(games.c.id == bindparam("game"))
_SEATS = select(seats).where(seats.c.game == bindparam("game")).order_by(seats.c.place)
_LOG = (
    select(*(entries.c[name] for name in rows.ENTRY))
    .where(entries.c.game == bindparam("game"), entries.c.seq > bindparam("after"))
    .order_by(entries.c.seq)
)
_TAKEN = [snapshots.c[name] for name in ("seq", "made_by", "seal", "body")]
_SNAPSHOTS = (
    select(*_TAKEN)
    .where(snapshots.c.game == bindparam("game"), snapshots.c.seq < bindparam("before"))
    .order_by(snapshots.c.seq.desc())
)
_ANY = snapshots.alias()
_NEWEST = select(func.max(_ANY.c.seq)).where(_ANY.c.game == games.c.id).correlate(games).scalar_subquery()
_AT_ONCE = (  # a row a seat, the game and its newest snapshot in each
    select(games, *(seats.c[name] for name in ("place", "side", "user", "name", "bot", "corps")), *_TAKEN)
    .select_from(games)
    .outerjoin(seats, seats.c.game == games.c.id)
    .outerjoin(snapshots, and_(snapshots.c.game == games.c.id, snapshots.c.seq == _NEWEST))
    .where(games.c.id == bindparam("game"))
    .order_by(seats.c.place)
)
_RECEIPT = select(receipts).where(receipts.c.interaction == bindparam("interaction"))


class Reading(
    WhatIfReading,
    ClockReading,
    SettingsReading,
    FindingReading,
    BoardReading,
    TongueReading,
    PredictionReading,
    PauseReading,
    GuildReading,
    PrivacyReading,
):
    """One connection, asked."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _run(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return await self._connection.execute(statement, parameters)

    async def game(self, id: int) -> Game | None:  # noqa: A002
        """The game of that number."""
        row = (await self._run(_GAME, {"game": id})).mappings().first()
        if row is None:
            return None
        seated = (await self._run(_SEATS, {"game": id})).mappings()
        return rows.game(row, [rows.seat(each) for each in seated])

    async def number_in(self, channel: int) -> int | None:
        """The number of the unfinished game of a channel, else of the last finished one."""
        number = (await self._run(_NUMBER_IN, {"channel": channel})).scalar_one_or_none()
        return None if number is None else int(number)

    async def game_in(self, channel: int) -> Game | None:
        """The unfinished game of a channel, else the last finished one."""
        number = await self.number_in(channel)
        return None if number is None else await self.game(number)

    async def kept(self, id: int) -> Kept | None:  # noqa: A002
        """A game with its log, and the newest snapshot of its table that can be used.

        Commands and events are read when they are asked for: Unreadable is raised then.
        """
        found = (await self._run(_AT_ONCE, {"game": id})).mappings().all()
        if not found:
            return None
        seated = [rows.seat(row) for row in found if row["place"] is not None]
        log = await self._run(_LOG, {"game": id, "after": 0})
        entries = tuple([rows.unread_entry(row) for row in log])
        snapshot = await self._snapshot(id, found[0], entries[-1].seq if entries else 0)
        return Kept(game=rows.game(found[0], seated), entries=entries, snapshot=snapshot)

    async def _snapshot(self, game: int, newest: RowMapping, last: int) -> Snapshot | None:
        """The newest snapshot that can be used."""
        if newest["seq"] is None:
            return None
        found = caching.read(game, *(newest[column.name] for column in _TAKEN))
        if found is None or found.seq > last:
            older = await self._run(_SNAPSHOTS, {"game": game, "before": min(newest["seq"], last + 1)})
            read = (caching.read(game, *tuple(row)) for row in older)
            found = next((snapshot for snapshot in read if snapshot is not None), None)
        return found

    async def games(self, status: str | None = None, user: int | None = None) -> list[Game]:
        """The games, oldest first; of one status; in which that user sits."""
        wanted: list[ColumnElement[bool]] = [true()]
        if status is not None:
            wanted.append(games.c.status == status)
        if user is not None:
            wanted.append(games.c.id.in_(select(seats.c.game).where(seats.c.user == user)))
        return await self._games(and_(*wanted))

    async def _games(self, wanted: ColumnElement[bool]) -> list[Game]:
        found = (await self._run(select(games).where(wanted).order_by(games.c.id))).mappings().all()
        if not found:
            return []
        at_tables = select(seats).where(seats.c.game.in_(select(games.c.id).where(wanted)))
        seated: dict[int, list[Seat]] = {row["id"]: [] for row in found}
        for row in (await self._run(at_tables.order_by(seats.c.game, seats.c.place))).mappings():
            seated[row["game"]].append(rows.seat(row))
        return [rows.game(row, seated[row["id"]]) for row in found]

    async def entries(self, game: int, after: int = 0) -> list[Entry]:
        """The log after entry `after`, in order, struck entries included.

        Raises Unreadable when a newer program wrote into it.
        """
        log = await self._run(_LOG, {"game": game, "after": after})
        return [rows.entry(row) for row in log]

    async def receipt(self, interaction: int) -> Receipt | None:
        """What was answered to that interaction."""
        row = (await self._run(_RECEIPT, {"interaction": interaction})).mappings().first()
        return rows.receipt(row) if row else None

    async def letters(self, limit: int = 100, channel: int | None = None) -> list[Letter]:
        """What is neither posted nor given up, oldest first; of one channel, if it is named."""
        waiting = select(letters).where(letters.c.posted.is_(None), letters.c.failed == "")
        if channel is not None:
            waiting = waiting.where(letters.c.channel == channel)
        found = await self._run(waiting.order_by(letters.c.id).limit(limit))
        return [rows.letter(row) for row in found.mappings()]

    async def addressed(self) -> list[int]:
        """The channels to which letters are neither posted nor given up, by their oldest letter."""
        waiting = select(letters.c.channel).where(letters.c.posted.is_(None), letters.c.failed == "")
        found = await self._run(waiting.group_by(letters.c.channel).order_by(func.min(letters.c.id)))
        return [int(channel) for channel in found.scalars()]

    async def letter_for(self, game: int, kind: str) -> Letter | None:
        """The newest posted letter of that kind."""
        mine = select(letters).where(
            letters.c.game == game, letters.c.kind == kind, letters.c.posted.is_not(None)
        )
        row = (await self._run(mine.order_by(letters.c.id.desc()).limit(1))).mappings().first()
        return rows.letter(row) if row else None

    async def letters_since(self, game: int, message: int) -> list[Letter]:
        """The posted letters of a game from the first that became this message on, oldest first."""
        became = select(func.min(letters.c.id)).where(letters.c.game == game, letters.c.posted == message)
        mine = select(letters).where(
            letters.c.game == game,
            letters.c.posted.is_not(None),
            letters.c.id >= became.scalar_subquery(),
        )
        return [rows.letter(row) for row in (await self._run(mine.order_by(letters.c.id))).mappings()]

    async def letters_of(self, game: int, kind: str) -> list[Letter]:
        """Every letter of that kind about a game, oldest first, posted or not."""
        mine = select(letters).where(letters.c.game == game, letters.c.kind == kind)
        return [rows.letter(row) for row in (await self._run(mine.order_by(letters.c.id))).mappings()]

    async def silenced(self, whys: Collection[str]) -> list[int]:
        """The channels in which nothing was posted after a letter was given up for one of these reasons."""
        shown = letters.alias()
        last = select(func.max(shown.c.id)).where(
            shown.c.channel == letters.c.channel, shown.c.posted.is_not(None)
        )
        since = letters.c.id > func.coalesce(last.scalar_subquery(), 0)
        found = select(letters.c.channel).where(letters.c.failed.in_(whys), since).distinct()
        return [int(channel) for channel in (await self._run(found)).scalars()]

    async def draft(self, game: int, user: int) -> Draft | None:
        """The last draft of that user in that game, empty once it is given; None when he wrote none."""
        mine = select(drafts).where(drafts.c.game == game, drafts.c.user == user)
        row = (await self._run(mine)).mappings().first()
        return rows.draft(row) if row else None

    async def guild_known(self, guild: int) -> bool:
        """Whether that guild has been greeted."""
        return (await self._run(select(guilds.c.id).where(guilds.c.id == guild))).first() is not None
