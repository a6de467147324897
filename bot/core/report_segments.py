"""Division of the log into segments, one for each public post. Pure, and stable after any undo or restart.

Where phases play themselves, one order sets many of them going: its events are split into parts, a post each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

from bot.core.game import Game
from engine import events as ev
from storage import Entry

ENDING = (ev.Began, ev.Ended, ev.Asked, ev.Answered)
"""Events without which no chapter ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSegment:
    """Entries `first` to `last`, of a `player`'s part of a game turn ("": everybody's); whether a player-turn
    begins at its end (or the game), and whether one ends there."""

    first: int
    last: int
    turn_begins: bool
    turn: int
    player: str
    ends_turn: bool

    def continues(self, earlier: ReportSegment) -> bool:
        """Whether it belongs to the same player-turn as an earlier one."""
        return (self.turn, self.player) == (earlier.turn, earlier.player)


def segments(game: Game) -> tuple[ReportSegment, ...]:
    """The finished chapters of the log, in order.

    A chapter ends where a phase ends in which something happened and the next one is no mere sequel, where a
    player-turn begins, where a question goes to another side, and where the game ends. What lies between goes
    into the next one.
    """
    return tuple(newest_first(game))[::-1]


def newest_first(game: Game, until: int | None = None) -> Iterator[ReportSegment]:
    """The finished chapters of the log up to entry `until`, backwards. Of a long log no more is looked at
    than is asked for."""
    living = [e for e in game.active_entries if e.kind != "ruling" and (until is None or e.seq <= until)]
    while living:
        start, player, turn = _border(living)
        yield from reversed(_within(game, living[start:], player, turn))
        del living[start:]


def _border(entries: Sequence[Entry]) -> tuple[int, str, int]:
    """Where a chapter begins for certain, since a player-turn does: its place among the entries, the player,
    the turn. Not after the last entry."""
    after, player, turn = 0, "", 0
    for place in range(len(entries) - 2, -1, -1):
        began = _begun(entries[place])
        if began is not None and after and (began.player, began.turn) != (player, turn):
            break
        if began is not None:
            after, player, turn = place + 1, began.player, began.turn
    return after, player, turn


def _begun(entry: Entry) -> ev.Began | None:
    """The last phase that begins in an entry."""
    return next((e for e in reversed(entry.events) if isinstance(e, ev.Began)), None)


def _within(game: Game, entries: Sequence[Entry], player: str, turn: int) -> list[ReportSegment]:
    """The chapters of some entries, before which one has ended and it was that player's turn."""
    chapters: list[ReportSegment] = []
    first, newsworthy, whose = 0, False, (turn, player)
    for entry in entries:
        first = first or entry.seq
        newsworthy = newsworthy or has_news(entry)
        began = _begun(entry)
        over = any(isinstance(e, ev.Ended) for e in entry.events)
        handed = began is not None and (began.player, began.turn) != (player, turn)
        if began is not None:
            player, turn = began.player, began.turn
        reported = newsworthy and began is not None and began.phase not in game.system.continuing_phases
        if handed or over or reported or _asks_another(entry):
            begins, (in_turn, of) = handed and not over, whose
            chapters.append(
                ReportSegment(
                    first=first,
                    last=entry.seq,
                    turn_begins=begins,
                    turn=in_turn,
                    player=of,
                    ends_turn=handed or over,
                )
            )
            first, newsworthy, whose = 0, False, (turn, player)
    return chapters


def _asks_another(entry: Entry) -> bool:
    """Whether a question waits for another side at the end of an entry; one answered beforehand does not."""
    last = next((e for e in reversed(entry.events) if isinstance(e, ev.Asked | ev.Answered)), None)
    return isinstance(last, ev.Asked) and last.question.side != entry.side


def player_turn(game: Game, chapter: ReportSegment) -> tuple[ReportSegment, ...]:
    """The chapters of the player-turn of a chapter, up to it, in order."""
    mine = takewhile(chapter.continues, newest_first(game, chapter.last))
    return tuple(mine)[::-1]


def ended_by(game: Game, seq: int) -> ReportSegment | None:
    """The chapter that ends with this entry, or None."""
    entry = next((e for e in reversed(game.entries) if e.seq == seq), None)
    if entry is None or not any(isinstance(e, ENDING) for e in entry.events):
        return None
    newest = next(newest_first(game, seq), None)
    return newest if newest is not None and newest.last == seq else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPart:
    """A post of a chapter: events `start` to `stop` of its last entry, which tell of a `stage`, or of what is
    no stage (""). The first part also holds what the entries before told; the last one calls the players."""

    stage: str
    start: int
    stop: int
    first: bool
    last: bool


def parts(game: Game, chapter: ReportSegment) -> tuple[ReportPart, ...]:
    """The posts of a chapter: one a stage in which something happened, and one at its end.

    Only what everybody may know counts: whether there is a post must not tell of anything else.
    """
    entry = next(e for e in game.active_entries if e.seq == chapter.last)
    cuts = [
        (n, e.phase)
        for n, e in enumerate(entry.events)
        if isinstance(e, ev.Began) and e.phase in game.system.automatic_phases
    ]
    if not cuts:
        return (ReportPart(stage="", start=0, stop=len(entry.events), first=True, last=True),)
    starts = [0, *(n for n, _ in cuts[1:])]
    stops = [*starts[1:], len(entry.events)]
    spans = [
        (stage, start, stop)
        for (_, stage), start, stop in zip(cuts, starts, stops, strict=True)
        if stop == len(entry.events) or _happened(entry.events[start:stop])
    ]
    spans = _joined(entry, spans)
    return tuple(
        ReportPart(stage=stage, start=start, stop=stop, first=n == 0, last=n == len(spans) - 1)
        for n, (stage, start, stop) in enumerate(spans)
    )


def _joined(entry: Entry, spans: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The end of a turn and what begins after it make one post where the latter tells of nothing."""
    if len(spans) > 1:
        (stage, start, _), (_, begins, stop) = spans[-2:]
        if not _happened(entry.events[begins:stop]) and not showing(entry.events[start:begins]):
            return [*spans[:-2], (stage, start, stop)]
    return spans


def _happened(events: Iterable[ev.Event]) -> bool:
    return any(not e.only and worth_telling(e) for e in events)


def showing(events: Iterable[ev.Event]) -> bool:
    """Whether a picture would show anything: a unit moved, fired or fought in public."""
    return any(
        not e.only and (isinstance(e, ev.Moved) or (isinstance(e, ev.Noted) and "place" in e.facts))
        for e in events
    )


def inside(game: Game, chapter: ReportSegment) -> tuple[Entry, ...]:
    """The living entries of a chapter. Rulings are told of by themselves."""
    living = (e for e in game.active_entries if e.kind != "ruling")
    return tuple(e for e in living if chapter.first <= e.seq <= chapter.last)


def since_last_report(game: Game) -> tuple[ev.Event, ...]:
    """Everything that happened since the last finished chapter: what a picture shows as trails."""
    done = next(newest_first(game), None)
    after = done.last if done is not None else 0
    return events(e for e in game.active_entries if e.seq > after and e.kind != "ruling")


def latest(game: Game) -> tuple[ev.Event, ...]:
    """What was to be seen last: what has happened since the last finished chapter, else in the latest chapter
    in which anybody moved or fought before all."""
    earlier = (events(inside(game, c)) for c in newest_first(game))
    stretches = chain((since_last_report(game),), earlier)
    return next((stretch for stretch in stretches if showing(stretch)), ())


def events(entries: Iterable[Entry]) -> tuple[ev.Event, ...]:
    """The events of these entries, in order."""
    return tuple(event for entry in entries for event in entry.events)


def has_news(entry: Entry) -> bool:
    """Whether an entry holds something worth a post: a move, a shot, a rally, more than a phase passing."""
    return entry.kind == "order" and any(worth_telling(e) for e in entry.events)


def worth_telling(event: ev.Event) -> bool:
    """Whether an event is more than a phase passing."""
    if isinstance(event, ev.Noted):
        return event.kind != "passed"
    return isinstance(event, (ev.Moved, ev.Placed, ev.Rolled, ev.Opened, ev.Ended))
