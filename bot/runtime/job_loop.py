"""What a process of `job_process` runs: it takes calls from one pipe, answers through another, one at a time.

A frame is a length (eight bytes, little-endian) and a pickle of that length. A call is (function, arguments,
keyword arguments), an answer (result, None) or (None, traceback). At the end of the calls the process ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import traceback
from typing import IO

LENGTH = struct.Struct("<Q")


def write_frame(pipe: IO[bytes], data: bytes) -> None:
    """Send a frame. Raises OSError when no one reads any more."""
    pipe.write(LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """The next frame. Raises EOFError when there is none, or not all of it."""
    (length,) = LENGTH.unpack(_read(pipe, LENGTH.size))
    return _read(pipe, length)


def _read(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data


def serve() -> None:
    """Answer calls until there are no more. What a function prints goes to the standard error."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdin.close()
    with contextlib.suppress(EOFError, OSError):
        while True:
            write_frame(answers, _answer(read_frame(calls)))


def _answer(data: bytes) -> bytes:
    """What a call comes to."""
    try:
        function, args, kwargs = pickle.loads(data)
        return pickle.dumps((function(*args, **kwargs), None))
    except Exception:
        return pickle.dumps((None, traceback.format_exc()))
