"""The plain way to work out odds: an order played again for every face of every die."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.commands import Command
from engine.events import Event
from engine.ledger import ForcedDice, OutOfDice
from engine.referee import play
from engine.scenario import Scenario
from engine.state import State
from engine.system import System


def outcomes(
    system: System, scenario: Scenario, state: State, side: str, command: Command, most: int
) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    """Every way the dice can fall, with its probability. Raises OverflowError after so many."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    leaves = 0
    while waiting:
        faces, probability = waiting.pop()
        try:
            events = play(system, scenario, state, side, command, ForcedDice(faces))
        except OutOfDice as wanted:
            share = probability / wanted.sides
            waiting += [((*faces, face), share) for face in range(wanted.sides, 0, -1)]
            continue
        leaves += 1
        if leaves > most:
            raise OverflowError
        yield probability, events
