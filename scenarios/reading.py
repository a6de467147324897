"""Reads a stranger's battle, in a process of its own: `python -m scenarios.reading NAME < file > answer`.

It gives itself little memory and little time, and writes nothing but its answer (scenarios/sent.py).
"""

from __future__ import annotations

import contextlib
import os
import sys

from scenarios import bounds, sent

MEMORY = 512 * 1024 * 1024
"""Bytes it may ask for."""
SECONDS = 8
"""Seconds it may calculate."""


def confine() -> None:
    """Take away what reading does not need, where the system knows how."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    with contextlib.suppress(ImportError):
        import ctypes
        import resource

        for what, most in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_NPROC, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(what, (most, most))
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, 9)  # ends with its parent: PR_SET_PDEATHSIG, SIGKILL


def main(words: list[str]) -> int:
    """Read what comes, answer."""
    confine()
    data = sys.stdin.buffer.read(bounds.LARGEST + 1)
    sys.stdout.buffer.write(sent.packed(sent.examined(data, words[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
