"""Pytest plugin that tries single faults, each in a fork of the process that has collected the tests.

First every test runs once without any fault, to see which lines it runs. Then each fault is put into the
live functions of a fork, which runs the tests that run its line, the quickest first, until one fails. A fault
in what is evaluated only while a module is imported cannot be put in so: its verdict is LATER, with the tests
to run then. tools/mutate.py chooses the faults and tells what came of them.
"""

from __future__ import annotations

import ast
import gc
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

SLOWER, SPARE = 5.0, 15.0
"""A test that takes so many times as long as without the fault, and so many seconds, hangs: it noticed."""
ENOUGH = 10.0
"""Seconds that the tests put to one fault take together, at most, without it."""
FEW = 25
"""Tests that are put to a fault which needs a new process."""
SCARCE = 4
"""Where fewer tests run a line, those of its module are tried as well: the first may have filled a cache."""
NOTICED, UNNOTICED, NOT_RUN, LATER, IMPOSSIBLE = "noticed", "unnoticed", "not run", "later", "impossible"
FAILED, BROKEN = 1, 70
"""How a fork exits when a test has failed, and when the fork itself has."""

Place = tuple[str, int]
"""A file and a line of it."""
Change = tuple[FunctionType, CodeType]
"""A live function and the code that it is to have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A fault of a module: the module's path, the line, and what makes its text with the fault (None where
    that cannot be done)."""

    path: str
    line: int
    text: Callable[[], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of a fault, and the ids of the tests that were put to it, or are to be put to it later."""

    outcome: str
    tests: tuple[str, ...] = ()


class FaultRunner:
    """Runs in place of pytest's own loop. `modules` are all that faults are put into; `report` is called with
    the number of a fault and its verdict; in the file `lines` is kept which tests run which lines."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        modules: Sequence[Path],
        root: Path,
        lines: Path,
        report: Callable[[int, Verdict], None],
    ) -> None:
        self.candidates = candidates
        self.modules = modules
        self.root = root
        self.lines = lines
        self.report = report
        self.failed: list[str] = []
        """The ids of the tests that fail without any fault; no fault is put to them."""
        self._seconds: list[float] = []
        self._files: list[str] = []
        self._runs: dict[Place, set[int]] = defaultdict(set)
        self._of_module: dict[str, set[int]] = defaultdict(set)
        self._statements: dict[str, dict[int, range]] = {}
        self._failed_lately: dict[str, Counter[int]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all candidates."""
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one for all forks
        for module in self.modules:
            import_module(_module_name(module, self.root))
        self._run_without_fault(session)
        if len(self.failed) == len(session.items):
            raise RuntimeError("without any fault its tests fail")
        live = _live_functions(self.root)
        for number, candidate in enumerate(self.candidates):
            self.report(number, self._tried(session, candidate, live))
        return True

    def _run_without_fault(self, session: pytest.Session) -> None:
        """Run the tests of which it is not known which lines they run, in these modules as they are."""
        as_they_are = {str(m.relative_to(self.root)): m.read_text() for m in self.modules}
        kept, runs = pickle.loads(self.lines.read_bytes()) if self.lines.exists() else ({}, {})
        if any(kept.get(name) != text for name, text in as_they_are.items()):
            kept, runs = as_they_are, {}
        new = [number for number, item in enumerate(session.items) if item.nodeid not in runs]
        if new:
            file, paths = self.root / "lines.pickle", {str(module) for module in self.modules}
            status, _ = _forked(lambda say: _trace(session, new, paths, file), lambda _: 3600)
            assert status == 0, f"the run without any fault broke off: {status}"
            runs.update(pickle.loads(file.read_bytes()))
            self.lines.write_bytes(pickle.dumps((kept, runs)))
        for number, item in enumerate(session.items):
            seconds, failed, places = runs[item.nodeid]
            self._seconds.append(seconds)
            self._files.append(item.nodeid.partition("::")[0])
            if failed:
                self.failed.append(item.nodeid)
                continue
            for name, line in places:
                path = str(self.root / name)
                self._runs[path, line].add(number)
                self._of_module[path].add(number)

    def _tried(
        self, session: pytest.Session, candidate: Candidate, live: dict[tuple[Any, ...], list[FunctionType]]
    ) -> Verdict:
        if (text := candidate.text()) is None:
            return Verdict(outcome=IMPOSSIBLE)
        before = compile(Path(candidate.path).read_text(), candidate.path, "exec", dont_inherit=True)
        try:
            after = compile(text, candidate.path, "exec", dont_inherit=True)
        except SyntaxError:
            return Verdict(outcome=IMPOSSIBLE)
        changes = _changes(before, after, live)
        tests = self._chosen(candidate, at_import=changes is None)
        names = tuple(session.items[number].nodeid for number in tests)
        if not tests:
            return Verdict(outcome=NOT_RUN)
        if changes is None:
            return Verdict(outcome=LATER, tests=names[:FEW])
        status, at = _forked(
            lambda say: _run_with(session, tests, changes, say),
            lambda at: SPARE + (SLOWER * self._seconds[tests[at]] if at is not None else 0),
        )
        if status == BROKEN:
            raise RuntimeError(f"a fork broke off at {candidate.path}:{candidate.line}")
        if status == 0:
            return Verdict(outcome=UNNOTICED, tests=names)
        if at is not None:
            self._failed_lately[candidate.path][tests[at]] += 1
        return Verdict(outcome=NOTICED, tests=names)

    def _chosen(self, candidate: Candidate, at_import: bool) -> list[int]:
        """The tests that run the statement of a fault, where these are few or it is run at import any of its
        module: those of its own file, those that have noticed most faults of the module, then the quickest
        of each file."""
        if candidate.path not in self._statements:
            self._statements[candidate.path] = statements(Path(candidate.path).read_text())
        lines = self._statements[candidate.path].get(
            candidate.line, range(candidate.line, candidate.line + 1)
        )
        running = {number for line in lines for number in self._runs.get((candidate.path, line), ())}
        lately = self._failed_lately[candidate.path]
        chosen: list[int] = []
        together = 0.0
        others = (
            self._of_module[candidate.path] if len(running) < SCARCE and (running or at_import) else set()
        )
        own, in_turn = f"test_{Path(candidate.path).stem}.py", Counter[str]()
        order: list[tuple[bool, bool, int, int, float, int]] = []
        for number in sorted(running | others, key=lambda n: self._seconds[n]):
            file = self._files[number]
            in_turn[file] += 1  # so that each file has its say
            foreign = Path(file).name != own
            order.append(
                (
                    number not in running,
                    foreign,
                    -lately[number],
                    in_turn[file],
                    self._seconds[number],
                    number,
                )
            )
        for *_, number in sorted(order):
            together += self._seconds[number]
            if chosen and together > ENOUGH:
                break
            chosen.append(number)
        return chosen


def statements(source: str) -> dict[int, range]:
    """The lines of the innermost statement that each line is part of; of one with a body, its head's."""
    spans: dict[int, range] = {}
    for node in ast.walk(ast.parse(source)):  # outer ones first
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            lines = range(node.lineno, max(end, node.lineno) + 1)
            spans.update(dict.fromkeys(lines, lines))
    return spans


def _module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _forked(
    work: Callable[[Callable[[int], None]], None], limit: Callable[[int | None], float]
) -> tuple[int, int | None]:
    """Do work in a fork: its exit status (-9 when a step took longer than its limit in seconds), and the last
    step that it said it had begun."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = BROKEN
        try:
            os.setpgid(0, 0)
            os.close(reading)
            work(lambda step: _say(writing, step))
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(status)
    os.close(writing)
    step, began, hung = None, time.monotonic(), False
    ended = 0
    while not ended:
        if select.select([reading], [], [], 0.1)[0]:
            said = os.read(reading, 4096)
            if said:
                step, began = int(said.split()[-1]), time.monotonic()
                continue
            ended, status = os.waitpid(child, 0)
        else:
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() > began + limit(step):
                hung = True
                os.killpg(child, signal.SIGKILL)
                ended, status = os.waitpid(child, 0)
    os.close(reading)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what the tests have started and not stopped
    return (-signal.SIGKILL if hung else os.waitstatus_to_exitcode(status)), step


def _say(writing: int, step: int) -> None:
    os.write(writing, f"{step}\n".encode())


def _run(session: pytest.Session, numbers: Sequence[int]) -> Iterator[int]:
    """Run tests one after another; each is told just before it runs."""
    items = session.items
    for place, number in enumerate(numbers):
        yield place
        following = items[numbers[place + 1]] if place + 1 < len(numbers) else None
        items[number].config.hook.pytest_runtest_protocol(item=items[number], nextitem=following)


def _run_with(
    session: pytest.Session, tests: Sequence[int], changes: Sequence[Change], say: Callable[[int], None]
) -> None:
    recorded = os.environ.get("SANDBOX_RECORD")
    if recorded:  # what sandboxes of earlier forks have written down
        for file in Path(recorded).iterdir():
            file.unlink()
    for function, code in changes:
        function.__code__ = code
    for place in _run(session, tests):
        if session.testsfailed:
            sys.exit(FAILED)
        say(place)
    sys.exit(FAILED if session.testsfailed else 0)


def _trace(session: pytest.Session, numbers: Sequence[int], paths: set[str], file: Path) -> None:
    """Run tests, and write down of each how long it took, whether it failed, and which lines it ran."""
    root, places = Path.cwd(), set[Place]()

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename not in paths:
            return None
        places.add((frame.f_code.co_filename, frame.f_lineno))
        return stepped

    def stepped(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            places.add((frame.f_code.co_filename, frame.f_lineno))
        return stepped

    runs: dict[str, tuple[float, bool, list[Place]]] = {}
    failures, began = 0, time.monotonic()
    threading.settrace(called)
    sys.settrace(called)
    for place in chain(_run(session, numbers), [len(numbers)]):
        if place:
            ran = [(str(Path(path).relative_to(root)), line) for path, line in set(places)]
            name = session.items[numbers[place - 1]].nodeid
            runs[name] = time.monotonic() - began, session.testsfailed > failures, ran
        places.clear()
        failures, began = session.testsfailed, time.monotonic()
    sys.settrace(None)
    file.write_bytes(pickle.dumps(runs))


def _live_functions(root: Path) -> dict[tuple[Any, ...], list[FunctionType]]:
    """The functions of the checkout that are in memory, by what identifies their code."""
    gc.unfreeze()
    live: dict[tuple[Any, ...], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(root)):
            live[_identity(thing.__code__)].append(thing)
    gc.collect()
    gc.freeze()
    return live


def _identity(code: CodeType) -> tuple[Any, ...]:
    return code.co_filename, code.co_qualname, code.co_firstlineno, code.co_code


def _changes(
    before: CodeType, after: CodeType, live: dict[tuple[Any, ...], list[FunctionType]]
) -> list[Change] | None:
    """What turns live functions of the code `before` into those of `after`; None when that does not do."""
    changes: list[Change] = []
    for old, new, inside in _differing(before, after):
        functions = live.get(_identity(old), [])
        if not functions and not inside:
            return None
        if old.co_freevars != new.co_freevars:
            return None
        changes += [(function, new) for function in functions]
    return changes or None


def _differing(
    old: CodeType, new: CodeType, inside: bool = False
) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """The pairs of code that differ, outer ones first, and whether a function around them is among them."""
    if old == new:
        return
    nested_old, nested_new = _nested(old), _nested(new)
    own = _without_nested(old) != _without_nested(new) or len(nested_old) != len(nested_new)
    function = bool(old.co_flags & 1)  # CO_OPTIMIZED: not a module, not the body of a class
    if own and not function:
        yield old, new, False
        return
    if function:
        yield old, new, inside
    if len(nested_old) == len(nested_new):
        for one, other in zip(nested_old, nested_new, strict=True):
            yield from _differing(one, other, inside or function)


def _nested(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _without_nested(code: CodeType) -> tuple[Any, ...]:
    constants = [None if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants


def run_tests(words: Sequence[str], runner: FaultRunner) -> list[str]:
    """Collect the tests that `words` name and try the faults; the ids of those that fail without any fault.
    Raises RuntimeError when pytest cannot begin."""
    status = pytest.main([*words], plugins=[runner])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest ended with {status!r}")
    return runner.failed
