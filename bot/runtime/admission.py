"""Admits interactions to be worked on, so that one person's many delay no other's few. Knows no Discord.

Of one person a few are worked on at a time; the others wait for their turn. What is asked out of curiosity
while as much is under way is refused at once, which costs one short call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from bot.runtime import fair_queue
from bot.runtime.fair_queue import FairQueue, Kind, Requester

AT_ONCE = 4
"""Interactions of one person that are acknowledged at once, and as many that are worked on."""
MOST_CURIOUS = 4
"""Questions of one person under way at once; another one is refused."""
TYPING = 2
"""Completions of one person that are looked for at once."""


class TooCurious(Exception):
    """As many questions of this person as may be are under way."""


class Admission:
    """The turns of people."""

    def __init__(self) -> None:
        self._first_calls = FairQueue(each=AT_ONCE)
        self._work = FairQueue(each=AT_ONCE)
        self._typing = FairQueue(each=TYPING)
        self._questions: Counter[int] = Counter()
        self._typed: dict[int, int] = {}

    @contextmanager
    def under_way(self, requester: Requester) -> Iterator[None]:
        """Count a question among those of its person. What is done within it is done for that person.

        Raises TooCurious.
        """
        person, curious = requester.person, requester.kind is Kind.CURIOSITY
        if curious and self._questions[person] >= MOST_CURIOUS:
            raise TooCurious
        self._questions[person] += curious
        try:
            with fair_queue.working_for(requester):
                yield
        finally:
            self._questions[person] -= curious
            if not self._questions[person]:
                del self._questions[person]

    def first_call(self, requester: Requester) -> AbstractAsyncContextManager[None]:
        """A turn to answer Discord in time."""
        return self._first_calls.turn(requester)

    def work(self) -> AbstractAsyncContextManager[None]:
        """A turn to work on what has been acknowledged."""
        return self._work.turn()

    def has_turn(self, requester: Requester) -> bool:
        """Whether `work` would begin without waiting."""
        return not self._work.waiting(requester.person) and self._work.running(requester.person) < AT_ONCE

    @asynccontextmanager
    async def typing(self, requester: Requester, number: int) -> AsyncIterator[bool]:
        """A turn to find out what can be typed next; whether it is still wanted: nothing was typed since.
        `number` is that of the interaction."""
        person = requester.person
        self._typed[person] = number
        try:
            async with self._typing.turn(requester):
                with fair_queue.working_for(requester):
                    yield self._typed.get(person) == number
        finally:
            if self._typed.get(person) == number:
                del self._typed[person]
