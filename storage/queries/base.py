"""What all repositories share: the session their statements run in, named queries, what is remembered of
their answers, upserts."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cache, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from storage.drivers.rows import Rows
from storage.errors import ConstraintViolated
from storage.log_chain import Answered, Head, Heads
from storage.records import Json

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""The INSERT that knows ON CONFLICT, by the name of the database."""

P = ParamSpec("P")
T = TypeVar("T")
Q = TypeVar("Q", bound="QueryBase")


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A statement, built once, whose result nothing waits for: it is run with others, at the latest when the
    transaction ends. Where it changes another number of rows than `rows`, or violates a constraint, nothing
    of the transaction is written, and what `refused` makes of that is raised. `contended` numbers a row that
    transactions about other games write, too: such rows are written last, by all in the same order, so that
    no two transactions wait for each other."""

    statement: Executable
    parameters: Json
    rows: int | None = None
    contended: int | None = None
    refused: Callable[[ConstraintViolated | None], Awaitable[Exception]] | None = None


class Session(Protocol):
    """Where the statements of repositories run: a transaction, or the store itself.

    `heads` are the newest links of logs as far as they are known; `written` and `answered` what the
    transaction has added so far: the new link of each log, and the interactions with a receipt; `touched`
    are the games whose records it has changed.
    """

    heads: Heads
    written: dict[int, Head]
    answered: list[Answered]
    touched: set[int]

    @property
    def dialect(self) -> str:
        """The kind of database: "sqlite" or "postgresql"."""

    def now(self) -> datetime:
        """The time, for rows that are dated."""

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement in this transaction."""

    def defer(self, write: Write) -> None:
        """Run a statement before the next one that is executed, at the latest when the transaction ends."""

    async def query(
        self, run: Callable[[Session], Coroutine[Any, Any, T]], about: About | None = None, name: str = ""
    ) -> T:
        """Run a named query: in this transaction, or in its own snapshot when there is none. `about` says
        how its answer may be remembered."""


class About(NamedTuple):
    """A query whose answer can be remembered: what tells it from others, and the tables it reads."""

    key: Hashable
    tables: frozenset[str]


MOST_REMEMBERED = 20_000
"""Answers kept: numbers and short records, a few hundred bytes each."""


class QueryMemory:
    """Answers that cannot have changed: each holds until a table that it was read from is written.

    `most` answers are kept; with 0 none is, nor while it is not `trusted`: it is only while all is heard
    that other processes write.
    """

    def __init__(self, most: int = MOST_REMEMBERED, *, trusted: bool = True) -> None:
        self.trusted = trusted
        self._most = most
        self._answers: OrderedDict[Hashable, tuple[tuple[int, ...], Any]] = OrderedDict()
        self._writes: Counter[str] = Counter()
        self._all_written = 0

    async def answer(self, about: About, ask: Callable[[], Awaitable[T]]) -> T:
        """The remembered answer; else what `ask` says, which is kept if nothing was written meanwhile."""
        if not self.trusted:
            return await ask()
        before = self._age(about.tables)
        kept = self._answers.get(about.key)
        if kept is not None and kept[0] == before:
            self._answers.move_to_end(about.key)
            known: T = kept[1]
            return copy(known)
        found = await ask()
        if before == self._age(about.tables) and self._most:
            self._answers[about.key] = before, found
            self._answers.move_to_end(about.key)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return copy(found)

    def forget(self, tables: frozenset[str] | None) -> None:
        """These tables have been written, or may have been; None: any."""
        self._writes.update(tables or ())
        if tables is None:
            self._all_written += 1
            self._answers.clear()

    def _age(self, tables: frozenset[str]) -> tuple[int, ...]:
        return self._all_written, *(self._writes[name] for name in sorted(tables))


class QueryBase:
    """Queries about one kind of record."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def _run(self, statement: Executable, parameters: Any = None) -> Rows:
        return await self._session.execute(statement, parameters)


def query(
    method: Callable[Concatenate[Q, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Q, P], Coroutine[Any, Any, T]]:
    """Make a method a named query: part of the transaction, or on the store in its own snapshot. It may be
    begun again, so what can be read only once is read before."""

    @wraps(method)
    async def run(self: Q, /, *args: P.args, **kwargs: P.kwargs) -> T:
        given: Any = [_read(each) for each in args]
        named: Any = {name: _read(each) for name, each in kwargs.items()}
        return await self._session.query(
            lambda session: method(type(self)(session), *given, **named), name=method.__qualname__
        )

    return run


def _read(argument: object) -> object:
    return tuple(argument) if isinstance(argument, Iterator) else argument


def remembered(
    *tables: Table,
) -> Callable[
    [Callable[Concatenate[Q, P], Coroutine[Any, Any, T]]], Callable[Concatenate[Q, P], Coroutine[Any, Any, T]]
]:
    """Make a method a named query that reads these tables, whose answer is remembered until one is written.

    Its arguments can be hashed; its answer is not changed by those who get it, but for a list or a dict.
    """
    names = frozenset(table.name for table in tables)

    def made(
        method: Callable[Concatenate[Q, P], Coroutine[Any, Any, T]],
    ) -> Callable[Concatenate[Q, P], Coroutine[Any, Any, T]]:
        @wraps(method)
        async def run(self: Q, /, *args: P.args, **kwargs: P.kwargs) -> T:
            about = About((method.__qualname__, args, tuple(kwargs.items())), names)
            return await self._session.query(
                lambda session: method(type(self)(session), *args, **kwargs), about, method.__qualname__
            )

        return run

    return made


class RepositoryBase(QueryBase):
    """Changes to one kind of record, in a transaction."""

    async def _upsert(self, table: Table, key: Json, values: Json) -> None:
        """Insert a row, or change its values where one with that primary key exists."""
        insertion = insert_or_change(self._session.dialect, table, frozenset(values))
        await self._run(insertion, {**key, **values})

    async def _insert_new(self, table: Table, row: Json) -> bool:
        """Insert a row unless one with its primary key exists; whether it was inserted."""
        return (await self._run(insert_if_new(self._session.dialect, table), row)).rowcount == 1


@cache
def insert_or_change(dialect: str, table: Table, names: frozenset[str]) -> Executable:
    """Insert a row, or change these values of it where one with its primary key exists."""
    columns = list(table.primary_key.columns)
    insertion = INSERT[dialect](table)
    values = {name: insertion.excluded[name] for name in sorted(names)}
    changing: Executable = insertion.on_conflict_do_update(index_elements=columns, set_=values)
    return changing


@cache
def insert_if_new(dialect: str, table: Table) -> Executable:
    """Insert a row unless one with its primary key exists."""
    columns = list(table.primary_key.columns)
    insertion: Executable = INSERT[dialect](table).on_conflict_do_nothing(index_elements=columns)
    return insertion
