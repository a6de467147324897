"""A Python process that calls functions of modules, one after another (see `job_loop` for what it runs).

It is a plain child process with two pipes: nothing is forked, no other process is started beside it, and it
ends when its pipe does, at the latest with the call that it is busy with. Knows no event loop.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from bot.runtime import job_loop

P = ParamSpec("P")
T = TypeVar("T")


class ProcessEnded(Exception):
    """The process ended before it answered."""


class CallFailed(Exception):
    """A function raised an exception: its traceback."""


class _Call(NamedTuple):
    data: bytes
    result: Future[Any]


class JobProcess:
    """A process that runs from the moment it is made; `name` is that of the thread that waits for it, `ended`
    is done when nothing of it is left."""

    def __init__(self, name: str = "drawing process") -> None:
        begin = f"import sys; sys.path[:] = {sys.path!a}"
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"{begin}; from {job_loop.__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=os.name != "nt",  # a terminal's Ctrl-C is for the parent alone
        )
        self.pid = self._process.pid
        self.ended: Future[None] = Future()
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._over, self._lock = False, Lock()
        Thread(target=self._run, name=name, daemon=True).start()

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """What the function returns there. The future raises CallFailed, or ProcessEnded."""
        call = _Call(pickle.dumps((function, args, kwargs)), Future())
        with self._lock:
            if self._over:
                call.result.set_exception(ProcessEnded())
            else:
                self._calls.put(call)
        return call.result

    def finish(self) -> None:
        """Let it end after the calls it was given."""
        self._calls.put(None)

    def kill(self) -> None:
        """End it now, whatever it is doing."""
        self._process.kill()
        self._calls.put(None)

    def _run(self) -> None:
        """In a thread: pass calls to the process and answers back, until it ends or is to end."""
        try:
            while (call := self._calls.get()) is not None:
                if call.result.set_running_or_notify_cancel():
                    self._pass(call)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._process.kill()
        finally:
            with contextlib.suppress(OSError), self._process:  # closes the pipes and waits for the end
                pass
            with self._lock:
                self._over = True
            while not self._calls.empty():
                call = self._calls.get()
                if call is not None and call.result.set_running_or_notify_cancel():
                    call.result.set_exception(ProcessEnded())
            self.ended.set_result(None)

    def _pass(self, call: _Call) -> None:
        """Raises OSError or EOFError when the process has ended."""
        calls, answers = self._process.stdin, self._process.stdout
        assert calls is not None
        assert answers is not None
        try:
            job_loop.write_frame(calls, call.data)
            result, failure = pickle.loads(job_loop.read_frame(answers))
        except BaseException:
            call.result.set_exception(ProcessEnded())
            raise
        if failure is None:
            call.result.set_result(result)
        else:
            call.result.set_exception(CallFailed(failure))
