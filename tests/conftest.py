"""What every test run shares: how hypothesis searches, and a skip being a failure where it is to be one."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("house")

NOTHING_SKIPPED = os.environ.get("GROGNARD_NOTHING_SKIPPED") == "1"


def skipped(config: pytest.Config) -> list[str]:
    """The node ids of the tests skipped so far, or of the files when whole files were."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return [report.nodeid for report in reporter.stats.get("skipped", ())] if reporter else []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if NOTHING_SKIPPED and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if NOTHING_SKIPPED and (names := skipped(config)):
        terminalreporter.write_line(f"Skipped, where nothing may be: {', '.join(names)}", red=True)
