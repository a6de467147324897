"""Check the packages in the lock files for known vulnerabilities.

    .venv/bin/python tools/audit.py     status 1 when there are, 0 when none is known

Where pip-audit can be installed (into build/audit) and its service answers, it is asked. Elsewhere the
versions are held against tests/data/advisories.yaml, which says when it was written down.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parent.parent
LOCKS = (ROOT / "requirements.lock", ROOT / "requirements-dev.lock")
RECORDED = ROOT / "tests" / "data" / "advisories.yaml"
HOME = ROOT / "build" / "audit"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
INSTALLED_IN, ANSWERED_IN = 120, 60
"""Seconds for pip-audit to be installed, and for its service to answer."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A version that is locked and known to be vulnerable."""

    package: str
    version: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.package} {self.version}: {', '.join(self.ids)}"


def pinned(lock: str) -> set[tuple[str, str]]:
    """What a lock file names, each with its version."""
    return {
        (name.lower().replace("_", "-").replace(".", "-"), version) for name, version in PINNED.findall(lock)
    }


def recorded_findings(lock: str, recorded: Any) -> Iterator[Finding]:
    """What is known of the versions in a lock file, by what was written down."""
    for name, version in sorted(pinned(lock)):
        for known in recorded["advisories"]:
            if known["package"] == name and SpecifierSet(known["affects"], prereleases=True).contains(
                version
            ):
                yield Finding(name, version, tuple(known["ids"]))


def from_service(lock: Path) -> list[Finding] | None:
    """What pip-audit's service knows of a lock file; None where it cannot be asked."""
    try:
        process = subprocess.run(
            [
                *_pip_audit(),
                "--disable-pip",
                "--require-hashes",
                "--timeout",
                "8",
                "-f",
                "json",
                "-r",
                str(lock),
            ],
            capture_output=True,
            text=True,
            timeout=ANSWERED_IN,
        )
        dependencies = json.loads(process.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.SubprocessError):
        return None
    if any("skip_reason" in each for each in dependencies):
        return None  # it answers, and knows nothing of these packages
    return [
        Finding(each["name"], each["version"], tuple(v["id"] for v in each["vulns"]))
        for each in dependencies
        if each.get("vulns")
    ]


def _pip_audit() -> list[str]:
    """The command, installed where it was not. Raises what a process that fails raises."""
    python = HOME / "bin" / "python"
    if not (HOME / "bin" / "pip-audit").exists():
        quiet = ["--quiet", "--disable-pip-version-check", "--retries", "0", "--timeout", "8"]
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True, capture_output=True)
        install = [str(python), "-m", "pip", "install", *quiet, "pip-audit"]
        subprocess.run(install, check=True, capture_output=True, timeout=INSTALLED_IN)
    return [str(python), "-m", "pip_audit"]


def audit(ask: Callable[[Path], list[Finding] | None] = from_service) -> tuple[str, list[Finding]]:
    """By what it was judged, and what was found."""
    answers = [ask(lock) for lock in LOCKS[:1]]
    if answers[0] is not None:
        answers += [ask(lock) for lock in LOCKS[1:]]
    if all(findings is not None for findings in answers):
        return "by the service of pip-audit", sorted({f for findings in answers for f in findings or ()})
    recorded = yaml.safe_load(RECORDED.read_text("utf-8"))
    findings = {f for lock in LOCKS for f in recorded_findings(lock.read_text("utf-8"), recorded)}
    return f"by what was recorded on {recorded['recorded']}", sorted(findings)


def main() -> int:
    """Say what was found."""
    how, findings = audit()
    print(f"Dependencies, {how}: {len(findings) or 'no'} known vulnerabilities.")
    for finding in findings:
        print(f"  {finding}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
