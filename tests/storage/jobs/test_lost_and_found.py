"""The queue of jobs when something is lost or late: its connection, its tables, a worker that stops or dies.
Nothing is looked for by itself here, unless a test says so: who waits is told."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage.jobs import queue as job_queue
from storage.jobs import tables, worker
from storage.jobs.queue import JobQueue
from storage.jobs.worker import JobWorker
from tests.patience import PATIENCE
from tests.storage.jobs.test_job_queue import KIND, Doubling, job, rows, working
from tests.storage.jobs.test_who_waits import A_WORKER, JOBS, asked, waiting
from tests.storage.postgres_server import Postgres

CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
LINES = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

HEARD_OF = "SELECT id FROM grognard_jobs.workers WHERE seen > now() - interval '9 s'"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is tried again at once; results are found when they are told of, or not at all."""
    monkeypatch.setattr(job_queue, "AGAIN", 0.02)
    monkeypatch.setattr(job_queue, "LOOK", 0.02)
    monkeypatch.setattr(job_queue, "POLL", 600.0)
    monkeypatch.setattr(worker, "AGAIN", 0.02)
    monkeypatch.setattr(worker, "LOOK", 0.1)


async def up(queue: JobQueue) -> None:
    async with asyncio.timeout(PATIENCE):
        while not queue.is_up:
            await asyncio.sleep(0.01)


async def test_who_waits_when_the_connection_is_lost_is_told_so_and_it_is_there_again(
    address: str, queue: JobQueue
) -> None:
    await rows(address, A_WORKER)
    waits = asyncio.create_task(queue.ask(job("ab"), 600))
    await waiting(address, 1)

    await rows(address, CUT)
    answer = await asyncio.wait_for(waits, PATIENCE)
    await up(queue)
    await queue.keep(job("cd").key, b"here")

    assert answer is None
    assert await queue.ask(job("cd"), PATIENCE) == b"here"


async def test_a_start_waits_for_no_database_and_for_no_right_to_make_the_tables(postgres: Postgres) -> None:
    nowhere = JobQueue(postgres.at("nowhere"))
    name = postgres.empty()
    postgres.sql(name, "CREATE ROLE stranger LOGIN")
    humble = JobQueue(postgres.at(name).replace("grognard@", "stranger@"))
    try:
        for queue in (nowhere, humble):
            await asyncio.wait_for(queue.start(), PATIENCE)
        not_there = [queue.is_up for queue in (nowhere, humble)]
        postgres.sql(name, f"GRANT CREATE ON DATABASE {name} TO stranger")
        await up(humble)

        assert not_there == [False, False]
        assert await nowhere.ask(job("ab"), 600) is None
    finally:
        await asyncio.gather(nowhere.close(), humble.close())
        postgres.sql(name, "DROP OWNED BY stranger", "DROP ROLE stranger")


async def test_a_queue_that_is_closed_leaves_no_connection_behind(address: str) -> None:
    queue = JobQueue(address)
    await queue.start()
    there = len(await rows(address, LINES))
    await queue.close()

    assert there == 1
    assert not queue.is_up
    async with asyncio.timeout(PATIENCE):
        while await rows(address, LINES):
            await asyncio.sleep(0.01)


async def test_a_result_that_is_there_already_stays_and_is_told_again(
    address: str, queue: JobQueue, caplog: pytest.LogCaptureFixture
) -> None:
    await queue.keep("a", b"first")
    await queue.keep("a", b"second")

    assert await rows(address, "SELECT body FROM grognard_jobs.results") == [(b"first",)]
    assert caplog.messages == []


async def test_tables_of_an_older_version_of_the_queue_are_brought_up_to_this_one(
    address: str, queue: JobQueue
) -> None:
    await queue.close()
    await rows(address, "ALTER TABLE grognard_jobs.pgqueuer DROP COLUMN dedupe_key CASCADE")
    newer = JobQueue(address)
    await newer.start()
    async with working(address, Doubling()):
        result = await newer.ask(job("ab"), PATIENCE)
    await newer.close()

    assert result == b"abab"


async def test_what_was_noted_of_workers_and_jobs_is_deleted_after_a_while_and_no_sooner(
    address: str, queue: JobQueue
) -> None:
    await queue.close()
    line = await asyncpg.connect(address)
    for name, seconds in (("old", tables.LONGEST_WAIT + 1), ("new", tables.LONGEST_WAIT - 60)):
        await line.execute(
            "INSERT INTO grognard_jobs.workers VALUES ($1, 'x', now() - make_interval(secs => $2))",
            *(name, seconds),
        )
        await line.execute(
            "INSERT INTO grognard_jobs.pgqueuer (priority, status, entrypoint, created)"
            " VALUES (0, 'queued', $1, now() - make_interval(secs => $2))",
            *(name, seconds),
        )
    for name, seconds in (("old", tables.KEPT + 1), ("new", tables.KEPT - 60)):
        await line.execute(
            "INSERT INTO grognard_jobs.results VALUES ($1, '', 0, now() - make_interval(secs => $2))",
            *(name, seconds),
        )
        for table, column in (("pgqueuer_log", "job_id"), ("pgqueuer_statistics", "count")):
            await line.execute(
                f"INSERT INTO grognard_jobs.{table} (created, {column}, status, priority, entrypoint)"
                " VALUES (now() - make_interval(secs => $2), 1, 'queued', 0, $1)",
                *(name, seconds),
            )
    await line.execute(tables.TIDY)
    kept = [
        [row[0] for row in await line.fetch(f"SELECT {column} FROM grognard_jobs.{table}")]
        for table, column in (
            ("workers", "id"),
            ("pgqueuer", "entrypoint"),
            ("results", "key"),
            ("pgqueuer_log", "entrypoint"),
            ("pgqueuer_statistics", "entrypoint"),
        )
    ]
    await line.close()

    assert kept == [["new"]] * 5


# workers


async def test_a_worker_that_is_stopped_finishes_what_it_has_begun(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        waits = asyncio.create_task(queue.ask(job("ab"), 600))
        await asked(work, 1)
        asyncio.get_running_loop().call_later(0.1, work.gate.set)

    assert await asyncio.wait_for(waits, PATIENCE) == b"abab"


async def test_a_worker_tells_again_and_again_that_it_is_there(
    address: str, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BEAT", 0.02)
    async with working(address, Doubling()):
        await rows(address, "UPDATE grognard_jobs.workers SET seen = now() - interval '60 s'")
        async with asyncio.timeout(PATIENCE):
            while await rows(
                address, "SELECT * FROM grognard_jobs.workers WHERE seen < now() - interval '9 s'"
            ):
                await asyncio.sleep(0.01)


async def test_a_worker_waits_for_the_tables_and_can_be_stopped_meanwhile(postgres: Postgres) -> None:
    address, stops = postgres.at(postgres.empty()), [asyncio.Event() for _ in range(2)]
    stopped, patient = (
        asyncio.create_task(JobWorker(address, KIND, Doubling(), PATIENCE).run(stop)) for stop in stops
    )
    await asyncio.sleep(2 * worker.LOOK)
    stops[0].set()
    await asyncio.wait_for(stopped, PATIENCE)
    queue = JobQueue(address)
    await queue.start()
    async with asyncio.timeout(PATIENCE):
        while not await rows(address, "SELECT * FROM grognard_jobs.workers"):
            await asyncio.sleep(0.01)
    result = await queue.ask(job("ab"), PATIENCE)
    stops[1].set()
    await asyncio.wait_for(patient, PATIENCE)
    await queue.close()

    assert result == b"abab"


async def test_the_job_of_a_worker_that_gives_no_sign_of_life_is_done_by_another(
    address: str, queue: JobQueue
) -> None:
    await rows(address, A_WORKER)
    waits = asyncio.create_task(queue.ask(job("ab"), 600))
    await waiting(address, 1)
    await rows(
        address,
        "UPDATE grognard_jobs.pgqueuer SET status = 'picked', queue_manager_id = gen_random_uuid(),"
        " heartbeat = now() - interval '3 s'",
    )
    async with working(address, Doubling()):
        result = await asyncio.wait_for(waits, PATIENCE)

    assert result == b"abab"
    assert await rows(address, JOBS) == []


async def test_a_worker_whose_connection_is_lost_takes_another(address: str, queue: JobQueue) -> None:
    await queue.close()
    async with working(address, Doubling()) as there:
        await rows(address, CUT)
        async with asyncio.timeout(PATIENCE):
            while there.is_up:
                await asyncio.sleep(0.01)
            while not there.is_up:
                await asyncio.sleep(0.01)
        again = JobQueue(address)
        await again.start()
        result = await again.ask(job("ab"), PATIENCE)
        await again.close()

    assert result == b"abab"
