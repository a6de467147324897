"""Processes below another: whether they live, and that none is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterable
from pathlib import Path

PATIENCE = 120.0


def children(pid: int) -> set[int]:
    """The processes below one; none where the system does not tell."""
    if sys.platform != "linux":
        return set()
    pids = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                pids |= {int(stat.parent.name)} | children(int(stat.parent.name))
    return pids


def lives(pid: int) -> bool:
    """Whether a process runs, or waits to."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def wait_for_exit(pids: Iterable[int]) -> None:
    """Wait until none of these lives. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while any(map(lives, pids)):
            await asyncio.sleep(0.02)
