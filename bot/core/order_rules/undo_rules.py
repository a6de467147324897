"""What a side may take back by itself: its last order, as long as nothing has become known by it. Pure.

What needs the other side's consent: `bot/features/agreements/undo_by_consent.py`.
"""

from __future__ import annotations

from bot.core.game import Game, is_hidden, rolled_dice, rules_on
from engine.commands import Expired, Instruct, Seal, Unseal, Write
from engine.events import Answered, Began, Event, Instructed, Noted
from storage import Entry


def undoable_entry(game: Game, side: str, who: int | None = None) -> tuple[Entry | None, str]:
    """The order a side may take back now, or None and the reason key why not.

    Secret orders of others do not count: neither the other side's, nor those a teammate of `who`
    has written.
    """
    newest = next((e for e in reversed(game.active_entries) if not _passed_over(game, e, side, who)), None)
    if newest is not None and newest.seq <= game.record.imported_after:
        return None, "undo_before_import"
    if newest is not None and newest.kind == "pass" and newest.side == side:
        return newest, ""
    if newest is not None and newest.kind == "ruling":
        return None, "undo_after_ruling"
    if newest is None or newest.kind != "order" or newest.side != side:
        return None, "nothing_to_undo"
    if isinstance(newest.command, (Seal, Expired)) and game.simultaneous and newest.seq > game.phase_began:
        return None, "undo_sealed"
    if isinstance(newest.command, Expired):
        return None, "nothing_to_undo"
    if rolled_dice(newest.events):
        return None, "undo_after_dice"
    before = game.at(newest.seq - 1)
    if any(isinstance(event, Began) for event in newest.events) and before.simultaneous:
        return None, "undo_revealed"
    if _reveals(newest.events):
        return None, "undo_after_reveal"
    then, now = before.state, game.state
    if (then.turn, then.player) != (now.turn, now.player) or now.result:
        return None, "undo_after_turn"
    return newest, ""


def _passed_over(game: Game, entry: Entry, side: str, who: int | None) -> bool:
    """Whether an entry may stay while an older one of that side is taken back."""
    if entry.kind == "undo" or is_hidden(entry, side) or (entry.kind == "ruling" and not rules_on(entry)):
        return True
    if isinstance(entry.command, Instruct) and all(isinstance(e, Instructed) for e in entry.events):
        return True
    if isinstance(entry.command, Write):
        return who is not None and entry.who != who
    reopened = side in game.state.active and isinstance(entry.command, (Seal, Unseal))
    return game.simultaneous and entry.seq > game.phase_began and (entry.side != side or reopened)


def _reveals(events: tuple[Event, ...]) -> bool:
    """Whether a secret answer has led to something that everybody is told: what was hidden is known now."""
    secret = any(isinstance(event, Answered) and event.only for event in events)
    return secret and any(isinstance(event, Noted) and not event.only for event in events)
