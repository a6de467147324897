"""Of one person a few requests are worked on at a time, so that one person's many delay no other's few."""

from __future__ import annotations

import asyncio

from bot.runtime.admission import AT_ONCE, Admission
from bot.runtime.fair_queue import Requester

ANNA, BRUNO = 1, 2


async def test_of_one_person_a_few_requests_are_worked_on_at_once_and_the_others_wait() -> None:
    admission, over = Admission(), asyncio.Event()
    working: list[int] = []

    async def work(person: int) -> None:
        with admission.under_way(Requester(person=person, place=5)):
            async with admission.work():
                working.append(person)
                await over.wait()

    async with asyncio.TaskGroup() as group:
        for person in [ANNA] * (AT_ONCE + 2) + [BRUNO]:
            group.create_task(work(person))
        for _ in range(5):
            await asyncio.sleep(0)
        meanwhile = sorted(working)
        has_turn = [admission.has_turn(Requester(person=person)) for person in (ANNA, BRUNO)]
        over.set()

    assert meanwhile == [ANNA] * AT_ONCE + [BRUNO]
    assert has_turn == [False, True]
    assert sorted(working) == [ANNA] * (AT_ONCE + 2) + [BRUNO]
