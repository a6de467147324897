"""Settings of the C library's memory allocator (glibc): what is freed goes back to the system. Of Python's
collector: what has been loaded is not searched for garbage again and again.

Left alone, glibc keeps what large images took for later ones, in as many arenas as there are threads: after a
day most of the memory of a process may be free memory that it does not give back. Elsewhere nothing is done.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8  # numbers of mallopt's options, from malloc.h
LARGE = 512 * 1024
"""Bytes from which a block is asked of the system by itself, and given back the moment it is freed."""
ARENAS = 2
KEPT = 4 * 2**20
"""Bytes at the end of the heap that stay for later."""


def economise(large: int = LARGE) -> None:
    """Set the allocator for this process: few arenas, and blocks from so many bytes on by themselves."""
    library = _library()
    if library is not None:
        for option, value in ((ARENA_MAX, ARENAS), (MMAP_THRESHOLD, large), (TRIM_THRESHOLD, KEPT)):
            library.mallopt(option, value)


def give_back() -> None:
    """Return free memory to the system, wherever it lies on the heap. Takes some milliseconds."""
    library = _library()
    if library is not None:
        library.malloc_trim(0)


def resident(pid: int) -> int:
    """Bytes of memory that a process takes, the code that it shares with others included; 0 where the system
    does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def set_aside() -> None:
    """Leave all there is now out of later collections, which stop every thread: code, sentences and battles
    are 150,000 objects, and to walk through them takes 70 milliseconds of a processor. Once in a process:
    what is set aside and dies in a circle stays."""
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


@cache
def _library() -> Any:
    """The C library, where it is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        if library.mallopt and library.malloc_trim:
            return library
    return None
