"""A process that answers calls through pipes: results, failures, its end and that of its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from bot.runtime.job_process import CallFailed, JobProcess, ProcessEnded
from tests.crash.processes import lives
from tests.patience import PATIENCE


@pytest.fixture
def process() -> Iterator[JobProcess]:
    made = JobProcess()
    yield made
    made.kill()
    made.ended.result(PATIENCE)


def test_calls_are_answered_in_their_order(process: JobProcess) -> None:
    results = [process.call(divmod, number, 10) for number in range(50)]

    assert [each.result(PATIENCE) for each in results] == [divmod(number, 10) for number in range(50)]
    assert process.call(os.getpid).result(PATIENCE) == process.pid != os.getpid()


def test_much_larger_calls_and_answers_than_a_pipe_holds(process: JobProcess) -> None:
    data = os.urandom(3_000_000)

    assert process.call(bytes.__add__, data, data).result(PATIENCE) == data + data


def test_what_a_function_prints_is_no_answer(process: JobProcess) -> None:
    process.call(print, "x" * 1000, flush=True).result(PATIENCE)

    assert process.call(eval, "__import__('sys').stdin.closed").result(PATIENCE)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("lambda: 0", "pickle"),
        ("__import__('bot.nothing')", "ModuleNotFound"),
    ],
)
def test_a_call_that_fails_is_told_and_the_next_one_answered(
    process: JobProcess, code: str, error: str
) -> None:
    with pytest.raises(CallFailed, match=error):
        process.call(eval, code).result(PATIENCE)

    assert process.call(abs, -1).result(PATIENCE) == 1


def test_what_cannot_be_sent_is_refused_at_once(process: JobProcess) -> None:
    with pytest.raises(Exception, match="pickle"):
        process.call(lambda: 0)

    assert process.call(abs, -1).result(PATIENCE) == 1


@pytest.mark.fault(76)
def test_a_killed_process_owes_no_answers(process: JobProcess) -> None:
    results = [process.call(time.sleep, 600), process.call(abs, -1)]
    process.kill()

    for each in results:
        with pytest.raises(ProcessEnded):
            each.result(PATIENCE)
    process.ended.result(PATIENCE)
    with pytest.raises(ProcessEnded):
        process.call(abs, -1).result(PATIENCE)
    assert not lives(process.pid)


@pytest.mark.fault(76)
def test_an_end_in_the_middle_of_a_call_or_between_two_is_noticed(process: JobProcess) -> None:
    with pytest.raises(ProcessEnded):
        process.call(os._exit, 3).result(PATIENCE)

    process.ended.result(PATIENCE)


def test_a_call_that_was_cancelled_before_its_turn_is_left_out(process: JobProcess) -> None:
    process.call(time.sleep, 0.2)
    dropped: Future[None] = process.call(os._exit, 3)
    dropped.cancel()

    assert process.call(abs, -1).result(PATIENCE) == 1


def test_it_ends_after_what_it_was_given(process: JobProcess) -> None:
    result = process.call(abs, -1)
    process.finish()

    assert result.result(PATIENCE) == 1
    process.ended.result(PATIENCE)
    assert not lives(process.pid)


PARENT = """
import os, sys, time
from bot.images import painting
from bot.runtime.job_process import JobProcess
from tests.patience import PATIENCE
process = JobProcess()
process.call({begun}).result()
process.call(time.sleep, {busy})
print(process.pid, flush=True)
time.sleep(600)
"""
IDLE, AT_WORK = ("abs, -1", 0), ("painting.begin, os.getpid(), None, None", 600)


@pytest.mark.fault(76)
@pytest.mark.skipif(sys.platform != "linux", reason="the end of a parent is told by Linux")
@pytest.mark.parametrize(("begun", "busy"), [IDLE, AT_WORK], ids=["idle", "at work"])
def test_it_ends_with_a_parent_that_is_killed(begun: str, busy: int) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT.format(begun=begun, busy=busy)], stdout=-1) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert lives(pid)

        os.kill(parent.pid, signal.SIGKILL)

        until = time.monotonic() + PATIENCE
        while lives(pid) and time.monotonic() < until:
            time.sleep(0.01)
        assert not lives(pid)
