"""Statements are compiled once for all tests of a process, not once for each database that a test opens.

SQLAlchemy keeps what it compiled with each engine, and knows it again by the engine's own dialect object.
Compiling the bot's some hundred statements again took about a sixth of the processor time of its tests.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite as Dialect
from sqlalchemy.engine.base import Engine
from sqlalchemy.util import LRUCache

MOST = 3_000
"""Statements kept; the program has some hundreds."""

COMPILED: LRUCache[Any, Any] = LRUCache(MOST)


def share() -> None:
    """From now on all dialects of the SQLite driver are one to the cache, and all its engines have one."""
    Dialect.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]
    Dialect.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]
    Engine._compiled_cache = property(_compiled, _keep)  # type: ignore[assignment]


def _compiled(engine: Engine) -> LRUCache[Any, Any] | None:
    return COMPILED if isinstance(engine.dialect, Dialect) else engine.__dict__.get("compiled")


def _keep(engine: Engine, cache: LRUCache[Any, Any] | None) -> None:
    engine.__dict__["compiled"] = cache
