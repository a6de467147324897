"""tools/mutate.py: which faults it tries, and that what no test notices is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import fault_runner, mutate

ROOT = Path(__file__).resolve().parents[2]
HOUSE = mutate.settings((ROOT / "pyproject.toml").read_text())

PROJECT = """\
[tool.mutate]
seed = 1
sample = 0
preload = []
without = []
select = []

[tool.mutate.parts.adult]
modules = ["ages.py"]
tests = ["test_ages.py"]
"""
MODULE = """\
from __future__ import annotations
def adult(age: int | None) -> bool:
    return age >= 18
"""
CONSTANT = """\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    NEVER = 1 < 2
OLD = 18
def adult(age: int) -> bool:
    return age >= OLD
def child(age: int) -> bool:
    return age < 12
"""
WEAK = "from ages import adult\ndef test_adults():\n    assert adult(40) and not adult(4)\n"
STRONG = WEAK + "    assert adult(18) and not adult(17)\n"


def checkout(folder: Path, tests: str) -> Path:
    """A project of one module, with the tool."""
    (folder / "tools").mkdir()
    for name in ("mutate.py", "fault_runner.py"):
        (folder / "tools" / name).write_bytes((ROOT / "tools" / name).read_bytes())
    for name, text in {"pyproject.toml": PROJECT, "ages.py": MODULE, "test_ages.py": tests}.items():
        (folder / name).write_text(text)
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, str(folder / "tools" / "mutate.py"), *words]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="it forks")
def test_what_no_test_notices_is_named_and_the_checkout_stays_as_it_is(tmp_path: Path) -> None:
    folder = checkout(tmp_path, WEAK)

    done = run(folder)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "ages.py:3: `return age >= 18` became `return age >= 17`" in done.stdout or (
        "ages.py:3: `return age >= 18` became `return age >= 19`" in done.stdout
    )
    assert "adult: 0 of" not in done.stdout
    assert (folder / "ages.py").read_text() == MODULE
    assert "int" not in done.stdout, "what is never evaluated is not tried"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="it forks")
def test_what_is_evaluated_at_import_is_tried_and_what_no_test_runs_is_said(tmp_path: Path) -> None:
    folder = checkout(tmp_path, STRONG)
    (folder / "ages.py").write_text(CONSTANT)

    done = run(folder)

    assert done.returncode == 0, done.stdout + done.stderr
    missed = [line for line in done.stdout.splitlines() if "not noticed" in line]
    assert missed[-1].startswith("adult: 2 of 4"), "the number at import is noticed"
    assert all("`return age < 12`" in line and "no test runs it" in line for line in missed[:-1])
    assert (folder / "ages.py").read_text() == CONSTANT


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="it forks")
def test_tests_that_fail_without_any_fault_say_nothing_about_faults(tmp_path: Path) -> None:
    done = run(checkout(tmp_path, WEAK.replace("40", "14")))

    assert done.returncode != 0
    assert "without any fault its tests fail" in done.stderr


def test_at_each_place_one_fault_of_a_kind_is_tried_and_the_same_again_for_the_same_seed(
    tmp_path: Path,
) -> None:
    module = tmp_path / "ages.py"
    module.write_text(MODULE)
    found = mutate.faults(module, ())

    tried = mutate.chosen(found, 0, "1")

    assert {fault.start[0] for fault in found} == {3}, "not in annotations"
    assert len({(fault.start, fault.family) for fault in found}) == len(tried) < len(found)
    assert tried == mutate.chosen(found, 0, "1")
    assert mutate.chosen(found, 1, "1") == tried[:1]
    assert mutate.faults(module, [fault.operator for fault in found]) == []


def test_every_part_has_modules_and_tests_that_are_there() -> None:
    assert len({part.name for part in HOUSE.parts}) == len(HOUSE.parts)
    for part in HOUSE.parts:
        assert mutate.modules(part, ROOT), part.name
        files = [word for word in part.tests if word.startswith("tests/")]
        assert files
        assert all((ROOT / file).exists() for file in files), part.name


def test_the_head_of_a_statement_stands_for_all_its_lines() -> None:
    source = "def one(\n    a=1,\n):\n    return (\n        a\n    )\nx = 1\n"

    lines = fault_runner.statements(source)

    assert lines == {
        1: range(1, 4),
        2: range(1, 4),
        3: range(1, 4),
        **dict.fromkeys((4, 5, 6), range(4, 7)),
        7: range(7, 8),
    }


def test_what_is_to_be_tried_covers_the_referee_the_store_and_the_core() -> None:
    tried = [module for part in HOUSE.parts for module in mutate.modules(part, ROOT)]
    named = {module.relative_to(ROOT).as_posix() for module in tried}

    for folder in (
        "bot/core",
        "bot/core/order_rules",
        "bot/core/requests",
        "storage",
        "storage/queries",
        "storage/sqlite",
    ):
        modules = [path for path in (ROOT / folder).glob("*.py") if path.stat().st_size]
        assert {path.relative_to(ROOT).as_posix() for path in modules} - named <= NOT_TRIED, folder
    assert {"engine/referee.py", "engine/ledger.py", "bot/features/dice/proof.py"} <= named


NOT_TRIED = {
    "bot/core/channels.py", "bot/core/game_access.py", "bot/core/requests/actor.py",
    "bot/core/order_rules/__init__.py", "bot/core/requests/__init__.py",
}  # fmt: skip
"""Records, protocols and docstrings, without any code."""
