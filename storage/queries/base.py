"""What all repositories share: the session their statements run in, named queries, upserts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import CursorResult, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from storage.chain import Answered, Head, Heads
from storage.records import Json

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""The INSERT that knows ON CONFLICT, by the name of the database."""

P = ParamSpec("P")
T = TypeVar("T")
Q = TypeVar("Q", bound="QueryBase")


class Session(Protocol):
    """Where the statements of repositories run: a transaction, or the store itself.

    `heads` are the newest links of logs as far as they are known; `written` and `answered` what the
    transaction has added so far: the new link of each log, and the interactions with a receipt.
    """

    heads: Heads
    written: dict[int, Head]
    answered: list[Answered]

    @property
    def dialect(self) -> str:
        """The kind of database: "sqlite" or "postgresql"."""

    def now(self) -> datetime:
        """The time, for rows that are dated."""

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        """Run a statement in this transaction."""

    async def query(self, run: Callable[[Session], Awaitable[T]]) -> T:
        """Run a named query: in this transaction, or in its own snapshot when there is none."""


class QueryBase:
    """Queries about one kind of record."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def _run(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return await self._session.execute(statement, parameters)


def query(
    method: Callable[Concatenate[Q, P], Awaitable[T]],
) -> Callable[Concatenate[Q, P], Coroutine[Any, Any, T]]:
    """Make a method a named query: part of the transaction, or on the store in its own snapshot."""

    @wraps(method)
    async def run(self: Q, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._session.query(lambda session: method(type(self)(session), *args, **kwargs))

    return run


class RepositoryBase(QueryBase):
    """Changes to one kind of record, in a transaction."""

    async def _upsert(self, table: Table, key: Json, values: Json) -> None:
        """Insert a row, or change its values where one with that primary key exists."""
        insertion = INSERT[self._session.dialect](table).values({**key, **values})
        columns = list(table.primary_key.columns)
        await self._run(insertion.on_conflict_do_update(index_elements=columns, set_=values))

    async def _insert_new(self, table: Table, row: Json) -> bool:
        """Insert a row unless one with its primary key exists; whether it was inserted."""
        return (await self._run(_insert_if_new(self._session.dialect, table), row)).rowcount == 1


@cache
def _insert_if_new(dialect: str, table: Table) -> Executable:
    columns = list(table.primary_key.columns)
    insertion: Executable = INSERT[dialect](table).on_conflict_do_nothing(index_elements=columns)
    return insertion
