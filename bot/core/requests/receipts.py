"""What came of an interaction, kept so that it is obeyed once and told again when it is delivered twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.core.game import Game
from bot.core.requests.actor import Actor
from storage import Entry, Receipt


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
