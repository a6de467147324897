"""Results of orders by rule and dice, one at a time: fights, shots, tests, routs, rallies. Pure.

Only what everybody was told is a result: it is numbered by the entries everybody knows of, so that a number
on a button betrays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.game import Game
from engine import events as ev
from scenarios.presentation import Presentation, presentation
from storage import Entry

_NAME = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """A result: the entry it is in, as everybody counts them, and which of it; its events; when it was."""

    entry: Entry
    ordinal: int
    number: int
    events: tuple[ev.Event, ...]
    turn: int
    phase: str
    player: str

    @property
    def id(self) -> str:
        """By what it is asked for."""
        return f"{self.ordinal}.{self.number}"

    @property
    def notes(self) -> tuple[ev.Noted, ...]:
        """The referee's remarks about it."""
        return tuple(e for e in self.events if isinstance(e, ev.Noted))

    @property
    def dice(self) -> tuple[ev.Rolled, ...]:
        """The dice that were rolled for it."""
        return tuple(e for e in self.events if isinstance(e, ev.Rolled))


def newest(game: Game) -> Iterator[Resolution]:
    """The results that stand, the newest first. `game` is the referee's own."""
    known = game.known_to("")
    for ordinal in range(len(known), 0, -1):
        entry = known[ordinal - 1]
        if entry.struck is None:
            yield from reversed(within(game, entry, ordinal))


def within(game: Game, entry: Entry, ordinal: int) -> list[Resolution]:
    """The results of an entry, in order."""
    events = [e for e in entry.events if not e.only]
    cuts = _cuts(events, presentation(game.scenario.system))
    if not cuts:
        return []
    before, resolutions = _phase_before(game, entry), []
    for number, (start, stop) in enumerate(zip(cuts, [*cuts[1:], len(events)], strict=True), start=1):
        now = next((e for e in reversed(events[:start]) if isinstance(e, ev.Began)), before)
        when = (now.turn, now.phase, now.player) if now is not None else (0, "", "")
        end = next((n for n in range(start, stop) if isinstance(events[n], ev.Began)), stop)
        resolutions.append(
            Resolution(
                entry=entry,
                ordinal=ordinal,
                number=number,
                events=tuple(events[start:end]),
                turn=when[0],
                phase=when[1],
                player=when[2],
            )
        )
    return resolutions


def _phase_before(game: Game, entry: Entry) -> ev.Began | None:
    """The beginning of the phase in which an entry was made."""
    then = (
        e for e in reversed(game.entries) if e.seq < entry.seq and (e.struck or entry.seq + 1) > entry.seq
    )
    return next((e for one in then for e in reversed(one.events) if isinstance(e, ev.Began)), None)


def _cuts(events: Sequence[ev.Event], book: Presentation) -> list[int]:
    """Where each result begins: at its remark, or at the dice before it."""
    cuts, dice, last = list[int](), list[int](), None
    for n, event in enumerate(events):
        if isinstance(event, ev.Began):
            dice, last = [], None
        elif isinstance(event, ev.Rolled):
            if last is None or last.kind not in book.dice_after:
                dice.append(n)
        elif isinstance(event, ev.Noted) and _is_result(event, book):
            if not _joins(last, event, book):
                cuts.append(dice[0] if dice else n)
            dice, last = [], event
        elif isinstance(event, ev.Noted):
            dice = []
    return cuts


def _is_result(note: ev.Noted, book: Presentation) -> bool:
    """Whether a remark is a result by itself; a level of morale that is lost is none, the test was."""
    return note.kind in book.results and (note.kind != "morale" or "result" in note.facts)


def _joins(last: ev.Noted | None, note: ev.Noted, book: Presentation) -> bool:
    """Whether a remark continues the one before: the charge the test of its target, or one of the same kind
    about the same target or none."""
    if last is not None and (last.kind, note.kind) == ("morale_test", "charge"):
        return last.facts.get("unit") == note.facts.get("target")
    if last is None or last.kind != note.kind or note.kind not in book.joined:
        return False
    return last.facts.get("target") == note.facts.get("target")


def called(game: Game, name: str) -> Resolution | None:
    """The result of that id ("12.3"; "12": the last of entry 12), None when there is none."""
    match, known = _NAME.fullmatch(name.strip()), game.known_to("")
    if match is None or not 0 < int(match[1]) <= len(known):
        return None
    resolutions = within(game, known[int(match[1]) - 1], int(match[1]))
    if match[2] is None:
        return resolutions[-1] if resolutions else None
    return next((r for r in resolutions if r.number == int(match[2])), None)
