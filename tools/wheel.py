"""Build the wheel, install it as pipx would, in an environment of its own, and start it elsewhere.

Says what is in the wheel that should not be, and what does not work without the checkout; exit status 1 then.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN, SUFFIX = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
STRANGE = ("tests/", "bench/", "tools/", "sandbox/tests/", "docs/")
NEEDED = (
    "bot/i18n/locale/fr.po",
    "render/fonts/",
    "sandbox/page/",
    "scenarios/battles/ormes/scenario.yaml",
    "storage/migrations/versions/",
)
WITHIN = 60
"""Seconds for each step but the installation."""


def built(folder: Path) -> Path:
    """The wheel of what is checked in, built from a copy: what lies about in the checkout stays out."""
    copy = folder / "source"
    names = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    ).split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", str(folder), str(copy)], check=True)
    return next(folder.glob("*.whl"))


def faults(wheel: Path) -> list[str]:
    """What is in it that should not be, and what is missing."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    found = [f"in the wheel: {name}" for name in names if name.startswith(STRANGE)]
    return found + [
        f"not in the wheel: {start}" for start in NEEDED if not any(n.startswith(start) for n in names)
    ]


def installed(wheel: Path, folder: Path) -> Path:
    """The console command of an environment that holds the wheel and what is locked for it."""
    place = folder / "environment"
    venv.create(place, with_pip=True)
    pip = [
        str(place / BIN / f"python{SUFFIX}"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    return place / BIN / f"grognard{SUFFIX}"


def tried(command: Path, folder: Path) -> list[str]:
    """What does not work: run in an empty folder beside one called `scenarios`, as an author has."""
    here = folder / "elsewhere"
    shutil.copytree(ROOT / "scenarios" / "battles" / "ormes", here / "scenarios" / "ormes")
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "DISCORD", "GROGNARD", "VIRTUAL"))
    }
    said = []
    for words in (
        ["--version"],
        ["doctor", "--data", "data"],
        ["scenario", "check"],
        ["scenario", "check", "scenarios/ormes"],
    ):
        run = subprocess.run(
            [str(command), *words],
            cwd=here,
            env=kept,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )
        said += [f"grognard {' '.join(words)}: {run.stdout}{run.stderr}"] if run.returncode else []
    python = str(command.parent / f"python{SUFFIX}")
    checked = subprocess.run(
        [python, "-m", "scenarios"],
        cwd=here,
        env=kept,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    said += [f"python -m scenarios: {checked.stderr}"] if checked.returncode else []
    return said + started(command, here, kept)


def started(command: Path, here: Path, env: dict[str, str]) -> list[str]:
    """What goes wrong when the local look-alike is started and its page is asked for."""
    words = [str(command), "run", "--no-browser", "--port", "0", "--data", "data"]
    bot = subprocess.Popen(
        words,
        cwd=here,
        env={**env, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert bot.stdout is not None
        lines: list[str] = []
        for line in bot.stdout:
            lines.append(line)
            if address := re.search(r"http://[\w.:]+", line):
                with urllib.request.urlopen(address[0], timeout=WITHIN) as page:
                    return [] if b"<html" in page.read(2000) else [f"no page at {address[0]}"]
        return [f"grognard run: {''.join(lines)}"]
    finally:
        bot.terminate()
        bot.wait(timeout=WITHIN)


def main() -> int:
    """Build, look, install, try."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = built(folder)
        wrong = faults(wheel) or tried(installed(wheel, folder), folder)
    print("\n".join(wrong) or f"{wheel.name}: installed by itself, it runs.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
