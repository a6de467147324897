"""Every way a command can turn out, with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.commands import Command
from engine.events import Event, Rolled
from engine.ledger import Ledger, SeededDice
from engine.odds.branching import Announce, Branch, BranchingLedger, Other
from engine.referee import announced, go_on, is_settled, obey, play
from engine.scenario import Scenario
from engine.state import State
from engine.system import System

MOST_BRANCHES = 20_000
Weigh = Callable[[Sequence[Event]], Hashable]
"""What counts of the events so far."""
Step = Callable[[Ledger], None]
"""One thing that is done before positions are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """One way a command can turn out: its probability and its events.

    Where several faces of a die mean the same the event shows the lowest; `alike` has them all, by roll and
    die. It is empty for a random trial.
    """

    probability: Fraction
    events: tuple[Event, ...]
    alike: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def faces(self, purpose: str) -> tuple[int, ...]:
        """The faces of the first die rolled for a purpose that lead here; none where none was rolled."""
        rolls = (event for event in self.events if isinstance(event, Rolled))
        for at, roll in enumerate(rolls):
            if roll.purpose == purpose:
                return self.alike[at][0] if self.alike else roll.dice[:1]
        return ()


def chances(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    command: Command,
    most: int = MOST_BRANCHES,
    weigh: Weigh | None = None,
) -> tuple[Chance, ...]:
    """Every way the dice can fall for a command, each with its exact probability; the probabilities sum to 1.

    With `weigh` two ways become one, which shows the events of the first, where they lead to the same
    position between two tasks, and what counts of their events is the same. Raises Refused when the command
    is refused, OverflowError when more than `most` ways have to be followed.
    """

    def announce(before: State, event: Event) -> Event:
        return announced(system, scenario, before, event)

    def begin(ledger: Ledger) -> None:
        obey(system, scenario, ledger, side, command)

    def follow(ledger: Ledger) -> None:
        go_on(system, scenario, ledger)

    step, ahead, over, followed = begin, [Branch(state)], list[Branch](), 0
    while ahead:
        reached: list[Branch] = []
        for branch in (way for start in ahead for way in _ways(start, step, announce, most)):
            (over if is_settled(branch.state) else reached).append(branch)
            followed += 1
            if followed > most:
                raise OverflowError(f"more than {most} ways to go")
        step, ahead = follow, reached
        if weigh is not None and len(reached) > 1:
            ahead = _merged(state, reached, weigh)
    return tuple(
        Chance(probability=end.probability, events=end.events, alike=tuple(fall.alike for fall in end.falls))
        for end in over
    )


def _ways(start: Branch, step: Step, announce: Announce, most: int) -> Iterator[Branch]:
    """Every way on from a branch by one step, the lowest faces first."""
    waiting: list[Other | None] = [None]
    while waiting:
        ledger = BranchingLedger(start, announce, most, waiting.pop())
        step(ledger)
        waiting += ledger.others
        yield ledger.branch()


def _merged(start: State, branches: Iterable[Branch], weigh: Weigh) -> list[Branch]:
    """The branches, those that nothing will tell apart added to the first of them."""
    merged: dict[Hashable, list[Branch]] = {}
    for branch in branches:
        known = merged.setdefault((weigh(branch.events), _sketch(start, branch.state)), [])
        for at, other in enumerate(known):
            if other.state == branch.state:
                known[at] = replace(other, probability=other.probability + branch.probability)
                break
        else:
            known.append(branch)
    return [branch for known in merged.values() for branch in known]


def _sketch(start: State, state: State) -> Hashable:
    """What most often tells two positions apart, quickly."""
    changed = (unit for id_, unit in state.units.items() if unit is not start.units.get(id_))
    units = tuple((unit.id, unit.place, *unit.values.values()) for unit in changed)
    return units, state.agenda, state.questions, tuple(state.pools.values()), state.marks


def samples(
    system: System, scenario: Scenario, state: State, side: str, command: Command, number: int
) -> tuple[Chance, ...]:
    """That many random trials of a command, equally probable, where there are too many ways to follow.

    Raises Refused when the command is refused.
    """
    share = Fraction(1, number)
    return tuple(
        Chance(probability=share, events=play(system, scenario, state, side, command, SeededDice(b"%d" % n)))
        for n in range(number)
    )
