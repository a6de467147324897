"""Who waits for a job is told of it: with others for the same, by what others have made, and when no one
does it any more. Nothing is looked for meanwhile, unless a test says so."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage.jobs import queue as job_queue
from storage.jobs import worker
from storage.jobs.queue import JobQueue
from tests.patience import PATIENCE
from tests.storage.jobs.test_job_queue import KIND, Doubling, job, rows, working

JOBS = "SELECT priority FROM grognard_jobs.pgqueuer"
A_WORKER = f"INSERT INTO grognard_jobs.workers VALUES ('idle', '{KIND}', now())"


@pytest.fixture(autouse=True)
def never_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A result is found when it is told of, or not at all."""
    monkeypatch.setattr(job_queue, "POLL", 600.0)
    monkeypatch.setattr(worker, "LOOK", 0.1)


async def waiting(address: str, number: int) -> None:
    """So many jobs wait or are being done."""
    async with asyncio.timeout(PATIENCE):
        while len(await rows(address, JOBS)) != number:
            await asyncio.sleep(0.01)


async def asked(work: Doubling, number: int) -> None:
    """So many jobs were begun."""
    async with asyncio.timeout(PATIENCE):
        while len(work.asked) < number:
            await asyncio.sleep(0.01)


async def test_who_gives_up_leaves_the_others_waiting_for_the_same(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        patient = asyncio.create_task(queue.ask(job("ab"), 600))
        await asked(work, 1)
        hasty = await queue.ask(job("ab"), 0.05)
        work.gate.set()
        result = await asyncio.wait_for(patient, PATIENCE)

    assert (hasty, result) == (None, b"abab")


async def test_two_who_wait_in_one_process_both_have_the_result(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        both = [asyncio.create_task(queue.ask(job("ab"), 600)) for _ in range(2)]
        await asked(work, 1)
        work.gate.set()
        results = await asyncio.wait_for(asyncio.gather(*both), PATIENCE)

    assert results == [b"abab", b"abab"]


async def test_a_result_for_one_is_for_one_and_the_other_does_not_wait_on(
    address: str, queue: JobQueue
) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        both = [asyncio.create_task(queue.ask(job("ab", once=True), 600)) for _ in range(2)]
        await asked(work, 1)
        work.gate.set()
        results = await asyncio.wait_for(asyncio.gather(*both), PATIENCE)

    assert sorted(map(str, results)) == ["None", "b'abab'"]


async def test_what_waits_already_is_not_asked_for_twice_and_takes_the_higher_priority(
    address: str, queue: JobQueue
) -> None:
    await rows(address, A_WORKER)
    other = JobQueue(address)
    await other.start()
    one = asyncio.create_task(queue.ask(job("ab"), 600))
    await waiting(address, 1)

    two = asyncio.create_task(other.ask(job("ab", priority=7), 600))
    async with asyncio.timeout(PATIENCE):
        while await rows(address, JOBS) != [(7,)]:
            await asyncio.sleep(0.01)
    await queue.keep(job("ab").key, b"here")

    assert await asyncio.wait_for(asyncio.gather(one, two), PATIENCE) == [b"here", b"here"]
    await other.close()


async def test_what_was_made_elsewhere_meanwhile_is_not_done_again(address: str, queue: JobQueue) -> None:
    work = Doubling()
    work.gate.clear()
    async with working(address, work):
        busy = [asyncio.create_task(queue.ask(job(name), 600)) for name in ("a", "b")]
        await asked(work, worker.AT_ONCE)
        third = asyncio.create_task(queue.ask(job("ab"), 600))
        await waiting(address, 3)
        await queue.keep(job("ab").key, b"made elsewhere")
        result = await asyncio.wait_for(third, PATIENCE)
        work.gate.set()
        await asyncio.wait_for(asyncio.gather(*busy), PATIENCE)
        await waiting(address, 0)

    assert result == b"made elsewhere"
    assert sorted(work.asked) == [b"a", b"b"]


async def test_who_asked_too_late_is_told_so_at_once(address: str, queue: JobQueue) -> None:
    work = Doubling()
    async with working(address, work, late=-1.0):
        result = await asyncio.wait_for(queue.ask(job("ab"), 600), PATIENCE)

    assert (result, work.asked) == (None, [])


async def test_no_one_waits_for_workers_that_are_not_heard_of_any_more(
    address: str, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "POLL", 0.02)
    await rows(address, A_WORKER)
    one = asyncio.create_task(queue.ask(job("ab"), 600))
    await waiting(address, 1)

    await rows(address, "UPDATE grognard_jobs.workers SET seen = now() - interval '7 s'")

    assert await asyncio.wait_for(one, PATIENCE) is None


async def test_what_has_had_its_time_is_deleted_by_the_queue_itself(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "LOOK", 0.02)
    queue = JobQueue(address)
    await queue.start()
    await queue.keep("old", b"-")
    await rows(address, "UPDATE grognard_jobs.results SET made = now() - interval '901 s'")

    async with asyncio.timeout(PATIENCE):
        while await rows(address, "SELECT key FROM grognard_jobs.results"):
            await asyncio.sleep(0.01)
    await queue.close()


async def test_a_worker_that_has_stopped_is_not_up(address: str, queue: JobQueue) -> None:
    async with working(address, Doubling()) as there:
        assert there.is_up

    assert not there.is_up


async def test_a_worker_of_another_kind_is_none(address: str, queue: JobQueue) -> None:
    line = await asyncpg.connect(address)
    await line.execute("INSERT INTO grognard_jobs.workers VALUES ('other', 'other kind', now())")
    await line.close()

    assert await asyncio.wait_for(queue.ask(job("ab"), 600), PATIENCE) is None
    assert await rows(address, JOBS) == []
