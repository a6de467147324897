"""Read an uploaded battle in a separate process: `python -m scenarios.upload_process NAME < file > answer`.

The process limits its own memory and time, and writes nothing but its answer (scenarios/upload_check.py).
"""

from __future__ import annotations

import contextlib
import os
import sys

from scenarios import upload_check, upload_limits

MEMORY = 512 * 1024 * 1024
"""Most bytes the process may allocate."""
SECONDS = 8
"""Most seconds of processor time."""


def confine() -> None:
    """Limit the process to what reading needs, as far as the operating system allows."""
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
    """Read a battle from standard input and write the answer to standard output."""
    confine()
    data = sys.stdin.buffer.read(upload_limits.LARGEST + 1)
    sys.stdout.buffer.write(upload_check.packed(upload_check.read_upload(data, words[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
