"""A connection to PostgreSQL, replaced when its line was lost."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Dialect, Executable
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from storage.drivers import compiled
from storage.drivers.connection import Runner
from storage.drivers.rows import Rows
from storage.errors import ConstraintViolated, DatabaseTrouble, reason
from storage.shielded import shielded

log = logging.getLogger(__name__)

T = TypeVar("T")

DIALECT: Dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
CLOSED_IN = 5.0
"""Seconds until a connection that does not end in order is cut."""
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_SEVERAL: set[str] = set()
"""The queries that were seen to have several statements."""


class _AnotherStatement(Exception):
    """A query has more than one."""


class _Once:
    """Runs a single statement."""

    dialect = DIALECT.name

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection
        self._done = False

    async def run(self, statement: Executable, parameters: Any = None) -> Rows:
        if self._done:
            raise _AnotherStatement
        self._done = True
        return await self._connection.run(statement, parameters)


class PostgresConnection:
    """A `storage.drivers.connection.Connection` to a server. `connector` makes a connection of the driver,
    which `driver` then is."""

    dialect = DIALECT.name

    def __init__(self, name: str, connector: Callable[[], Awaitable[Any]], *, read_only: bool) -> None:
        self._name = name
        self._connector = connector
        self._begin = _SNAPSHOT if read_only else "BEGIN"
        self.driver: Any = None
        self.in_transaction = False
        """Whether one was begun, be it that a statement was refused or the line lost since."""

    @property
    def is_broken(self) -> bool:
        """Whether its line was lost, or is not there yet."""
        return self.driver is None or bool(self.driver.is_closed())

    async def ready(self) -> None:
        """Connect, or replace a line that was lost."""
        if self.is_broken:
            if self.driver is not None:
                log.warning("%s: the connection was lost; connecting again", self._name)
            self.driver = await self._connector()

    async def begin(self) -> None:
        """Begin a transaction."""
        self.in_transaction = True
        await self.execute(self._begin)

    async def run(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement and read its rows."""
        call = compiled.call(statement, parameters, DIALECT)
        with self._errors():
            if call.many:
                await self.driver.executemany(call.sql, call.values)
                return call.statement.rows((), (), -1)
            if call.statement.columns == ():
                said = await self.driver.execute(call.sql, *call.values)
                return call.statement.rows((), (), int(said.rpartition(" ")[2]))
            found = await self.driver.fetch(call.sql, *call.values)
            return call.statement.rows(found, found[0].keys() if found else (), len(found))

    async def answer(self, query: Callable[[Runner], Coroutine[Any, Any, T]], name: str = "") -> T:
        """What a query says in a snapshot of its own. A single statement is one, without a transaction."""
        return await shielded(self._answer(query, name))

    async def _answer(self, query: Callable[[Runner], Coroutine[Any, Any, T]], name: str) -> T:
        if name and name not in _SEVERAL:
            try:
                return await query(_Once(self))
            except _AnotherStatement:
                _SEVERAL.add(name)
        await self.begin()
        try:
            return await query(self)
        finally:
            await self.rollback()

    async def execute(self, sql: str) -> None:
        """Run commands without parameters or rows."""
        with self._errors():
            await self.driver.execute(sql)

    async def value(self, sql: str, *values: Any) -> Any:
        """The first value of the first row; None without a row."""
        with self._errors():
            return await self.driver.fetchval(sql, *values)

    async def commit(self) -> None:
        """Commit the open transaction, if there is one. Raises RuntimeError for one of which a statement was
        refused."""
        if not self.in_transaction:
            return
        with self._errors():
            said = await self.driver.execute("COMMIT")
        self.in_transaction = False
        if said != "COMMIT":
            raise RuntimeError("a statement of this transaction was refused")

    async def rollback(self) -> None:
        """Roll back the open transaction; the server does, where the line was lost."""
        begun, self.in_transaction = self.in_transaction, False
        if begun and not self.is_broken and self.driver.is_in_transaction():
            await self.execute("ROLLBACK")

    async def close(self) -> None:
        """Close it."""
        driver, self.driver = self.driver, None
        if driver is not None and not driver.is_closed():
            try:
                await driver.close(timeout=CLOSED_IN)
            except (OSError, TimeoutError):
                driver.terminate()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise the driver's errors as this program's; cut a line on which nothing comes."""
        import asyncpg  # type: ignore[import-untyped]

        try:
            yield
        except asyncpg.IntegrityConstraintViolationError as error:
            raise ConstraintViolated(str(error)) from error
        except TimeoutError as error:
            self.driver.terminate()
            raise DatabaseTrouble("lost", path=self._name, detail="no answer") from error
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            why = reason(error) or ("lost" if self.is_broken else None)
            if why is None:
                raise
            code = getattr(error, "sqlstate", None) or ""
            raise DatabaseTrouble(why, path=self._name, detail=f"{code}: {error}") from error
