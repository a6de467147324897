"""A connection for jobs: it takes one statement at a time, and no commit of it waits for the disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from storage.postgres.connection import connect


@asynccontextmanager
async def a_line(url: str) -> AsyncIterator[Any]:
    """A connection of the driver, ended afterwards. Raises DatabaseTrouble."""
    line = await connect(url)
    try:
        await line.execute("SET synchronous_commit = off")
        yield line
    finally:
        line.terminate()
