"""A connection of a driver, as transactions use it.

It begins and ends transactions, runs statements and reads their rows (`compiled.py`, `rows.py`), and raises
what goes wrong as this program's own errors: `ConstraintViolated` where the database refuses a row,
`DatabaseTrouble` where it cannot be used. A line on which no answer comes is cut. Whatever is begun runs to
its end: who may be cancelled shields it (`storage.shielded`), but for `answer`, which does so itself.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from sqlalchemy import Executable

from storage.drivers.rows import Rows

T = TypeVar("T")


class Runner(Protocol):
    """Where a query runs its statements."""

    dialect: str
    """The kind of database: "sqlite" or "postgresql"."""

    async def run(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement, given its parameters; a list of them: once with each."""


class Connection(Runner, Protocol):
    """One line to a database, for one task at a time. It is connected when it is first `ready`."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    @property
    def is_broken(self) -> bool:
        """Whether its line was lost."""

    async def ready(self) -> None:
        """Connect, for the first time or because the line was lost. Raises DatabaseTrouble."""

    async def begin(self) -> None:
        """Begin a transaction: one that writes, or on a connection that only reads a snapshot."""

    async def answer(self, query: Callable[[Runner], Coroutine[Any, Any, T]], name: str = "") -> T:
        """What a query says in a snapshot of its own, which awaits nothing but its statements. It may be run
        a second time; by its `name` it is known how many statements it has."""

    async def commit(self) -> None:
        """Commit the open transaction."""

    async def rollback(self) -> None:
        """Roll back the open transaction; do nothing without one."""

    async def close(self) -> None:
        """Close it. It can be made ready again."""
