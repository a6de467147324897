"""A queue that lets its users take fair turns: by person and by place, reports first. Knows no Discord.

Those who have gone without a turn for longest are next, where a turn counts for the person and for the place
that took it. So a person with a thousand requests, or a game with a thousand spectators, delays any other by
one turn at most, and all come after one turn of each who waits.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import TypeVar

T = TypeVar("T")

PASSED_OVER = 3
"""Turns in a row that may go to better classes while one of a lower class waits."""


class Kind(IntEnum):
    """What a turn is wanted for. Only what is asked out of curiosity may ever be refused."""

    REPORT = 0
    """What a game owes to all its readers: posts."""
    PLAY = 1
    """An answer to an order, a panel."""
    CURIOSITY = 2
    """What changes nothing: maps, odds, what-ifs, completions."""
    SPARE = 3
    """What no one waits for."""


CLASS = {Kind.REPORT: 0, Kind.PLAY: 1, Kind.CURIOSITY: 1, Kind.SPARE: 2}
"""Reports go before what people asked for, which goes before what no one waits for."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Requester:
    """Who wants turns: a person (0: none) in a place, which is the channel of a game (0: none)."""

    kind: Kind = Kind.PLAY
    person: int = 0
    place: int = 0


UNKNOWN = Requester()
_current: ContextVar[Requester] = ContextVar("requester", default=UNKNOWN)


def current() -> Requester:
    """For whom the running task works."""
    return _current.get()


def work_for(requester: Requester) -> None:
    """The running task, and those it begins, work for this requester from now on."""
    _current.set(requester)


@contextmanager
def working_for(requester: Requester) -> Iterator[None]:
    """Within it, the running task works for this requester."""
    before = _current.set(requester)
    try:
        yield
    finally:
        _current.reset(before)


@dataclass(slots=True, eq=False)
class _Waiter:
    """`arrived`: just before the end of the newest turn (see `_stamps`)."""

    requester: Requester
    number: int
    arrived: int
    turn: asyncio.Future[None]


_Line = tuple[int, int, int, bool]
"""Waiters of one class, person and place, and whether they are curious: they come in order."""


class FairQueue:
    """At most `slots` turns at once (None: any number), `each` of one person, `curious` out of curiosity.

    Turns of one kind, person and place come in the order in which they were asked for. No class waits for
    more than PASSED_OVER turns of better ones in a row.
    """

    def __init__(
        self, slots: int | None = None, *, each: int | None = None, curious: int | None = None
    ) -> None:
        self._slots, self._each, self._curious = slots, each, curious
        self._running: Counter[object] = Counter()
        self._lines: dict[_Line, deque[_Waiter]] = {}
        self._turns = 0
        self._stamps: dict[tuple[str, int], int] = {}
        """When those who wait, persons and places, had their last turn: twice its number; without one, when
        they came: one less than twice the number of the newest, whose own next turn comes later."""
        self._waits: Counter[tuple[str, int]] = Counter()
        self._passed: Counter[int] = Counter()
        self._numbers = count()

    @property
    def busy(self) -> bool:
        """Whether a turn is taken or waited for."""
        return bool(self._running[None] or self._lines)

    @property
    def length(self) -> int:
        """How many turns are taken or waited for."""
        return self._running[None] + sum(map(len, self._lines.values()))

    def waiting(self, person: int) -> int:
        """How many turns a person waits for."""
        return sum(len(line) for (_, whose, _, _), line in self._lines.items() if whose == person)

    def running(self, person: int) -> int:
        """How many turns of a person have begun."""
        return self._running[person]

    async def run(self, work: Callable[[], Awaitable[T]], requester: Requester | None = None) -> T:
        """Do the work in a turn of its own. A caller who is cancelled while waiting gives up the place in the
        queue; later, the work goes on to its end, and only then the turn is over."""
        waiter = await self._enter(requester or current())
        task = asyncio.ensure_future(work())
        task.add_done_callback(lambda _: self._leave(waiter))
        return await asyncio.shield(task)

    @asynccontextmanager
    async def turn(self, requester: Requester | None = None) -> AsyncIterator[None]:
        """A turn for what stands within it, which ends with it."""
        waiter = await self._enter(requester or current())
        try:
            yield
        finally:
            self._leave(waiter)

    def hasten(self, waiting: Requester, requester: Requester) -> None:
        """Another requester wants what one is waiting for: it comes in the turn of the one who is sooner."""
        waiters = (w for line in self._lines.values() for w in line if w.requester is waiting)
        waiter = next(waiters, None)
        if waiter is not None and self._rank(requester, waiter) < self._rank(waiting, waiter):
            self._remove(waiter)
            waiter.requester = requester
            self._add(waiter)

    # --- in and out --------------------------------------------------------------------------------

    async def _enter(self, requester: Requester) -> _Waiter:
        turn = asyncio.get_running_loop().create_future()
        waiter = _Waiter(requester, next(self._numbers), 2 * self._turns - 1, turn)
        self._add(waiter)
        self._begin_turns()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter.turn.cancelled():
                self._remove(waiter)
            else:  # its turn had just begun
                self._leave(waiter)
            raise
        return waiter

    def _leave(self, waiter: _Waiter) -> None:
        for counted in _counts(waiter.requester):
            self._running[counted] -= 1
            if not self._running[counted]:
                del self._running[counted]
        self._begin_turns()

    def _add(self, waiter: _Waiter) -> None:
        line = self._lines.setdefault(_line(waiter.requester), deque())
        at = len(line)
        while at and line[at - 1].number > waiter.number:
            at -= 1
        line.insert(at, waiter)
        for key in _keys(waiter.requester):
            self._stamps.setdefault(key, waiter.arrived)
            self._waits[key] += 1

    def _remove(self, waiter: _Waiter) -> None:
        key = _line(waiter.requester)
        line = self._lines.get(key, deque())
        if waiter in line:
            line.remove(waiter)
            if not line:
                del self._lines[key]
            for of in _keys(waiter.requester):
                self._waits[of] -= 1
                if not self._waits[of]:
                    del self._waits[of], self._stamps[of]

    # --- whose turn it is --------------------------------------------------------------------------

    def _begin_turns(self) -> None:
        """Begin every turn that can begin."""
        while self._slots is None or self._running[None] < self._slots:
            first = self._next()
            if first is None:
                return
            self._remove(first)
            if first.turn.done():  # cancelled, and not yet removed by its task
                continue
            self._turns += 1
            self._stamps |= {key: 2 * self._turns for key in _keys(first.requester) if key in self._waits}
            for counted in _counts(first.requester):
                self._running[counted] += 1
            first.turn.set_result(None)

    def _next(self) -> _Waiter | None:
        """Who is next of those who may begin; the passed over come before their betters."""
        heads = [line[0] for line in self._lines.values() if self._may_begin(line[0].requester)]
        if not heads:
            return None
        classes = {CLASS[head.requester.kind] for head in heads}
        passed = [class_ for class_ in classes if self._passed[class_] >= PASSED_OVER]
        chosen = max(passed) if passed else min(classes)
        for class_ in classes:
            self._passed[class_] += class_ > chosen
        self._passed[chosen] = 0
        own = (head for head in heads if CLASS[head.requester.kind] == chosen)
        return min(own, key=lambda head: self._rank(head.requester, head))

    def _may_begin(self, requester: Requester) -> bool:
        if self._each is not None and requester.person and self._running[requester.person] >= self._each:
            return False
        return (
            self._curious is None
            or requester.kind is not Kind.CURIOSITY
            or self._running[Kind.CURIOSITY.name] < self._curious
        )

    def _rank(self, requester: Requester, waiter: _Waiter) -> tuple[int, int, int, int]:
        """The lowest is next: by class, by the later of the last turns of person and place, by the other."""
        stamps = [self._stamps.get(key, waiter.arrived) for key in _keys(requester)] or [waiter.arrived]
        return CLASS[requester.kind], max(stamps), min(stamps), waiter.number


def _line(requester: Requester) -> _Line:
    curious = requester.kind is Kind.CURIOSITY
    return CLASS[requester.kind], requester.person, requester.place, curious


def _counts(requester: Requester) -> tuple[object, ...]:
    """By what running turns are counted: in all, by kind, by person."""
    return (None, requester.kind.name, *([requester.person] if requester.person else []))


def _keys(requester: Requester) -> list[tuple[str, int]]:
    """By what turns are shared out: no one and nowhere have no share of their own."""
    return [key for key in (("person", requester.person), ("place", requester.place)) if key[1]]
