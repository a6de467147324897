"""What an error of a driver means, by its own code."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from storage.errors import DatabaseTrouble, database_errors, reason


class ServerError(Exception):
    """An error as a driver of a server raises it."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("it does not work")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "means"),
    [
        ("53100", "disk_full"),
        ("53300", "busy"),
        ("57P01", "lost"),
        ("57014", "busy"),
        ("42P01", None),
        ("", None),
    ],
)
def test_the_longest_known_beginning_of_a_state_says_what_it_is(state: str, means: str | None) -> None:
    assert reason(ServerError(state)) == means


def test_what_is_told_begins_with_the_code_of_the_error(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"no database" * 500)
    database = sqlite3.connect(tmp_path / "no.db")

    with pytest.raises(DatabaseTrouble) as trouble, database_errors("no.db"):
        database.execute("SELECT 1 FROM sqlite_schema")

    database.close()
    assert trouble.value.facts["detail"] == "SQLITE_NOTADB: file is not a database"
