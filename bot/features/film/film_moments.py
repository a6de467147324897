"""The moments of a film: what everybody may know of a stretch of a game, order by order. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.game import Game
from bot.core.report_segments import (
    ReportSegment,
    ended_by,
    inside,
    newest_first,
    parts,
    player_turn,
    showing,
)
from bot.features.sharing.public_moments import Moment, Stretch, at

WHOLE = "game"
SPANS = ("turn", "round", WHOLE)
"""What a film can show: the last player-turn, the last turn of the game, the whole game phase by phase."""
MOST = 120
"""Moments of a film: of a longer stretch the last ones."""


def moments(game: Game, span: str) -> tuple[Moment, ...]:
    """The moments of a span in which something is to be seen, in order; none where nothing was."""
    chapters = _chapters(game, span)
    return _seen_in(game, _by_phase(game, chapters) if span == WHOLE else _by_order(game, chapters))


def of_player_turn(game: Game, last: int) -> tuple[Moment, ...]:
    """The moments, order by order, of the player-turn that ended with entry `last`; none once that was
    undone."""
    then = game.at(last)
    chapter = ended_by(then, last)
    if chapter is None or any(e.seq == last and e.struck is not None for e in game.entries):
        return ()
    return _seen_in(then, _by_order(then, player_turn(then, chapter)))


def _seen_in(game: Game, stretches: Iterable[Stretch]) -> tuple[Moment, ...]:
    told = (moment for stretch in stretches if (moment := at(game, stretch)) is not None)
    return tuple(moment for moment in told if showing([e for e in moment.recent if not e.only]))[-MOST:]


def _chapters(game: Game, span: str) -> list[ReportSegment]:
    """The finished chapters of a span, in order: the last player-turn or turn in which anything was seen."""
    chosen = list[ReportSegment]()
    for chapter in newest_first(game):
        if span != WHOLE and chosen and not _same(chosen[-1], chapter, span):
            if any(_seen(game, each) for each in chosen):
                break
            chosen.clear()
        chosen.append(chapter)
    return chosen[::-1]


def _same(later: ReportSegment, earlier: ReportSegment, span: str) -> bool:
    return later.turn == earlier.turn if span == "round" else later.continues(earlier)


def _seen(game: Game, chapter: ReportSegment) -> bool:
    return showing([e for entry in inside(game, chapter) for e in entry.events if not e.only])


def _by_phase(game: Game, chapters: Iterable[ReportSegment]) -> Iterator[Stretch]:
    """A moment for each post of a report."""
    for chapter in chapters:
        for part in parts(game, chapter):
            first = chapter.first if part.first else chapter.last
            yield Stretch(first=first, start=part.start, last=chapter.last, stop=part.stop, stage=part.stage)


def _by_order(game: Game, chapters: Iterable[ReportSegment]) -> Iterator[Stretch]:
    """A moment for each order; where one order sets many phases going, for each of them."""
    for chapter in chapters:
        for entry in inside(game, chapter):
            if entry.seq != chapter.last:
                yield Stretch(first=entry.seq, start=0, last=entry.seq, stop=len(entry.events))
                continue
            for part in parts(game, chapter):
                yield Stretch(
                    first=entry.seq, start=part.start, last=entry.seq, stop=part.stop, stage=part.stage
                )
