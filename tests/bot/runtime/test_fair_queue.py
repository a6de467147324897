"""Fair turns: bounds, order, no starvation, and no turn lost to a cancellation."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.runtime import fair_queue
from bot.runtime.fair_queue import CLASS, PASSED_OVER, FairQueue, Kind, Requester
from bot.runtime.worker_threads import in_thread
from tests.patience import PATIENCE

REQUESTERS = st.builds(
    Requester, kind=st.sampled_from(Kind), person=st.integers(0, 3), place=st.integers(0, 3)
)


def asked(person: int = 0, place: int = 0, kind: Kind = Kind.CURIOSITY) -> Requester:
    return Requester(kind=kind, person=person, place=place)


def served(requesters: Iterable[Requester], queue: FairQueue | None = None) -> list[Requester]:
    """In which order turns come that are all asked for during the turn of another."""
    order: list[Requester] = []

    async def play() -> None:
        turns = queue or FairQueue(1)
        over = asyncio.Event()
        first = asyncio.create_task(turns.run(over.wait, Requester(kind=Kind.REPORT)))
        await asyncio.sleep(0)

        async def work(requester: Requester) -> None:
            order.append(requester)

        tasks = [asyncio.create_task(turns.run(lambda r=r: work(r), r)) for r in requesters]
        await asyncio.sleep(0)
        over.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(first, *tasks)
        assert not turns.busy

    asyncio.run(play())
    return order


def test_a_person_with_many_requests_delays_another_by_one_turn() -> None:
    flood, other = [asked(1, place=1) for _ in range(1500)], asked(2, place=1)

    assert served([*flood, other]).index(other) <= 1


def test_many_requests_of_one_person_in_many_games_count_as_one_persons() -> None:
    flood, other = [asked(1, place=n) for n in range(1, 200)], asked(2, place=500)

    assert served([*flood, other]).index(other) <= 1


def test_a_game_with_many_spectators_delays_another_game_by_one_turn() -> None:
    crowd, other = [asked(n, place=1) for n in range(1, 200)], asked(500, place=2)

    assert served([*crowd, other]).index(other) <= 1


def test_a_newcomer_in_a_crowded_game_goes_before_those_who_have_had_turns() -> None:
    busy = [asked(person, place=1) for _ in range(20) for person in (1, 2)]
    newcomer = asked(3, place=1)

    assert served([*busy, newcomer]).index(newcomer) <= 3


def test_reports_go_before_what_is_asked_and_that_before_what_no_one_waits_for() -> None:
    kinds = [Kind.SPARE, Kind.CURIOSITY, Kind.REPORT]

    order = served(asked(n, n, kind) for n, kind in enumerate(kinds, 1))

    assert [r.kind for r in order] == [Kind.REPORT, Kind.CURIOSITY, Kind.SPARE]


def test_many_reports_do_not_starve_a_question() -> None:
    question = asked(1, 1)
    reports = [asked(0, n, Kind.REPORT) for n in range(1, 100)]

    assert served([*reports, question]).index(question) <= PASSED_OVER


@pytest.mark.long
@given(st.lists(REQUESTERS, max_size=40))
def test_all_are_served_once_and_each_in_order(requesters: list[Requester]) -> None:
    order = served(requesters)

    assert Counter(map(id, order)) == Counter(map(id, requesters))

    def line(of: list[Requester], like: Requester) -> list[int]:
        same = (like.kind, like.person, like.place)
        return [id(r) for r in of if (r.kind, r.person, r.place) == same]

    assert all(line(order, r) == line(requesters, r) for r in requesters)


@pytest.mark.long
@given(st.lists(REQUESTERS, min_size=1, max_size=40))
def test_no_one_is_passed_over_for_long(requesters: list[Requester]) -> None:
    """The first of a person comes after few turns of each other person and game of its class."""
    order = served(requesters)
    for kind in Kind:
        for person in {r.person for r in requesters if r.kind is kind and r.person}:
            mine = next(r for r in requesters if r.kind is kind and r.person == person)
            own = [r for r in order[: order.index(mine)] if CLASS[r.kind] == CLASS[kind]]
            places = {r.place for r in requesters}
            people = {r.person for r in requesters}
            assert len([r for r in own if r.person != person]) <= 2 * (len(places) + 1) * (len(people) + 1)


@pytest.mark.long
@given(
    st.lists(REQUESTERS, max_size=40),
    st.integers(1, 4),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(1, 3),
)
def test_the_bounds_hold(
    requesters: list[Requester], slots: int, each: int | None, curious: int | None
) -> None:
    async def play() -> None:
        queue, running = FairQueue(slots, each=each, curious=curious), list[Requester]()

        async def work(requester: Requester) -> None:
            running.append(requester)
            people = Counter(r.person for r in running if r.person)
            assert len(running) <= slots
            assert each is None or all(n <= each for n in people.values())
            assert curious is None or sum(r.kind is Kind.CURIOSITY for r in running) <= curious
            await asyncio.sleep(0)
            running.remove(requester)

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(queue.run(lambda r=r: work(r), r) for r in requesters))
        assert not queue.busy

    asyncio.run(play())


@pytest.mark.long
@given(st.lists(st.tuples(REQUESTERS, st.none() | st.integers(0, 8)), max_size=25), st.integers(1, 3))
def test_no_turn_is_lost_to_a_cancellation(requests: list[tuple[Requester, int | None]], slots: int) -> None:
    """Each is cancelled after so many steps of the loop, or never."""

    async def play() -> None:
        queue, done = FairQueue(slots, each=2), list[int]()

        async def work(number: int) -> None:
            await asyncio.sleep(0)
            done.append(number)

        tasks = [
            asyncio.create_task(queue.run(lambda n=n: work(n), requester))
            for n, (requester, _) in enumerate(requests)
        ]
        for step in range(9):
            for task, (_, at) in zip(tasks, requests, strict=True):
                if at == step:
                    task.cancel()
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks, return_exceptions=True)
            await queue.run(lambda: work(-1))
        assert {n for n, (_, at) in enumerate(requests) if at is None} <= set(done)
        assert not queue.busy

    asyncio.run(play())


async def test_what_a_person_has_waiting_does_not_hold_up_those_who_may_begin() -> None:
    queue, over = FairQueue(each=1), asyncio.Event()
    flood = [asyncio.create_task(queue.run(over.wait, asked(1))) for _ in range(5)]
    await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE):
        async with queue.turn(asked(2)):
            assert queue.waiting(1) == 4
        over.set()
        await asyncio.gather(*flood)


async def test_the_same_wish_of_another_comes_in_the_sooner_turn() -> None:
    queue, over, order = FairQueue(1), asyncio.Event(), list[int]()
    first = asyncio.create_task(queue.run(over.wait))
    await asyncio.sleep(0)

    async def work(number: int) -> None:
        order.append(number)

    wishes = [asked(1, 1) for _ in range(5)]
    tasks = [asyncio.create_task(queue.run(lambda n=n: work(n), r)) for n, r in enumerate(wishes)]
    await asyncio.sleep(0)
    queue.hasten(wishes[4], asked(0, 1, Kind.REPORT))
    queue.hasten(wishes[3], asked(1, 1))

    over.set()
    await asyncio.gather(first, *tasks)
    assert order == [4, 0, 1, 2, 3]


async def test_work_that_fails_ends_its_turn() -> None:
    queue = FairQueue(1)

    async def fail() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await queue.run(fail)

    assert not queue.busy


async def test_work_in_a_thread_is_for_the_one_who_asked() -> None:
    with fair_queue.working_for(mine := asked(7, 8)):
        assert await in_thread(fair_queue.current) is mine
    assert fair_queue.current() is fair_queue.UNKNOWN
