"""The memory of processes together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.load.processes import resident, resident_together

OWN = 30
"""Megabytes that each process takes for itself."""


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="memory is read from /proc")
def test_what_two_processes_map_of_one_file_is_counted_once() -> None:
    script = f"held = bytearray(b'x') * ({OWN} << 20); print(flush=True); input()"
    command = [sys.executable, "-c", script]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    for each in both:
        assert each.stdout is not None
        each.stdout.readline()

    alone = [resident(each.pid) for each in both]
    counted = [resident_together([each.pid]) for each in both]
    together = resident_together([each.pid for each in both])
    for each in both:
        each.communicate(b"\n")

    assert counted == pytest.approx(alone, abs=1)
    assert max(alone) + OWN <= together < sum(alone) - 1
