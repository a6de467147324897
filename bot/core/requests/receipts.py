"""What came of an interaction, kept so that it is obeyed once and told again when it is delivered twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.core.game import Game
from bot.core.requests.actor import Actor
from storage import Entry, Receipt, Store, first_interaction

KEPT = timedelta(days=7)
"""How long a receipt is kept. Discord delivers an interaction again only while a session can be resumed, for
minutes, and the bot carries out none that is older than seconds; an answer can be given for a quarter of an
hour. Longest lives the question to a moderator, which is kept in a receipt: as long as its message is shown
to them, which they alone see until they restart Discord. docs/privacy.md promises the time."""
TOGETHER = 500
"""Receipts deleted in one transaction, so that no order waits for long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The table after an order, the entry it made, and whether this was only told again."""

    game: Game
    entry: Entry
    repeated: bool = False


def outcome_of(game: Game, receipt: Receipt | None) -> Outcome | None:
    """What came of an interaction by what was kept of it; None when it changed nothing in this game."""
    if receipt is None or "seq" not in receipt.outcome:
        return None
    seq = int(receipt.outcome["seq"])
    entry = next(e for e in game.entries if e.seq == seq)
    then = game.at(int(receipt.outcome.get("undo", seq)))
    return Outcome(game=then, entry=entry, repeated=True)


def receipt(actor: Actor, about: int | None, /, **outcome: Any) -> Receipt:
    """What is kept of an interaction that was obeyed."""
    return Receipt(interaction=actor.interaction, game=about, outcome=outcome)


async def delete_old(store: Store, now: datetime) -> int:
    """Delete the receipts that can no longer matter; how many. Raises DatabaseTrouble."""
    before, gone = first_interaction(now - KEPT), 0
    while True:
        async with store.writing(apart=True) as tx:
            deleted = await tx.receipts.delete_before(before, TOGETHER)
        gone += deleted
        if deleted < TOGETHER:
            return gone
