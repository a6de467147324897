"""The history of a game as a viewer may know it, in sections: who did what in which phase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.game import Game
from engine import events as ev
from engine.evolve import replay
from engine.state import State
from storage import Entry

_JOINTS: re.Pattern[str] = re.compile(r"[|/ ]")
"""What parts a unit's id from the rest of a fact: "c1/left", "line-1|4|5|woods"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """What is asked of a history: of one unit, one phase, one turn; "" and 0 for all."""

    unit: str = ""
    phase: str = ""
    turn: int = 0

    def takes(self, turn: int, phase: str) -> bool:
        """Whether what happened then is asked for."""
        return self.turn in (0, turn) and self.phase in ("", phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSection:
    """What an entry led to in one phase: the events one may know of, the table before and after them (the
    referee's own).

    `first`: nothing of that entry comes before. An entry that sets several phases going has a stretch each.
    """

    entry: Entry
    turn: int
    phase: str
    player: str
    events: tuple[ev.Event, ...]
    before: State
    state: State
    first: bool


def stretches(game: Game, viewer: str) -> Iterator[LogSection]:
    """What a side, or a spectator (""), was told of, oldest first; what was taken back as well.

    `game` is the referee's own: what is yielded holds its states, not to be shown unveiled.
    """
    known = {entry.seq for entry in game.known_to(viewer)}
    striking = {entry.struck for entry in game.entries}
    state = State()
    for entry in game.entries:
        jump = entry is game.entries[0] or entry.seq in striking
        settled = game.at(entry.seq).state if jump else None
        for number, part in enumerate(_by_phase(entry.events)):
            before = state
            state = settled or replay(state, part)
            if entry.seq in known:
                began = part[0] if part and isinstance(part[0], ev.Began) else before
                yield LogSection(
                    entry=entry,
                    turn=began.turn,
                    phase=began.phase,
                    player=began.player,
                    events=tuple(e for e in part if e.only in ("", viewer)),
                    before=before,
                    state=state,
                    first=number == 0,
                )


def _by_phase(events: Sequence[ev.Event]) -> Iterator[tuple[ev.Event, ...]]:
    """The events from each beginning of a phase on; those before the first belong to the phase that was."""
    cuts = [n for n, e in enumerate(events) if isinstance(e, ev.Began)]
    starts = [0, *cuts]
    for start, stop in zip(starts, [*cuts, len(events)], strict=True):
        yield tuple(events[start:stop])


def about(unit: str, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """The events that concern a unit, with the dice that were rolled for them."""
    related, dice = list[ev.Event](), list[ev.Event]()
    for event in events:
        if isinstance(event, ev.Rolled) and event.by != unit:
            dice.append(event)
        elif concerns(event, unit):
            related += [*dice, event] if isinstance(event, ev.Noted) else [event]
            dice.clear()
        elif isinstance(event, ev.Noted):
            dice.clear()
        elif isinstance(event, ev.Opened):
            related.append(event)
    return tuple(related)


def concerns(event: ev.Event, unit: str) -> bool:
    """Whether an event is about a unit, alone or among others."""
    if isinstance(event, ev.Introduced):
        return event.counter.id == unit
    if isinstance(event, ev.Asked):
        return unit in event.question.about.split()
    named = (getattr(event, name, "") for name in ("unit", "on", "to", "by"))
    if unit in named:
        return True
    return isinstance(event, ev.Noted) and any(unit in _ids(fact) for fact in event.facts.values())


def _ids(fact: object) -> set[str]:
    """The words of a fact that may be ids."""
    facts = fact if isinstance(fact, tuple) else (fact,)
    return {part for one in facts if isinstance(one, str) for part in _JOINTS.split(one)}
