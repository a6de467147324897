"""A ledger that is played again and again until its dice have fallen in every way that makes a difference.

What was recorded before a die falls another way is not worked out again: the same states come back, with all
that is cached about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import NamedTuple

from engine import events as ev
from engine.evolve import evolve
from engine.ledger import ForcedDice, Ledger, Outcome
from engine.state import State

Announce = Callable[[State, ev.Event], ev.Event]
"""(state before it, event): the event as it is announced, naming who may know of it."""
NO_DICE = ForcedDice(())


class Told(NamedTuple):
    """An event as it was announced, and the states before and after it."""

    event: ev.Event
    before: State
    after: State


class Fall(NamedTuple):
    """A way in which some dice can fall: the lowest faces that mean it, for each die all faces that mean the
    same, and in how many of how many ways the dice fall so."""

    dice: tuple[int, ...]
    alike: tuple[tuple[int, ...], ...]
    ways: int
    of: int


class Other(NamedTuple):
    """Another way to go from the same start: how the dice fall, and what was told before the last of them."""

    falls: tuple[Fall, ...]
    told: Sequence[Told]


@dataclass(frozen=True, slots=True)
class Branch:
    """A point that play can reach, with its probability: what was told up to it, how the dice fell."""

    state: State
    probability: Fraction = Fraction(1)
    told: tuple[Told, ...] = ()
    falls: tuple[Fall, ...] = ()

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """The events up to it."""
        return tuple(told.event for told in self.told)


class BranchingLedger(Ledger):
    """A ledger that goes on from a branch.

    The first dice fall as `other` says; of every later roll the first way is taken, and the rest are left in
    `others`. Raises OverflowError for a roll that can fall in more than `most` ways.
    """

    def __init__(self, start: Branch, announce: Announce, most: int, other: Other | None = None) -> None:
        super().__init__(start.state, NO_DICE)
        self.events = [told.event for told in start.told]
        self.before = [told.before for told in start.told]
        self.others: list[Other] = []
        self._start = start
        self._announce = announce
        self._most = most
        self._falls = start.falls if other is None else other.falls
        self._told = list(start.told if other is None else other.told)
        self._rolls = len(start.falls)

    def tell(self, *events: ev.Event) -> None:
        """Record these events, in order; those that were told before lead where they led."""
        for event in events:
            at = len(self.events)
            if at == len(self._told):
                after = evolve(self.state, event)
                self._told.append(Told(self._announce(self.state, event), self.state, after))
            told = self._told[at]
            self.events.append(told.event)
            self.before.append(told.before)
            self.state = told.after

    def branch(self) -> Branch:
        """The point that was reached."""
        new, probability = self._falls[len(self._start.falls) :], self._start.probability
        if new:
            probability *= Fraction(prod(fall.ways for fall in new), prod(fall.of for fall in new))
        return Branch(self.state, probability, tuple(self._told), self._falls)

    def _draw(self, key: str, count: int, sides: int, outcome: Outcome | None) -> tuple[int, ...]:
        at = self._rolls - 1
        if at == len(self._falls):
            meanings = tuple(map(outcome, range(1, sides + 1))) if outcome is not None else None
            first, *rest = _falls(count, sides, meanings, self._most)
            told = self._told[: len(self.events)]
            self.others += (Other((*self._falls, fall), told) for fall in reversed(rest))
            self._falls = (*self._falls, first)
        return self._falls[at].dice


@lru_cache(maxsize=4096)
def _falls(count: int, sides: int, meanings: tuple[Hashable, ...] | None, most: int) -> tuple[Fall, ...]:
    """The ways in which some dice can fall, by what their faces mean; each in its order without meanings."""
    if meanings is None:
        _check(sides**count, most)
        every = product(range(1, sides + 1), repeat=count)
        return tuple(Fall(dice, tuple((die,) for die in dice), 1, sides**count) for dice in every)
    alike: dict[Hashable, tuple[int, ...]] = {}
    for face, meaning in enumerate(meanings, start=1):
        alike[meaning] = (*alike.get(meaning, ()), face)
    _check(comb(len(alike) + count - 1, count), most)
    return tuple(_unordered(count, sides, tuple(alike.values())))


def _unordered(count: int, sides: int, groups: tuple[tuple[int, ...], ...]) -> Iterator[Fall]:
    for chosen in combinations_with_replacement(groups, count):
        orders = factorial(count) // prod(map(factorial, Counter(chosen).values()))
        ways = orders * prod(map(len, chosen))
        yield Fall(tuple(group[0] for group in chosen), chosen, ways, sides**count)


def _check(ways: int, most: int) -> None:
    if ways > most:
        raise OverflowError(f"more than {most} ways to fall")
