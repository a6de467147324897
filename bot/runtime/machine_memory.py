"""How much memory this process may use: what the machine has, or the limit of a container or a service."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

GROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
LIMITS = ("memory.max", "memory.high", "memory.limit_in_bytes")
"""Files of a group with a number of bytes, or a word where there is no limit; version 1 has the last."""


def usable_memory(groups: Path = GROUPS, own: Path = OWN) -> int | None:
    """Bytes: the least of what the machine has and of the limits of the control groups around this process.
    None where the system does not say."""
    known = [*_machine(), *(limit for folder in _groups(groups, own) for limit in _limits(folder))]
    return min(known, default=None)


def _machine() -> Iterator[int]:
    try:
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # no such question on this system
        return


def _groups(groups: Path, own: Path) -> Iterator[Path]:
    """The folders of the group of this process and of those around it, as far as they can be seen here."""
    try:
        lines = own.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers in ("", "memory"):
            inner = PurePosixPath(path.lstrip("/"))
            for around in (inner, *inner.parents):
                yield groups / controllers / around


def _limits(folder: Path) -> Iterator[int]:
    for name in LIMITS:
        try:
            text = (folder / name).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if text.isdigit():
            yield int(text)
