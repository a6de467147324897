"""The queue of jobs: what workers do for others, what is found, and that whatever goes wrong there is an
answer: none."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from storage.jobs import queue as job_queue
from storage.jobs import tables, worker
from storage.jobs.queue import Counts, Job, JobQueue
from storage.jobs.worker import JobWorker
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres

KIND = "double"
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is tried again at once."""
    monkeypatch.setattr(job_queue, "AGAIN", 0.05)
    monkeypatch.setattr(worker, "AGAIN", 0.05)
    monkeypatch.setattr(worker, "LOOK", 0.1)


def job(text: str, kind: str = KIND, priority: int = 0, *, once: bool = False) -> Job:
    async def payload() -> bytes:
        return text.encode()

    return Job(kind=kind, key=f"{kind} {text}", payload=payload, priority=priority, once=once)


class Doubling:
    """Work that is counted; it waits at the gate."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, payload: bytes) -> bytes | None:
        self.asked.append(payload)
        await self.gate.wait()
        if payload == b"secret":
            raise ValueError("a secret in an error")
        return payload * 2


@asynccontextmanager
async def working(
    address: str, work: Callable[[bytes], Awaitable[bytes | None]], late: float = PATIENCE
) -> AsyncIterator[JobWorker]:
    """A worker that is there."""
    stop, made = asyncio.Event(), JobWorker(address, KIND, work, late)
    running = asyncio.create_task(made.run(stop))
    async with asyncio.timeout(PATIENCE):
        while not made.is_up:
            await asyncio.sleep(0.01)
    try:
        yield made
    finally:
        stop.set()
        await asyncio.wait_for(running, PATIENCE)


async def rows(address: str, sql: str) -> list[Any]:
    line = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await line.fetch(sql)]
    finally:
        await line.close()


async def test_a_worker_does_what_is_asked_and_others_find_it(address: str, queue: JobQueue) -> None:
    other, work = JobQueue(address), Doubling()
    await other.start()
    async with working(address, work):
        first = await queue.ask(job("ab"), PATIENCE)
        again = await other.ask(job("ab"), PATIENCE)
    without = await other.ask(job("ab"), PATIENCE)
    await other.close()

    assert first == again == without == b"abab"
    assert work.asked == [b"ab"]
    assert await rows(address, "SELECT * FROM grognard_jobs.pgqueuer") == []


async def test_what_two_ask_at_the_same_time_is_done_once(address: str, queue: JobQueue) -> None:
    other, work = JobQueue(address), Doubling()
    await other.start()
    work.gate.clear()
    async with working(address, work):
        both = [asyncio.create_task(each.ask(job("ab"), PATIENCE)) for each in (queue, other)]
        while not work.asked:
            await asyncio.sleep(0.01)
        work.gate.set()
        results = await asyncio.gather(*both)
    await other.close()

    assert results == [b"abab", b"abab"]
    assert work.asked == [b"ab"]


async def test_without_a_worker_there_is_no_result_at_once_and_nothing_waits(
    address: str, queue: JobQueue
) -> None:
    assert await queue.ask(job("ab"), 600) is None
    assert await rows(address, "SELECT * FROM grognard_jobs.pgqueuer") == []


async def test_what_was_made_here_is_found_by_others(address: str, queue: JobQueue) -> None:
    other = JobQueue(address)
    await other.start()
    await queue.keep(job("ab").key, b"drawn here")

    found = await other.ask(job("ab"), PATIENCE)
    await other.close()

    assert found == b"drawn here"


async def test_a_result_that_is_for_one_is_gone_with_the_answer(address: str, queue: JobQueue) -> None:
    async with working(address, Doubling()):
        assert await queue.ask(job("ab", once=True), PATIENCE) == b"abab"

    assert await rows(address, "SELECT * FROM grognard_jobs.results") == []


async def test_what_fails_is_told_at_once_and_its_error_written_nowhere(
    address: str, queue: JobQueue, caplog: pytest.LogCaptureFixture
) -> None:
    async with working(address, Doubling()):
        assert await queue.ask(job("secret"), 600) is None

    assert "ValueError" in caplog.text
    assert "a secret in an error" not in caplog.text
    assert await rows(address, "SELECT * FROM grognard_jobs.workers") == [], "who has stopped is not counted"

    assert (
        await rows(address, "SELECT traceback FROM grognard_jobs.pgqueuer_log WHERE traceback IS NOT NULL")
        == []
    )


async def test_a_worker_that_is_late_is_not_waited_for(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        late = await queue.ask(job("ab"), 0.2)
        work.gate.set()

    assert late is None


async def test_a_job_that_no_one_waits_for_is_not_done(address: str, queue: JobQueue) -> None:
    work = Doubling()
    async with working(address, work, late=-1.0):
        await queue.ask(job("ab"), 0.5)

    assert work.asked == []


async def test_the_more_important_job_is_first(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        taken = [asyncio.create_task(queue.ask(job(name), PATIENCE)) for name in ("a", "b")]
        while len(work.asked) < worker.AT_ONCE:
            await asyncio.sleep(0.01)
        later = [asyncio.create_task(queue.ask(job(str(n), priority=n), PATIENCE)) for n in range(3)]
        while len(await rows(address, "SELECT * FROM grognard_jobs.pgqueuer")) < 5:
            await asyncio.sleep(0.01)
        work.gate.set()
        await asyncio.gather(*taken, *later)

    assert work.asked[worker.AT_ONCE :] == [b"2", b"1", b"0"]


DYING = """
import asyncio, sys
from storage.jobs.worker import JobWorker

async def work(payload):
    print("taken", flush=True)
    await asyncio.sleep(600)

asyncio.run(JobWorker(sys.argv[1], sys.argv[2], work, 600).run(asyncio.Event()))
"""


@pytest.mark.long
async def test_the_job_of_a_killed_worker_is_done_by_another(
    address: str, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "DEAD", 0.4)
    monkeypatch.setattr(worker, "LOOK", 0.1)
    dying = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", DYING, address, KIND), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(PATIENCE):
        while not await rows(address, "SELECT * FROM grognard_jobs.workers"):
            await asyncio.sleep(0.05)
    asked = asyncio.create_task(queue.ask(job("ab"), PATIENCE))
    assert dying.stdout is not None
    assert await asyncio.wait_for(dying.stdout.readline(), PATIENCE) == b"taken\n"
    dying.kill()
    await dying.wait()
    async with working(address, Doubling()):
        result = await asked

    assert result == b"abab"


async def test_who_asked_a_worker_that_is_stopped_is_told_at_once(
    address: str, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "FINISH_WITHIN", 0.05)
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        asked = asyncio.create_task(queue.ask(job("ab"), 600))
        while not work.asked:
            await asyncio.sleep(0.01)

    assert await asyncio.wait_for(asked, PATIENCE) is None


@pytest.mark.long
async def test_a_database_that_goes_away_is_no_answer_and_comes_back(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work) as there:
        asked = asyncio.create_task(queue.ask(job("ab"), 600))
        while not work.asked:
            await asyncio.sleep(0.01)
        await rows(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        assert await asked is None
        work.gate.set()
        async with asyncio.timeout(PATIENCE):
            while not (queue.is_up and there.is_up and await queue.ask(job("cd"), PATIENCE)):
                await asyncio.sleep(0.05)


async def test_old_results_and_jobs_are_deleted_and_the_rest_is_bounded(
    address: str, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "large", "new"):
        await queue.keep(name, name.encode())
    line = await asyncpg.connect(address)
    await line.execute("UPDATE grognard_jobs.results SET made = now() - interval '901 s' WHERE key = 'old'")
    await line.execute(
        f"UPDATE grognard_jobs.results SET size = {tables.MOST_BYTES}, made = now() - interval '1 s'"
        " WHERE key = 'large'"
    )
    await line.execute(
        "INSERT INTO grognard_jobs.pgqueuer (priority, status, entrypoint, payload, created)"
        " VALUES (0, 'queued', 'x', 'a position', now() - interval '121 s')"
    )
    await line.execute(tables.TIDY)
    await line.close()

    assert await rows(address, "SELECT key FROM grognard_jobs.results") == [("new",)]
    assert await rows(address, "SELECT * FROM grognard_jobs.pgqueuer") == []


async def test_it_is_counted_what_waits_and_who_works(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "LOOK", 0.05)
    told: list[Counts] = []
    queue, work = JobQueue(address, told.append), Doubling()
    await queue.start()
    work.gate.clear()
    async with working(address, work):
        asked = asyncio.create_task(queue.ask(job("ab"), PATIENCE))
        async with asyncio.timeout(PATIENCE):
            while not told or told[-1] != Counts({KIND: 1}, {KIND: 1}):
                await asyncio.sleep(0.02)
        work.gate.set()
        await asked
    await queue.close()


async def test_an_old_program_s_tables_are_found_as_they_are(address: str, queue: JobQueue) -> None:
    """Another process opens the queue that is there, and keeps what lies in it."""
    await queue.keep("a", b"b")
    other = JobQueue(address)
    await other.start()

    assert other.is_up
    await other.close()
    assert await rows(address, "SELECT key FROM grognard_jobs.results") == [("a",)]


async def test_several_make_the_tables_at_the_same_time(postgres: Postgres) -> None:
    address = postgres.at(postgres.empty())
    several = [JobQueue(address) for _ in range(4)]

    await asyncio.gather(*(each.start() for each in several))

    assert all(each.is_up for each in several)
    await asyncio.gather(*(each.close() for each in several))


async def test_a_worker_needs_rights_on_the_queue_alone(postgres: Postgres) -> None:
    name = postgres.empty()
    address = postgres.at(name)
    queue = JobQueue(address)
    await queue.start()
    postgres.sql(
        name,
        "CREATE TABLE games (seed text)",
        "CREATE ROLE worker LOGIN",
        "GRANT USAGE ON SCHEMA grognard_jobs TO worker",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA grognard_jobs TO worker",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA grognard_jobs TO worker",
    )
    humble = address.replace("grognard@", "worker@")
    try:
        async with working(humble, Doubling()):
            assert await queue.ask(job("ab"), PATIENCE) == b"abab"
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await rows(humble, "SELECT * FROM games")
    finally:
        await queue.close()
        postgres.sql(name, "DROP OWNED BY worker", "DROP ROLE worker")


async def test_what_is_taken_or_left_is_ones_own_and_who_was_not_heard_of_lately_is_not_there(
    address: str, queue: JobQueue
) -> None:
    line = await asyncpg.connect(address)
    await line.execute(
        "INSERT INTO grognard_jobs.workers VALUES ('old', $1, now() - interval '7 s'), ('x', 'x', now())",
        KIND,
    )
    nothing = await queue.ask(job("ab"), 600)
    counted = {row["kind"]: row["workers"] for row in await line.fetch(tables.COUNT)}
    for key in ("a", "b"):
        await queue.keep(key, b"-")
    await line.execute(tables.TAKE, "a")
    await line.execute(tables.LEAVE, "x")
    await line.close()

    assert nothing is None
    assert counted == {"x": 1}
    assert await rows(address, "SELECT * FROM grognard_jobs.pgqueuer") == []
    assert await rows(address, "SELECT key FROM grognard_jobs.results") == [("b",)]
    assert await rows(address, "SELECT id FROM grognard_jobs.workers") == [("old",)]
