"""A record in plain text: what it is about, and every order. Pure; in English, for the console."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from engine.events import Began, Rolled
from notation.record import RecordedEntry, RecordedGame
from notation.record.model import OVER, SPECTATORS
from notation.record.writer import event_line, ranges


def lines(game: RecordedGame, *, events: bool = False) -> Iterator[str]:
    """The lines of a summary, then those of the orders, with their `events` where wanted."""
    yield from _head(game)
    undone = {number for entry in game.entries for number in entry.strikes}
    heading = ""
    for entry in game.entries:
        if heading:
            yield ""
            yield heading
        heading = _heading(entry)
        yield entry_line(entry) + ("  (undone)" if entry.number in undone else "")
        if events:
            yield from (f"      {event_line(event)}" for event in entry.events)


def entry_line(entry: RecordedEntry) -> str:
    """An entry without its events, but with the dice it rolled.

    >>> at = datetime(2026, 1, 1)
    >>> entry_line(RecordedEntry(number=7, kind="undo", side="blue", strikes=(5, 6), at=at))
    '   7. blue undo 5-6'
    """
    what = entry.order or " ".join(filter(None, (entry.kind, ranges(entry.strikes))))
    dice = [str(die) for event in entry.events if isinstance(event, Rolled) for die in event.dice]
    side = f"{entry.side} " if entry.side else ""
    return f"{entry.number:4}. {side}{what}" + (f"  [dice {' '.join(dice)}]" if dice else "")


def _head(game: RecordedGame) -> Iterator[str]:
    entries = game.entries
    first, last = (entries[0].at, entries[-1].at) if entries else (game.opened, game.opened)
    yield f"{game.title} ({game.battle}, {game.rulebook})"
    for player in game.players:
        yield f"  {player.side}: {'the computer' if player.computer else player.name or 'no one'}"
    yield f"  played from {_day(first)} to {_day(last)}, {len(entries)} entries, {_orders(game)} orders"
    yield f"  {_result(game)}"
    yield f"  {game.program}, rules {game.rules or 'unknown'}, game {game.game}"
    if not game.whole:
        who = "spectators" if game.known_to == SPECTATORS else game.known_to
        when = "The dice were still secret" if game.status == OVER else "The game was under way"
        yield f"  {when}: this is what {who} knew."
    yield ""


def _orders(game: RecordedGame) -> int:
    return sum(bool(entry.order) for entry in game.entries)


def _result(game: RecordedGame) -> str:
    if not game.result:
        return "without a result" if game.whole else "under way"
    winner, level, reason = (str(game.result.get(name, "")) for name in ("winner", "level", "reason"))
    return f"{winner + ' won' if winner else 'a draw'}: {level}, {reason}"


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _heading(entry: RecordedEntry) -> str:
    began = next((event for event in reversed(entry.events) if isinstance(event, Began)), None)
    if began is None:
        return ""
    return ", ".join(part for part in (f"Turn {began.turn}", began.player, began.phase) if part)
