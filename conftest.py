"""Every exchange between any bot and any sandbox, in every test, is judged: by Discord's own description, by
the rules beside it, and for refusals of which a normal run has none (429, 50035 and their like).

A test that wants such a refusal says so: `@pytest.mark.refused(50035)`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.exchanges import WITNESSES, Exchange, recorded
from sandbox.tests.judge import verdict


class Bench:
    """The judges' bench: what this process saw, and what sandboxes in other processes wrote down."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.judged = 0
        self.wrong: list[str] = []
        self.refused: list[tuple[int, str]] = []
        self._read: Counter[Path] = Counter()

    def hear(self, exchange: Exchange) -> None:
        """Judge one exchange."""
        found = verdict(exchange)
        self.judged += 1
        self.wrong += found.wrong
        if found.refused is not None:
            line = f"{exchange.method} {exchange.path} refused: {exchange.response}"
            self.refused.append((found.refused, line))

    def read(self) -> None:
        """Judge what other processes have written since; a line half written is left for later."""
        for file in sorted(self.folder.glob("*.jsonl")):
            with file.open("rb") as lines:
                lines.seek(self._read[file])
                for line in lines:
                    if line.endswith(b"\n"):
                        self._read[file] += len(line)
                        self.hear(recorded(line.decode()))

    def sentence(self, expected: set[int]) -> list[str]:
        """What was wrong since the last time, but for the refusals that were expected."""
        self.read()
        wrong = [*self.wrong, *(line for code, line in self.refused if code not in expected)]
        self.wrong, self.refused = [], []
        return list(dict.fromkeys(wrong))


BENCH = pytest.StashKey[Bench]()
COUNTS = pytest.StashKey[list[int]]()


def pytest_configure(config: pytest.Config) -> None:
    folder = os.environ["SANDBOX_RECORD"] = tempfile.mkdtemp(prefix="exchanges-")
    bench = config.stash[BENCH] = Bench(Path(folder))
    WITNESSES.append(bench.hear)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield
    expected = {int(code) for mark in item.iter_markers("refused") for code in mark.args}
    wrong = item.config.stash[BENCH].sentence(expected)
    assert wrong == [], "by Discord's own description, and by the rules of sandbox/tests/rules.py"


def pytest_sessionfinish(session: pytest.Session) -> None:
    judged = session.config.stash[BENCH].judged
    shutil.rmtree(session.config.stash[BENCH].folder, ignore_errors=True)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["judged"] = judged
    else:
        session.config.stash.setdefault(COUNTS, []).append(judged)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    node.config.stash.setdefault(COUNTS, []).append(getattr(node, "workeroutput", {}).get("judged", 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    judged = sum(config.stash.get(COUNTS, []))
    if judged:
        terminalreporter.write_line(f"{judged} exchanges with Discord judged")
