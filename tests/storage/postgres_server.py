"""A temporary PostgreSQL for a test run: it leaves the system's clusters alone and nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage.address import database_at
from storage.store import utc_now
from storage.tables import metadata

FOUND = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: int(p.parts[-3]))
BIN = FOUND[-1].parent if FOUND else None
USER = "grognard"
QUICK = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=50",
)
"""Where nothing is about what survives."""
FRESH = "games_fresh"
"""The name of the database with all tables that is emptied for each test."""
EMPTIED = """
DO $$
DECLARE
    each text;
    is_filled boolean;
    filled text[] := '{}';
BEGIN
    FOREACH each IN ARRAY ARRAY[TABLES] LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', each) INTO is_filled;
        IF is_filled THEN filled := filled || quote_ident(each); END IF;
    END LOOP;
    IF filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE'; END IF;
    FOR each IN SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', each);
    END LOOP;
END $$
""".replace("TABLES", ", ".join(f"'{name}'" for name in metadata.tables))
"""It empties what a test has filled and lets numbers begin again; to empty every table takes longer."""
READY_IN = 30.0


class Postgres:
    """A server. `at` is the address of a database in it."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder = folder
        self.settings = settings
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._made = False

    def make(self) -> None:
        """The files of an empty cluster."""
        said = self._do("initdb", "-D", self._data, "-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync")
        assert said.returncode == 0, said.stderr.decode()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = [f"-c{each}" for each in ("listen_addresses=", *self.settings)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._bin("postgres")), "-D", self._data, "-k", str(self.folder), *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **_humble(),
            )
        until = time.monotonic() + READY_IN
        while self._do("pg_isready", "-q", "-h", str(self.folder)).returncode:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT fast, SIGQUIT at once, as if the machine had died."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def at(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def sql(self, database: str, *said: str) -> str:
        """What SQL leads to."""
        words = [word for each in said for word in ("-c", each)]
        where = ("-h", str(self.folder), "-U", USER, database)
        done = self._do("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *words, *where)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def empty(self) -> str:
        """The name of a new database with nothing in it."""
        name = f"games_{next(self._numbers)}"
        self.sql("postgres", f"CREATE DATABASE {name}")
        return name

    def fresh(self) -> str:
        """The name of a database with all tables and nothing in them; always the same one."""
        if not self._made:
            self.sql("postgres", f"CREATE DATABASE {FRESH}")
            there = database_at(self.at(FRESH))
            with ThreadPoolExecutor() as aside:  # a loop may be running here
                aside.submit(there.prepare, utc_now).result()
            self._made = True
        self.sql(FRESH, EMPTIED)
        return FRESH

    def _do(self, program: str, *words: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(self._bin(program)), *words]
        return subprocess.run(command, capture_output=True, cwd=self.folder, **_humble())

    def _bin(self, program: str) -> Path:
        assert BIN is not None
        return BIN / program


def _humble() -> dict[str, Any]:
    """It will not run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd  # Windows has none, and no server either

    who = pwd.getpwnam("postgres")
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def a_server(*settings: str) -> Iterator[Postgres]:
    """A server that runs; its files are gone afterwards."""
    if BIN is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: the path of a socket has 107 bytes
    try:
        if os.geteuid() == 0:
            os.chown(folder, _humble()["user"], _humble()["group"])
        server = Postgres(folder, *settings)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(folder)
