"""The same search in C, compiled here and now: how fast it can be at all on this machine."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from ctypes import CDLL, POINTER, c_int32, c_uint8
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.harness import Missing
from bench.searchers.errands import Errand, Reach

SOURCE = Path(__file__).with_name("floor.c")
FAR = 1 << 20  # what floor.c calls a place that is not reached


def search(errands: Sequence[Errand], times: int) -> tuple[Callable[[], int], Callable[[], list[Reach]]]:
    """The search for all errands, so many times over, and what was found. Raises Missing without gcc."""
    reach, columns = _compiled(), {errand.column: _Column(errand) for errand in errands}
    asked = [(*_asked(errand), columns[errand.column]) for errand in errands]

    calls = [(*column.arrays, *numbers, *flags, found) for numbers, flags, found, column in asked]

    def run() -> int:
        return sum(reach(*call) for _ in range(times) for call in calls)

    def found() -> list[Reach]:
        pairs = zip(errands, asked, strict=True)
        return [e.by_hex({p: c for p, c in enumerate(row[2]) if c < FAR}) for e, row in pairs]

    return run, found


class _Column:
    """The steps of a column of the movement chart, one after another."""

    def __init__(self, errand: Errand) -> None:
        out = errand.net.outward[-1]
        steps = [step for steps in out for step in steps]
        self.arrays = (
            len(out),
            _ints([0, *accumulate(map(len, out))]),
            _ints([to for to, _ in steps]),
            _ints([cost for _, cost in steps]),
        )


def _asked(errand: Errand) -> tuple[tuple[int, int, int], tuple[Any, Any, Any], Any]:
    size = len(errand.net.hexes)
    flags = tuple(_flags(places, size) for places in (errand.not_first, errand.shut, errand.ends))
    return (errand.start, errand.points, errand.surcharge), (flags[0], flags[1], flags[2]), (c_int32 * size)()


def _ints(numbers: Sequence[int]) -> Any:
    return (c_int32 * len(numbers))(*numbers)


def _flags(places: frozenset[int], size: int) -> Any:
    return (c_uint8 * size)(*(place in places for place in range(size)))


def _compiled() -> Any:
    """The function of floor.c. Raises Missing when there is no gcc, or it fails."""
    if shutil.which("gcc") is None:
        raise Missing("there is no gcc")
    with TemporaryDirectory() as folder:
        library = Path(folder) / "floor.so"
        command = ["gcc", "-O3", "-shared", "-fPIC", str(SOURCE), "-o", str(library)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise Missing(f"gcc cannot compile {SOURCE.name}: {made.stderr.strip()[-200:]}")
        reach = CDLL(str(library)).reach
    ints, flags = POINTER(c_int32), POINTER(c_uint8)
    reach.argtypes = [c_int32, ints, ints, ints, c_int32, c_int32, c_int32, flags, flags, flags, ints]
    reach.restype = c_int32
    return reach
