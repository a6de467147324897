"""Tries single faults in the code, to see whether the tests that ought to know it notice.

    python tools/tasks.py mutate                    every part named in pyproject.toml
    python tools/tasks.py mutate storage dice       those parts
    python tools/tasks.py mutate --sample 0 dice    all faults of a part, not a sample

The faults are Cosmic Ray's: another operator, another comparison, another number, `not`, `True` for `False`,
a loop that never runs. They are put into a copy of the checkout, one at a time, and for each of them a child
of this process, which has loaded the libraries beforehand, runs the tests of that part until the first fails.
docs/testing.md says what was found. Linux and macOS.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_COPIED = (".git", ".venv", "data", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "build")
"""What lies at the top of a checkout and no test needs."""
UNCHANGED = 0
QUIET = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--timeout=0")
LOADED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Some of pytest's plugins have been loaded beforehand."""
SLOWER = 5.0
"""A fault by which the tests take so many times as long, and SPARE seconds, hangs them: it is noticed."""
SPARE = 20.0

Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Modules, by patterns of paths, and what pytest is given to run the tests that ought to know them."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`[tool.mutate]` of pyproject.toml. Of each part so many faults are tried (0: all), chosen by the seed;
    `preload` is imported before any test; `without` are operators that are not used."""

    seed: int
    sample: int
    preload: tuple[str, ...]
    without: tuple[str, ...]
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
        parts=tuple(parts),
    )


def modules(part: Part, root: Path) -> list[Path]:
    """The modules of a part, in order, each once."""
    return sorted({path for pattern in part.modules for path in root.glob(pattern) if path.stat().st_size})


def faults(module: Path, without: Sequence[str]) -> list[Fault]:
    """Every fault that can be put into a module, but for those in annotations, which are never evaluated, and
    in decorators, which say how a class is made rather than what it does."""
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
    """Where the annotations and decorators of a module begin and end: lines from 1, columns from 0."""
    for node in ast.walk(ast.parse(source)):
        about: list[ast.expr | None] = [*getattr(node, "decorator_list", ())]
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            about.append(node.annotation)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            about.append(node.returns)
        for part in filter(None, about):
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


def run(tests: Sequence[str], log: Path, limit: float) -> tuple[int, float]:
    """Run pytest in a child of this process: its exit status (-1 when it was stopped after `limit` seconds),
    and the seconds it took."""
    began = time.monotonic()
    child = os.fork()
    if not child:
        _be_the_child(tests, log)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        seconds = time.monotonic() - began
        if ended:
            return os.waitstatus_to_exitcode(status), seconds
        if seconds > limit:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -1, seconds
        time.sleep(0.02)


def _be_the_child(tests: Sequence[str], log: Path) -> None:
    status = 70
    try:
        os.setpgid(0, 0)
        to = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(to, 1)
        os.dup2(to, 2)
        status = int(pytest.main([*QUIET, *LOADED, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def try_part(part: Part, how: Settings, root: Path) -> tuple[int, list[str]]:
    """Try the faults of a part in a copy of the checkout: how many there were, and those that no test
    noticed, as they read. Raises RuntimeError when the tests fail without any fault."""
    from cosmic_ray.mutating import use_mutation
    from cosmic_ray.plugins import get_operator

    log = root / "mutate.log"
    sys.dont_write_bytecode = False
    status, seconds = run(part.tests, log, 3600.0)
    if status != UNCHANGED:
        raise RuntimeError(f"{part.name}: without any fault its tests fail:\n{log.read_text()[-3000:]}")
    sys.dont_write_bytecode = True  # two changes within a second look the same to the cache
    found = [fault for module in modules(part, root) for fault in faults(module, how.without)]
    tried = chosen(found, how.sample, f"{how.seed} {part.name}")
    say(f"{part.name}: {len(tried)} faults of {len(found)}; its tests take {seconds:.0f} s")
    unnoticed, impossible = [], 0
    for number, fault in enumerate(tried, start=1):
        try:
            change = use_mutation(fault.module, get_operator(fault.operator)(), fault.occurrence)
            with change as (before, after):
                status, _ = run(part.tests, log, SLOWER * seconds + SPARE)
        except AttributeError:  # Cosmic Ray cannot replace an exception whose name has a dot
            impossible += 1
            continue
        if status == UNCHANGED:
            unnoticed.append(told(fault, root, before, after))
            say(f"  {number}: {unnoticed[-1]}")
    return len(tried) - impossible, unnoticed


def _left_out(folder: str, names: list[str]) -> list[str]:
    """The names in a folder that are not copied."""
    if Path(folder) == ROOT:
        return [name for name in names if name in NOT_COPIED]
    return [name for name in names if name == "__pycache__"]


def told(fault: Fault, root: Path, before: str, after: str) -> str:
    """A fault as people read it: where it is, the line as it was, the line as it became."""
    old, new = before.splitlines(), after.splitlines()
    at = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), fault.start[0] - 1
    )
    return f"{fault.module.relative_to(root)}:{at + 1}: `{old[at].strip()}` became `{new[at].strip()}`"


def say(line: str) -> None:
    """Print at once: a run takes long."""
    print(line, flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Try the parts that are named, or all; 0 when they could be tried, whatever was noticed."""
    about: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = argparse.ArgumentParser(description=__doc__, **about)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--sample", type=int)
    given = parser.parse_args(words)
    how = settings((ROOT / "pyproject.toml").read_text())
    parts = [part for part in how.parts if not given.parts or part.name in given.parts]
    if unknown := set(given.parts) - {part.name for part in how.parts}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if given.sample is not None:
        how = Settings(
            seed=how.seed, sample=given.sample, preload=how.preload, without=how.without, parts=how.parts
        )
    os.nice(15)
    with tempfile.TemporaryDirectory(prefix="grognard-mutate-") as folder:
        root = Path(folder) / "checkout"
        shutil.copytree(ROOT, root, ignore=_left_out)
        os.chdir(root)
        sys.path[0] = str(root)
        for name in how.preload:
            import_module(name)
        total = {part.name: try_part(part, how, root) for part in parts}
        os.chdir(ROOT)
    for name, (tried, unnoticed) in total.items():
        say(f"{name}: {len(unnoticed)} of {tried} not noticed ({100 * len(unnoticed) / max(1, tried):.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
