"""What every chapter of questions and of changes rests on: a connection, and a row put in its place."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CursorResult, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.records import Json

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""The insertion that knows ON CONFLICT, by the name of the database."""


class Asking:
    """One connection, asked."""

    _connection: AsyncConnection

    async def _run(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        raise NotImplementedError


class Putting(Asking):
    """One connection, written to."""

    async def _put(self, table: Table, row: Json, about: Json) -> None:
        """Insert a row, or change it to this where its primary key is there."""
        insertion = INSERT[self._connection.dialect.name](table).values(row)
        key = list(table.primary_key.columns)
        await self._run(insertion.on_conflict_do_update(index_elements=key, set_=about))
