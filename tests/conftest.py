"""What every test run shares: how hypothesis searches, and a skip being a failure where it is to be one."""

from __future__ import annotations

import faulthandler
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import settings

if TYPE_CHECKING:
    from tests.storage.postgres_server import Postgres

settings.register_profile("house", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("house")

NOTHING_SKIPPED = os.environ.get("GROGNARD_NOTHING_SKIPPED") == "1"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server of PostgreSQL for the run; what is written there is not meant to survive anything."""
    from tests.storage.postgres_server import QUICK, a_server  # not loaded for tests of the engine

    with a_server(*QUICK) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store can be opened: a file, and a database on a server; all tables are there, and empty."""
    if request.param == "sqlite":
        from tests.empty_database import empty_database

        return empty_database(tmp_path / "games.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.at(server.fresh())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """End a process that hangs in a teardown: once a test has failed, pytest-timeout no longer looks."""
    limit = float(item.config.getini("timeout"))
    faulthandler.dump_traceback_later(limit, exit=True, file=item.config.stash[fault_handler_stderr_fd_key])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def skipped(config: pytest.Config) -> list[str]:
    """The node ids of the tests skipped so far, or of the files when whole files were."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return [report.nodeid for report in reporter.stats.get("skipped", ())] if reporter else []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if NOTHING_SKIPPED and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def compared(reporter: pytest.TerminalReporter) -> Counter[str]:
    """What the tests that compare with a literal reading of the rules have compared, added up."""
    properties = (entry for report in reporter.stats.get("passed", ()) for entry in report.user_properties)
    counts: Counter[str] = Counter()
    for name, value in properties:
        if name == "compared":
            counts.update(value)
    return counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if NOTHING_SKIPPED and (names := skipped(config)):
        terminalreporter.write_line(f"Skipped, where nothing may be: {', '.join(names)}", red=True)
    if counts := compared(terminalreporter):
        terminalreporter.write_line(
            f"Compared with the rules: {', '.join(f'{n} {what}' for what, n in counts.items())}"
        )
