"""The moments of a game, from its first to its last: every order that counts, cut where a phase begins. Pure.

Pictures and replays of a record are made of these. `game_of(record)` is the game of a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.core.game import Game
from engine.events import Began, Event
from engine.evolve import replay
from engine.state import State
from notation.record import BadRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMoment:
    """The position after a part of entry `entry`, and what happened in that part: `recent`, from the position
    `before`. The part belongs to one phase, of a `player`'s part of a turn ("": everybody's)."""

    entry: int
    turn: int
    player: str
    phase: str
    game: Game
    recent: tuple[Event, ...]
    before: State

    @property
    def when(self) -> tuple[int, str, str]:
        """Turn, player and phase."""
        return self.turn, self.player, self.phase


def record_moments(game: Game) -> Iterator[RecordMoment]:
    """All moments of a game, in order; of the referee's own `game`. Orders taken back are left out."""
    state = State()
    for place, entry in enumerate(game.entries):
        if entry.struck is not None:
            continue
        start = 0
        for stop in _cuts(entry.events):
            before, recent = state, entry.events[start:stop]
            state = replay(state, recent)
            log = (*game.entries[:place], replace(entry, events=entry.events[:stop]))
            yield RecordMoment(
                entry=entry.seq,
                turn=state.turn,
                player=state.player,
                phase=state.phase,
                game=replace(game, entries=log, state=state, bases=()),
                recent=recent,
                before=before,
            )
            start = stop


def _cuts(events: Sequence[Event]) -> list[int]:
    """Where the parts of an entry end: before each phase that begins, and at its end."""
    return [*(n for n, event in enumerate(events) if n and isinstance(event, Began)), len(events)]


def moment_at(game: Game, when: str) -> RecordMoment:
    """The moment that is named: `45` is just after entry 45, `7.combat` the end of that phase of turn 7,
    `7.blue.combat` that of one player, `7.blue` the end of the player's turn, `end` the last one.

    What happened is all of that order or phase. Raises BadRecord, which says what there is.
    """
    if when.isascii() and when.isdigit():
        return _after(game, int(when))
    moments = list(record_moments(game))
    if when == "end":
        return _joined(moments[-1:])
    words = when.split(".")
    phases = [list(part) for _, part in groupby(moments, key=lambda moment: moment.when)]
    fitting = [part for part in phases if _fits(words, part[-1])]
    if not fitting:
        raise BadRecord(0, f"there is no moment {when[:40]!r}; {_known(moments, words[0])}")
    return _joined(fitting[-1])


def moments_of_turn(game: Game, turn: str) -> tuple[int, tuple[str, ...]]:
    """How many turns a game has, and the phases of one of them, of the last one if it has no such turn; each
    as it is named in `moment_at`."""
    moments = list(record_moments(game))
    last = moments[-1].turn if moments else 0
    return last, _named(moments, turn) or _named(moments, str(last))


def _named(moments: Sequence[RecordMoment], turn: str) -> tuple[str, ...]:
    of_turn = dict.fromkeys((m.player, m.phase) for m in moments if str(m.turn) == turn)
    return tuple(".".join(filter(None, (turn, *each))) for each in of_turn)


def _known(moments: Sequence[RecordMoment], turn: str) -> str:
    """The moments of a turn, or which turns there are."""
    known = _named(moments, turn)
    return (
        "there are: " + ", ".join(known) if known else f"turns are 1 to {moments[-1].turn if moments else 0}"
    )


def _fits(words: Sequence[str], moment: RecordMoment) -> bool:
    turn, *rest = words
    names = ([moment.phase], [moment.player], [moment.player, moment.phase])
    return turn == str(moment.turn) and "" not in rest and rest in names


def _after(game: Game, number: int) -> RecordMoment:
    """Just after an entry, as it was then: orders that were taken back later still count."""
    if not 1 <= number <= game.last:
        raise BadRecord(0, f"there is no entry {number}; the last one is {game.last}")
    then = game.at(number)
    recent = then.entries[-1].events
    return RecordMoment(
        entry=number,
        turn=then.state.turn,
        player=then.state.player,
        phase=then.state.phase,
        game=then,
        recent=recent,
        before=game.at(number - 1).state,
    )


def _joined(moments: Sequence[RecordMoment]) -> RecordMoment:
    """Moments as one: the last position, and all that happened."""
    recent = tuple(event for moment in moments for event in moment.recent)
    return replace(moments[-1], recent=recent, before=moments[0].before)
