"""Every exchange between any bot and any sandbox, in every test, is judged: by Discord's own description, by
the rules beside it, and for refusals of which a normal run has none (429, 50035 and their like).

A test that wants such a refusal says so: `@pytest.mark.refused(50035)`. Where no test needs a sandbox,
neither the sandbox nor the judge is loaded.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.long_forms import LONG

if TYPE_CHECKING:
    from sandbox.rest.exchanges import Exchange


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
        from sandbox.tests.judge import verdict

        found = verdict(exchange)
        self.judged += 1
        self.wrong += found.wrong
        if found.refused is not None:
            line = f"{exchange.method} {exchange.path} refused: {exchange.response}"
            self.refused.append((found.refused, line))

    def read(self) -> None:
        """Judge what other processes have written since; a line half written is left for later."""
        for file in sorted(self.folder.glob("*.jsonl")):
            from sandbox.rest.exchanges import recorded

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
    gc.disable()  # what is collected stays to the end, and it takes long to look through it
    folder = os.environ["SANDBOX_RECORD"] = tempfile.mkdtemp(prefix="exchanges-")
    config.stash[BENCH] = Bench(Path(folder))


def listen(config: pytest.Config) -> None:
    """Hear the sandboxes of this process from now on, if anything has loaded the sandbox."""
    exchanges = sys.modules.get("sandbox.rest.exchanges")
    hear = config.stash[BENCH].hear
    if exchanges is not None and hear not in exchanges.RECORDERS:
        import sandbox.tests.judge  # noqa: F401  # now, not while a test waits

        exchanges.RECORDERS.append(hear)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without LONG=1 tests marked `long` are left out, unless named one by one. With it they come first, so
    that none of them is left to one worker at the end."""
    by_name = any("::" in word for word in config.args)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if not (LONG or by_name):
        left_out = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.enable()
    gc.freeze()  # the tests themselves are no garbage; a collection in a test takes as long as what it made
    listen(session.config)


def pytest_runtest_setup(item: pytest.Item) -> None:
    listen(item.config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield
    expected = {int(code) for mark in item.iter_markers("refused") for code in mark.args}
    wrong = item.config.stash[BENCH].sentence(expected)
    assert wrong == [], "by Discord's own description, and by the rules of sandbox/tests/rules.py"


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    gc.collect()  # what fails in a `__del__` is told
    gc.freeze()  # pytest and Python would each look through all that is left once more


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
