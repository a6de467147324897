"""A record played again: the battle it is about, the positions its orders met, the commands they mean.

The events are applied as they were recorded; whether they are right is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import scenario_builder
from engine.commands import Command
from engine.errors import BadScenario
from engine.events import Event
from engine.evolve import replay
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import SYSTEMS
from notation.record.model import BadRecord, RecordedEntry, RecordedGame
from notation.record.order_line import read_order

MOST_APPLIED_AGAIN = 500_000
"""Events that undoing orders may have applied again, in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """An entry with the position it met and the position it led to (of an undo: the one it restored), and
    its order as a command."""

    entry: RecordedEntry
    command: Command | None
    before: State
    after: State


def battle_of(game: RecordedGame) -> tuple[System, Scenario]:
    """The rulebook and the battle of a record. Raises BadRecord."""
    return battle_printed(game.printed, game.rulebook)


def battle_printed(printed: Mapping[str, Any], rulebook: str) -> tuple[System, Scenario]:
    """The rulebook and the battle of that text. Raises BadRecord."""
    try:
        scenario = scenario_builder.build(printed)
    except BadScenario as error:
        raise BadRecord(0, f"the battle in this record cannot be built: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise BadRecord(0, "the battle in this record cannot be built") from error
    system = SYSTEMS.get(scenario.system)
    if system is None or scenario.system != rulebook:
        raise BadRecord(0, f"this program has no rulebook {rulebook[:40]!r}, or the battle is of another one")
    return system, scenario


def moments(game: RecordedGame) -> Iterator[Moment]:
    """Every entry of a whole record with its positions, in order. Raises BadRecord where an order cannot be
    read or an event does not fit the position."""
    if not game.whole:
        raise BadRecord(0, "this record was made before the end of the game: it does not hold every position")
    system, scenario = battle_of(game)
    positions = Positions(game.entries)
    for entry in game.entries:
        positions.undo(entry)
        before, command = positions.now, None
        if entry.order:
            try:
                command = read_order(entry.order, system, scenario, before, entry.side)
            except ValueError as error:
                raise BadRecord(entry.line, str(error)) from error
            except Exception as error:  # whatever a position that was tampered with leads to
                raise BadRecord(entry.line, "this order does not fit the position") from error
        positions.add(entry)
        yield Moment(entry=entry, command=command, before=before, after=positions.now)


class Positions:
    """The positions after 0, 1, 2 ... entries, those that count after every undo so far."""

    def __init__(self, entries: Sequence[RecordedEntry]) -> None:
        self._entries = entries
        self._states = [State()]
        self._struck: set[int] = set()
        self._applied_again = 0

    @property
    def now(self) -> State:
        """The position after all entries so far."""
        return self._states[-1]

    def undo(self, by: RecordedEntry) -> None:
        """Bring the positions up to what an entry undoes."""
        if not by.strikes:
            return
        self._struck.update(by.strikes)
        for number in range(min(by.strikes) - 1, len(self._states) - 1):
            entry = self._entries[number]
            state = self._states[number]
            self._applied_again += len(entry.events) + 1
            if self._applied_again > MOST_APPLIED_AGAIN:
                raise BadRecord(by.line, "this record undoes too much")
            self._states[number + 1] = state if entry.number in self._struck else _after(state, entry)

    def add(self, entry: RecordedEntry) -> None:
        """Apply one more entry."""
        self._states.append(_after(self.now, entry))


def _after(state: State, entry: RecordedEntry) -> State:
    """The position after an entry. Raises BadRecord when it does not fit."""
    events: tuple[Event, ...] = entry.events
    try:
        return replay(state, events)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(entry.line, "the events of this entry do not fit the position") from error
