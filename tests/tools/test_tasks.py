"""tools/tasks.py leaves alone what other checkouts use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

TASKS = Path(__file__).resolve().parents[2] / "tools" / "tasks.py"


def checkout(folder: Path) -> Path:
    """A checkout with only what the script itself reads."""
    (folder / "tools").mkdir(parents=True)
    shutil.copy(TASKS, folder / "tools")
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        (folder / name).touch()
    return folder


def contents(folder: Path) -> dict[str, int]:
    """Everything in a folder, with when it was last changed."""
    return {str(path): path.lstat().st_mtime_ns for path in sorted(folder.rglob("*"))}


@pytest.mark.parametrize("word", ["setup", "lint", "test"])
@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_an_environment_of_another_checkout_is_not_touched_through_a_link(tmp_path: Path, word: str) -> None:
    theirs, ours = checkout(tmp_path / "theirs"), checkout(tmp_path / "ours")
    venv.create(theirs / ".venv", symlinks=True)
    (theirs / ".venv" / "setup-dev.stamp").write_text("set up from theirs")
    (ours / ".venv").symlink_to(theirs / ".venv")
    before = contents(theirs)

    run = subprocess.run(
        [sys.executable, str(ours / "tools" / "tasks.py"), word], capture_output=True, text=True, timeout=60
    )

    assert run.returncode == 1
    assert f"leads to {(theirs / '.venv').resolve()}" in run.stderr
    assert "take the link away" in run.stderr
    assert contents(theirs) == before
    assert (ours / ".venv").is_symlink()
