"""Tries single faults in the code, to see whether the tests that ought to know it notice.

    python tools/tasks.py mutate                    every part named in pyproject.toml
    python tools/tasks.py mutate storage dice       those parts
    python tools/tasks.py mutate --sample 0 dice    all faults of a part, not a sample

The faults are Cosmic Ray's: another operator, another comparison, another number, `not`, `True` for `False`,
a loop that never runs. They are put into a copy of the checkout, one at a time, and the tests that run the
line of the fault are run until one fails (tools/fault_runner.py). docs/testing.md says what was found.
Linux and macOS.
"""

from __future__ import annotations

import argparse
import ast
import math
import os
import pickle
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_COPIED = (".git", ".venv", "data", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "build")
"""What lies at the top of a checkout and no test needs."""
QUIET = ("-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--timeout=0")
KEPT = ("-o", "tmp_path_retention_policy=failed")
LOADED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Some of pytest's plugins have been loaded beforehand."""
HANGS = 300.0
"""Seconds after which tests in a process of their own hang: the fault is noticed."""
Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Modules, by patterns of paths, and the files and folders with the tests that ought to know them."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`[tool.mutate]` of pyproject.toml. Of each part so many faults are tried (0: all), chosen by the seed;
    `preload` is imported before any test; `without` are operators that are not used; `select` is what pytest
    is given beside the tests."""

    seed: int
    sample: int
    preload: tuple[str, ...]
    without: tuple[str, ...]
    select: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One change of a module: the occurrence of an operator of Cosmic Ray's, and where it is."""

    module: Path
    operator: str
    occurrence: int
    start: tuple[int, int]

    @property
    def family(self) -> str:
        """The operator without what it puts in the place: all of a family at one place count as one."""
        return self.operator.rpartition("/")[2].partition("_")[0]


def settings(text: str) -> Settings:
    """The settings in the text of a pyproject.toml. Raises KeyError for what is missing."""
    table = tomllib.loads(text)["tool"]["mutate"]
    parts = [
        Part(name=name, modules=tuple(about["modules"]), tests=tuple(about["tests"]))
        for name, about in table["parts"].items()
    ]
    return Settings(
        seed=table["seed"],
        sample=table["sample"],
        preload=tuple(table["preload"]),
        without=tuple(table["without"]),
        select=tuple(table["select"]),
        parts=tuple(parts),
    )


def modules(part: Part, root: Path) -> list[Path]:
    """The modules of a part, in order, each once; none that is only run as a process of its own."""
    found = {path for pattern in part.modules for path in root.glob(pattern) if path.stat().st_size}
    return sorted(path for path in found if path.name != "__main__.py")


def faults(module: Path, without: Sequence[str]) -> list[Fault]:
    """Every fault that can be put into a module, but for those in `idle_spans`."""
    from cosmic_ray.commands.init import _all_work_items

    idle = list(idle_spans(module.read_text()))
    found = []
    for item in _all_work_items([module], {}):
        (change,) = item.mutations
        if change.operator_name in without or any(_within(change.start_pos, span) for span in idle):
            continue
        found.append(
            Fault(
                module=module,
                operator=change.operator_name,
                occurrence=change.occurrence,
                start=change.start_pos,
            )
        )
    return found


def idle_spans(source: str) -> Iterator[Span]:
    """Where no fault is put: lines from 1, columns from 0.

    Annotations and what only type checkers read are never evaluated. Decorators and the options of `field`
    say how a class is made rather than what it does; `strict` of `zip` is an assertion.
    """
    for node in ast.walk(ast.parse(source)):
        about: list[ast.expr | ast.stmt | None] = [*getattr(node, "decorator_list", ())]
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            about.append(node.annotation)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            about.append(node.returns)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            about.append(node.test)
            about.extend(node.body)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "field":
            about += [word.value for word in node.keywords if word.arg in ("repr", "compare", "init", "hash")]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            about += [word.value for word in node.keywords]
        for part in about:
            if part is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _within(place: tuple[int, int], span: Span) -> bool:
    return span[0] <= place < span[1]


def chosen(found: Sequence[Fault], sample: int, seed: str) -> list[Fault]:
    """One fault of each family at each place, and of these a sample (0: all), the same for the same seed."""
    chance = random.Random(seed)
    by_place: dict[tuple[Path, tuple[int, int], str], list[Fault]] = {}
    for fault in found:
        by_place.setdefault((fault.module, fault.start, fault.family), []).append(fault)
    single = [chance.choice(alike) for alike in by_place.values()]
    chance.shuffle(single)
    return single[:sample] if sample else single


def changed(fault: Fault) -> str | None:
    """The text of a module with a fault in it; None where Cosmic Ray cannot put it in."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    try:
        return mutate_code(fault.module.read_text(), get_operator(fault.operator)(), fault.occurrence)  # type: ignore[no-any-return]
    except AttributeError:  # the name of an exception has a dot
        return None


def noticed_by(tests: Sequence[str], fault: Fault, log: Path) -> bool:
    """Whether tests notice a fault in a process that has not yet imported its module."""
    module, text = fault.module, changed(fault)
    assert text is not None
    before = module.read_bytes()
    module.write_text(text)
    try:
        return bool(in_child(lambda: int(pytest.main([*QUIET, *LOADED, "-x", *tests])), log, HANGS))
    finally:
        module.write_bytes(before)


def in_child(work: Callable[[], int], log: Path, limit: float) -> int:
    """Do work in a child of this process, which prints into a log: its exit status, -1 when it was stopped
    after `limit` seconds."""
    began = time.monotonic()
    child = os.fork()
    if not child:
        _be_the_child(work, log)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > began + limit:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -1
        time.sleep(0.02)


def _be_the_child(work: Callable[[], int], log: Path) -> None:
    status = 70
    try:
        os.setpgid(0, 0)
        to = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(to, 1)
        os.dup2(to, 2)
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


class Tally:
    """What came of the faults of all parts; says at once which are not noticed."""

    def __init__(self, faults_of: Sequence[tuple[Part, Fault]], root: Path, to: TextIO) -> None:
        self.faults_of = faults_of
        self.root = root
        self.later: list[tuple[int, tuple[str, ...]]] = []
        """The numbers of the faults that need a process of their own, and the tests for each."""
        self.tried: Counter[str] = Counter()
        self.unnoticed: Counter[str] = Counter()
        self._to = to
        self._began = time.monotonic()

    def count(self, number: int, outcome: str, tests: tuple[str, ...] = ()) -> None:
        """Note what came of a fault."""
        part, fault = self.faults_of[number]
        if outcome == "later":
            self.later.append((number, tests))
            return
        self.tried[part.name] += outcome != "impossible"
        if outcome in ("unnoticed", "not run"):
            self.unnoticed[part.name] += 1
            how = f"by {len(tests)} tests, such as {tests[0]}" if tests else "since no test runs it"
            self.say(f"{part.name}: {told(fault, self.root)}: not noticed {how}")
        if self.tried[part.name] % 20 == 0:
            self.say(
                f"  {self.tried.total()} of {len(self.faults_of)}, {time.monotonic() - self._began:.0f} s"
            )

    def say(self, line: str) -> None:
        """Print at once: a run takes long."""
        print(line, file=self._to, flush=True)


def try_all(parts: Sequence[Part], how: Settings, root: Path, lines: Path | None) -> Tally:
    """Try the faults of parts in a copy of the checkout; in `lines` is kept which tests run which lines.
    Raises RuntimeError when the tests fail without any fault."""
    tried = []
    for part in parts:
        found = [fault for module in modules(part, root) for fault in faults(module, how.without)]
        sample = chosen(found, how.sample, f"{how.seed} {part.name}")
        places = len(chosen(found, 0, ""))
        print(
            f"{part.name}: {len(sample)} faults of {places} (of {len(found)} with all variants)", flush=True
        )
        tried += [(part, fault) for fault in sample]
    tests = list(dict.fromkeys(test for part in parts for test in part.tests))
    results, log = root / "mutate.results", root / "mutate.log"
    tally = Tally(tried, root, os.fdopen(os.dup(1), "w"))
    sys.dont_write_bytecode = False

    def forked() -> int:
        from fault_runner import Candidate, FaultRunner, run_tests

        runner = FaultRunner(
            [Candidate(path=str(f.module), line=f.start[0], text=partial(changed, f)) for _, f in tried],
            sorted({module for part in parts for module in modules(part, root)}),
            root,
            lines or root / "lines",
            lambda number, verdict: tally.count(number, verdict.outcome, verdict.tests),
        )
        failed = run_tests([*QUIET, *KEPT, *LOADED, *how.select, *tests], runner)
        results.write_bytes(pickle.dumps((failed, tally.later, tally.tried, tally.unnoticed)))
        return 0

    if in_child(forked, log, math.inf):
        raise RuntimeError(f"the tests could not be run:\n{log.read_text()[-3000:]}")
    failed, later, tally.tried, tally.unnoticed = pickle.loads(results.read_bytes())
    if failed:
        tally.say(f"left out, because they fail without any fault: {', '.join(failed)}")
    sys.dont_write_bytecode = True  # two changes within a second look the same to the cache
    for number, names in later:
        noticed = noticed_by(names, tried[number][1], log)
        tally.count(number, "noticed" if noticed else "unnoticed", names)
    return tally


def _left_out(folder: str, names: list[str]) -> list[str]:
    """The names in a folder that are not copied."""
    if Path(folder) == ROOT:
        return [name for name in names if name in NOT_COPIED]
    return [name for name in names if name == "__pycache__"]


def told(fault: Fault, root: Path) -> str:
    """A fault as people read it: where it is, the line as it was, the line as it became."""
    old, new = fault.module.read_text().splitlines(), (changed(fault) or "").splitlines()
    at = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), fault.start[0] - 1
    )
    return f"{fault.module.relative_to(root)}:{at + 1}: `{old[at].strip()}` became `{new[at].strip()}`"


def main(words: Sequence[str] | None = None) -> int:
    """Try the parts that are named, or all; 0 when they could be tried, whatever was noticed."""
    about: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = argparse.ArgumentParser(description=__doc__, **about)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--lines", type=Path, help="a file that keeps which tests run which lines")
    given = parser.parse_args(words)
    how = settings((ROOT / "pyproject.toml").read_text())
    parts = [part for part in how.parts if not given.parts or part.name in given.parts]
    if unknown := set(given.parts) - {part.name for part in how.parts}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if given.sample is not None:
        how = replace(how, sample=given.sample)
    os.nice(5)
    with tempfile.TemporaryDirectory(prefix="grognard-mutate-") as folder:
        root = Path(folder) / "checkout"
        shutil.copytree(ROOT, root, ignore=_left_out)
        os.chdir(root)
        sys.path[:1] = [str(root), str(root / "tools")]
        for name in how.preload:
            import_module(name)
        tally = try_all(parts, how, root, given.lines and given.lines.resolve())
        os.chdir(ROOT)
    for part in parts:
        tried, unnoticed = tally.tried[part.name], tally.unnoticed[part.name]
        print(f"{part.name}: {unnoticed} of {tried} not noticed ({100 * unnoticed / max(1, tried):.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
