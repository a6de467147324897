"""What SQLite's threads are asked to do, for tests that count it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from storage.drivers.compiled import Call
from storage.sqlite import connection
from storage.sqlite.connection import SqliteConnection

STATEMENTS = ("_answer", "_run")
"""Visits in which statements are run one by one."""


def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on, in order: the SQL of each statement that is run by itself, the word `write_at_once` for a
    transaction in one visit, `commit` and `rollback`."""
    visits: list[str] = []
    visit: Callable[..., Any] = SqliteConnection.visit
    run = connection._run

    def visiting(self: SqliteConnection, function: Callable[..., Any], *arguments: Any) -> Any:
        if function.__name__ not in STATEMENTS:
            visits.append(function.__name__.strip("_"))
        return visit(self, function, *arguments)

    @wraps(run)
    def running(database: Any, begin: str, call: Call) -> Any:
        visits.append(call.sql)
        return run(database, begin, call)

    monkeypatch.setattr(SqliteConnection, "visit", visiting)
    monkeypatch.setattr(connection, "_run", running)
    return visits
