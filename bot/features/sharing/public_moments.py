"""Public moments of a game: the last phase, the last fight, the current position. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from bot.core.game import Game
from bot.core.report_segments import ReportPart, ReportSegment, events, inside, newest_first, parts, showing
from engine import events as ev
from engine.state import State
from engine.view import look
from storage import Entry

SCORE, FILM, STANDINGS = "score", "film", "standings"
WHAT = ("fight", "phase", "map", SCORE, FILM, STANDINGS)
"""What can be shared of a game."""
MOST_CHAPTERS = 60
"""Chapters in which a fight is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of the log: from entry `first`, or where that is the `last` one from event `start` of it, to
    event `stop` of the last one. `stage` is the phase that played itself in it, if one did."""

    first: int
    start: int
    last: int
    stop: int
    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The table as it was at the end of a stretch, what happened in it, and the state before."""

    stretch: Stretch
    game: Game
    recent: tuple[ev.Event, ...]
    before: State


def latest(game: Game, what: str) -> Moment | None:
    """The last moment of that kind that everybody may know of; None without any. The score over the turns
    is told when the game is over; a film shows what a report has told."""
    over = game.state.result is not None
    if what in ("map", STANDINGS) or (what in (SCORE, FILM) and over):
        return _now(game)
    if what == SCORE:
        return None
    if what == FILM:
        return _told(game)
    moments = _phases(game) if what == "phase" else _fights(game)
    return next(moments, None)


def at(game: Game, stretch: Stretch) -> Moment | None:
    """The moment at the end of a stretch; None where the log holds it no more."""
    then = game.at(stretch.last)
    if not then.entries or then.entries[-1].seq != stretch.last:
        return None
    then = then.until(stretch.stop)
    entries = [e for e in then.active_entries if e.seq >= stretch.first]
    if stretch.start and entries:
        before = then.until(stretch.start).state
        entries = [replace(entries[-1], events=entries[-1].events[stretch.start :])]
    else:
        before = game.at(stretch.first - 1).state
    return Moment(stretch=stretch, game=then, recent=events(entries), before=before)


def fought(moment: Moment) -> bool:
    """Whether any unit fired or fought."""
    game = moment.game
    return bool(look(game.system, game.scenario, game.state, "", moment.recent).shots)


def _now(game: Game) -> Moment | None:
    """The table as everybody knows it, with what has happened since the last report.

    It ends with what everybody was told last: that it is another picture must not tell of anything else.
    """
    if not game.active_entries:
        return None
    done, newest = next(newest_first(game), None), game.known_to("")[-1]
    first = done.last + 1 if done is not None else 1
    stretch = Stretch(first=first, start=0, last=newest.seq, stop=len(newest.events))
    moment = at(game, stretch)
    return None if moment is None else replace(moment, before=moment.game.state)


def _told(game: Game) -> Moment | None:
    """The table when the last report was told."""
    done = next(newest_first(game), None)
    if done is None:
        return None
    events_of_last = game.at(done.last).entries[-1].events
    return at(game, Stretch(first=done.first, start=0, last=done.last, stop=len(events_of_last)))


def _phases(game: Game) -> Iterator[Moment]:
    """Finished phases in which something is to be seen, the latest first."""
    for chapter, part in _reported(game):
        first = chapter.first if part.first else chapter.last
        stretch = Stretch(first=first, start=part.start, last=chapter.last, stop=part.stop, stage=part.stage)
        moment = at(game, stretch)
        if moment is not None and showing(moment.recent):
            yield moment


def _fights(game: Game) -> Iterator[Moment]:
    """Orders within them that led to fire or a fight, the latest first."""
    for chapter, part in _reported(game):
        for entry in reversed(_entries(game, chapter, part)):
            last = entry.seq == chapter.last
            start, stop = (part.start, part.stop) if last else (0, len(entry.events))
            stretch = Stretch(first=entry.seq, start=start, last=entry.seq, stop=stop, stage=part.stage)
            if any(isinstance(e, ev.Rolled) for e in entry.events[start:stop]):
                moment = at(game, stretch)
                if moment is not None and fought(moment):
                    yield moment


def _entries(game: Game, chapter: ReportSegment, part: ReportPart) -> tuple[Entry, ...]:
    """The entries a part of a chapter tells of."""
    entries = inside(game, chapter)
    return entries if part.first else entries[-1:]


def _reported(game: Game) -> Iterator[tuple[ReportSegment, ReportPart]]:
    """What the reports tell of, the latest first."""
    for chapter in islice(newest_first(game), MOST_CHAPTERS):
        for part in reversed(parts(game, chapter)):
            yield chapter, part
