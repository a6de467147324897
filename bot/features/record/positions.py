"""Positions of a record to play on from: a moment of it, and the beginning of a game up to there."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, replace

from bot.core.game import POSITION, Game, lay
from bot.core.game_service import GameService
from bot.features.record.record_moments import moment_at, moments_of_turn
from bot.features.record.recorded_game import game_of
from bot.runtime.worker_threads import in_thread
from engine.errors import Fact, IllegalOrder
from engine.events import Noted
from notation.record import BadRecord, EarlierPart, RecordedGame, read
from storage import Entry, GameRecord, ImportedRecord

LONGEST_PROGRAM = 60
LONGEST_MOMENT = 40
MOST_MOMENTS = 12
"""Moments that a refusal names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The beginning of a game as a record has it: its entries, without the ids of those who played them; the
    parts that prove their dice; the remark with which a game goes on from there. `rules` is the fingerprint
    of those that decided its orders again when it was imported."""

    entries: tuple[Entry, ...]
    parts: tuple[EarlierPart, ...]
    noted: Noted
    rules: str = ""


def entry_at(record: RecordedGame, when: str) -> int:
    """The number of the entry after which a game is played on from a moment of a whole record, named as in
    `moment_at`. Orders are not divided: where one led beyond the moment, all of it is kept.

    Raises IllegalOrder: no_record_moment, position_over.
    """
    game, asked = game_of(record), when.strip().lower()[:LONGEST_MOMENT]
    try:
        number = moment_at(game, asked).entry
    except BadRecord as error:
        turns, known = moments_of_turn(game, asked.partition(".")[0])
        raise IllegalOrder(
            "", "no_record_moment", asked=asked, last=game.last, turns=turns, known=known[:MOST_MOMENTS]
        ) from error
    then = game.at(number)
    if then.state.result is not None or not then.owing:
        raise IllegalOrder("", "position_over", asked=asked)
    return number


def beginning(record: RecordedGame, after: int, rules: str = "") -> Beginning:
    """The beginning of a whole record up to entry `after`, with what counted then."""
    then = game_of(record).at(after)
    parts = []
    for part in record.parts:
        rounds = tuple(each for each in part.dice.rounds if each.entry <= after)
        parts.append(replace(part, until=min(part.until, after), dice=replace(part.dice, rounds=rounds)))
        if part.until >= after:
            break
    facts: dict[str, Fact] = {"act": POSITION, "why": record.program[:LONGEST_PROGRAM]}
    facts |= {"turn": then.state.turn, "phase": then.state.phase, "player": then.state.player}
    return Beginning(
        entries=tuple(replace(entry, who=None) for entry in then.entries),
        parts=tuple(parts),
        noted=Noted(kind="ruling", facts=facts),
        rules=rules,
    )


async def beginning_of(games: GameService, record: GameRecord) -> Beginning:
    """The beginning that a game was imported with. Raises LookupError for a game without one."""
    kept = await games.store.games.imported_record(record.id)
    if kept is None or not record.imported_after:
        raise LookupError(f"game {record.id} has no imported beginning")
    return await in_thread(_beginning, kept, record.imported_after)


def _beginning(kept: ImportedRecord, after: int) -> Beginning:
    return beginning(read(gzip.decompress(kept.packed)), after, kept.rules)


async def position_of(games: GameService, record: GameRecord) -> Game:
    """A lobby as its game will begin: the referee's own table at the position that was imported."""
    begun = await beginning_of(games, record)
    return await in_thread(lay, record, begun.entries)
