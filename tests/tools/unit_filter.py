"""Run a program under the system calls that a systemd unit allows.

    python -m tests.tools.unit_filter UNIT PROGRAM ...

systemd itself is not needed, only what it says of its groups of calls (systemd-analyze), and libseccomp.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NO_NEW_PRIVILEGES = 38


@cache
def group(name: str) -> frozenset[str]:
    """The system calls of a group such as @system-service, those of the groups in it as well."""
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    words = [line.strip() for line in told.splitlines()[1:]]
    found: set[str] = set()
    for word in words:
        if word and not word.startswith("#"):
            found |= group(word) if word.startswith("@") else {word}
    return frozenset(found)


def allowed(unit: str) -> frozenset[str]:
    """What the text of a unit allows."""
    found = group("@default")
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        denies, words = line.startswith("~"), line.removeprefix("~").split()
        named = frozenset().union(*(group(w) if w.startswith("@") else {w} for w in words))
        found = found - named if denies else found | named
    return found


def otherwise(unit: str) -> int:
    """What becomes of a call that is not allowed."""
    match = re.search(r"^SystemCallErrorNumber=(\w+)$", unit, re.MULTILINE)
    return KILL if match is None else ERRNO | int(getattr(errno, match[1]))


def confine(unit: str) -> None:
    """Allow this process, and those it starts, no other calls. Raises OSError where that cannot be done."""
    library = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
    library.seccomp_load.argtypes = [ctypes.c_void_p]
    rules = library.seccomp_init(otherwise(unit))
    for name in allowed(unit):
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # others are of other machines
            library.seccomp_rule_add(rules, ALLOW, number, 0)
    ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if library.seccomp_load(rules) != 0:
        raise OSError("no filter can be set on this machine")


if __name__ == "__main__":
    confine(Path(sys.argv[1]).read_text(encoding="utf-8"))
    os.execvp(sys.argv[2], sys.argv[2:])
