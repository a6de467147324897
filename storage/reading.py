"""Questions to the database. No locks, no transactions: those are the store's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, CursorResult, Executable, and_, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import rows
from storage.records import Draft, Entry, Game, Letter, Receipt, Seat
from storage.tables import drafts, entries, games, guilds, letters, receipts, seats


class Reading:
    """One connection, asked."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _run(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return await self._connection.execute(statement, parameters)

    async def game(self, id: int) -> Game | None:  # noqa: A002
        """The game of that number."""
        found = await self._games(games.c.id == id)
        return found[0] if found else None

    async def game_in(self, channel: int) -> Game | None:
        """The unfinished game of a channel, else the last finished one."""
        newest = (
            select(games.c.id)
            .where(games.c.channel == channel)
            .order_by(games.c.status == "over", games.c.id.desc())
            .limit(1)
        )
        found = await self._games(games.c.id == newest.scalar_subquery())
        return found[0] if found else None

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
        log = select(entries).where(entries.c.game == game, entries.c.seq > after).order_by(entries.c.seq)
        return [rows.entry(row) for row in (await self._run(log)).mappings()]

    async def receipt(self, interaction: int) -> Receipt | None:
        """What was answered to that interaction."""
        row = (
            (await self._run(select(receipts).where(receipts.c.interaction == interaction)))
            .mappings()
            .first()
        )
        return rows.receipt(row) if row else None

    async def letters(self, limit: int = 100) -> list[Letter]:
        """What is neither posted nor given up, oldest first."""
        waiting = select(letters).where(letters.c.posted.is_(None), letters.c.failed == "")
        found = await self._run(waiting.order_by(letters.c.id).limit(limit))
        return [rows.letter(row) for row in found.mappings()]

    async def letter_for(self, game: int, kind: str) -> Letter | None:
        """The newest posted letter of that kind."""
        mine = select(letters).where(
            letters.c.game == game, letters.c.kind == kind, letters.c.posted.is_not(None)
        )
        row = (await self._run(mine.order_by(letters.c.id.desc()).limit(1))).mappings().first()
        return rows.letter(row) if row else None

    async def letters_of(self, game: int, kind: str) -> list[Letter]:
        """Every letter of that kind about a game, oldest first, posted or not."""
        mine = select(letters).where(letters.c.game == game, letters.c.kind == kind)
        return [rows.letter(row) for row in (await self._run(mine.order_by(letters.c.id))).mappings()]

    async def draft(self, game: int, user: int) -> Draft | None:
        """The last draft of that user in that game, empty once it is given; None when he wrote none."""
        mine = select(drafts).where(drafts.c.game == game, drafts.c.user == user)
        row = (await self._run(mine)).mappings().first()
        return rows.draft(row) if row else None

    async def guild_known(self, guild: int) -> bool:
        """Whether that guild has been greeted."""
        return (await self._run(select(guilds.c.id).where(guilds.c.id == guild))).first() is not None
