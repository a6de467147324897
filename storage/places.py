"""Where games are kept: a file (SQLite), or a database on a server (PostgreSQL), by one and the same SQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.errors import DatabaseTrouble
from storage.file import File
from storage.server import SCHEMES, WAITS, Server, Waits, on_server

READERS = 2  # connections that read while another writes

Where = Path | str


class Place(Protocol):
    """A database. `where` names it, without a password; `writer` has one connection, `reader` a few."""

    where: str
    writer: AsyncEngine
    reader: AsyncEngine

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Make it ready for this program. Blocks. Raises DatabaseTrouble: then it is as it was."""

    def leave(self) -> None:
        """Let others have it. Blocks for a moment."""

    async def revive(self, pen: AsyncConnection) -> None:
        """Take another connection for one that is known to be lost. Raises DatabaseTrouble."""

    async def number(self, pen: AsyncConnection) -> str | None:
        """By what the transaction that runs is known, should its end not be heard of; None where it is."""

    async def ended_well(self, pen: AsyncConnection, number: str) -> bool:
        """Whether the transaction known by that number was committed. Raises DatabaseTrouble."""

    def copy(self, to: Path) -> None:
        """Write what is committed into a file, whoever else has it open. Blocks. Raises DatabaseTrouble."""


def place(where: Where, waits: Waits = WAITS) -> Place:
    """The place of that path or address. Raises DatabaseTrouble."""
    if on_server(where) and not str(where).startswith(SCHEMES):
        raise DatabaseTrouble("bad_address", path="GROGNARD_DATABASE")  # of which nothing is shown
    if on_server(where):
        return Server(str(where), READERS, waits)
    return File(Path(where).resolve(), READERS)
