"""Undo by consent: ask the other side when an undo is no longer free. No Discord."""

from __future__ import annotations

from bot.core import game_clock
from bot.core.game import Game, rules_on
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome
from bot.features.agreements import page as agreements_page
from bot.features.agreements.consent import PendingProposal, Proposal
from bot.i18n.names import Names
from bot.ui.page import Page
from engine.commands import Instruct
from engine.errors import IllegalOrder
from engine.events import Instructed
from storage import Entry, Json, WriteTransaction

AFTER_CONSENT = frozenset(
    {"nothing_to_undo", "undo_after_dice", "undo_after_reveal", "undo_after_turn", "undo_revealed"}
)
"""Why an order is not free to be taken back, where the other side may agree to it."""


def last_public_order(game: Game, sides: tuple[str, ...]) -> Entry | None:
    """The newest order of these sides that everybody was told of, what the clock did for them included.

    What came before a marshal set the table right stands, and so does what was imported.
    """
    ruled = max((e.seq for e in game.active_entries if rules_on(e)), default=0)
    ruled = max(ruled, game.record.imported_after)
    public = {entry.seq for entry in game.known_to("") if entry.seq > ruled}
    mine = (
        e for e in reversed(game.active_entries) if e.kind == "order" and e.side in sides and e.seq in public
    )
    return next((e for e in mine if not standing(e)), None)


def swept(game: Game, first: Entry) -> tuple[Entry, ...]:
    """Everything that goes with an order: it, and all that was done since. Standing orders stay."""
    after = (
        e for e in game.active_entries if e.seq >= first.seq and e.kind not in ("start", "undo", "ruling")
    )
    return tuple(e for e in after if not standing(e))


def standing(entry: Entry) -> bool:
    """Whether an entry is a standing order that was laid ready and nothing else."""
    return isinstance(entry.command, Instruct) and all(isinstance(e, Instructed) for e in entry.events)


class UndoRequests(PendingProposal):
    """Ask to undo the player's last order; without an opponent, undo it at once."""

    topic = "undo"

    def wish(self, game: Game, actor: Actor) -> Proposal:
        """The last order of the asker's sides. Raises IllegalOrder when there is none."""
        target = last_public_order(game, game.sides_of(actor.user))
        if target is None:
            raise IllegalOrder("", "nothing_to_undo")
        return Proposal(side=target.side, about={"target": target.seq})

    def open(self, game: Game, side: str) -> bool:
        """Whether there is an order to be taken back still."""
        return last_public_order(game, (side,)) is not None

    async def unasked(self, game: Game, wish: Proposal, actor: Actor, partner: str) -> Page:
        """Taken back at once; the computer player agrees to everything."""
        outcome = await self._undo(game, wish.side, actor, "partner" if partner else "own")
        return agreements_page.done(Names.to(actor.language, actor.user, outcome.game), "done", actor.user)

    async def grant(self, game: Game, side: str, actor: Actor) -> Page:
        """Taken back, as agreed."""
        outcome = await self._undo(game, side, actor, "player")
        return agreements_page.done(Names.to(actor.language, actor.user, outcome.game), "agreed", actor.user)

    async def _undo(self, game: Game, side: str, actor: Actor, how: str) -> Outcome:
        """Undo an order and everything after it. The side that decides next gets fresh time."""
        target = last_public_order(game, (side,))
        assert target is not None, "asked for before"

        async def also(tx: WriteTransaction, after: Game) -> None:
            body: Json = {"last": after.last, "seq": target.seq, "how": how, "user": actor.user}
            await tx.outbox.add(
                game=game.record.id, channel=game.record.channel, kind="undo_agreed", body=body
            )
            await game_clock.refresh(tx, after, self.games.clock())

        return await self.games.strike(game, target.side, swept(game, target), actor, also)
