"""One process at a time: a locked file beside the database. The system unlocks it when the process dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from storage.errors import DatabaseTrouble

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # a locked byte cannot be read: far from the process id
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(path: Path) -> int:
    """Lock a database; the handle of the lock, held until it is closed with `os.close`.

    The lock file stays when the lock is released: deleting it would let two processes lock two files
    of the same name. Raises DatabaseTrouble when another process, or this one, already holds the lock.
    """
    handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError as error:
        holder = os.read(handle, 20).decode("ascii", "replace").strip()
        os.close(handle)
        raise DatabaseTrouble("in_use", path=str(path), holder=holder) from error
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode("ascii"))
    return handle
