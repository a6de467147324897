"""Take bids for sides, and settle the sides once both players have bid or the time is up. No Discord."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.tournaments.events import Events
from bot.features.tournaments.state import bids
from bot.features.tournaments.state.event import Event
from engine.errors import IllegalOrder, NotYours
from league.bids import MOST_POINTS
from storage import PairingRecord, StoredBid


def pairing_of(event: Event, user: int) -> tuple[int, PairingRecord]:
    """The number of a user, and the pairing of the newest round for whose sides they can bid.

    Raises NotYours: not_entered; IllegalOrder: no_bidding, bids_closed.
    """
    entrant = event.entrant_of(user)
    if entrant is None or entrant.number is None:
        raise NotYours("", "not_entered")
    if event.status != "playing" or not event.terms.bid_hours:
        raise IllegalOrder("", "no_bidding")
    for pairing in bids.unsettled(event):
        if entrant.number in (pairing.first, pairing.second):
            return entrant.number, pairing
    raise IllegalOrder("", "bids_closed")


class Bids:
    """Bids for sides."""

    def __init__(self, events: Events) -> None:
        self._events = events

    async def bid(self, actor: Actor, tournament: int, side: str, points: str) -> None:
        """Write down what a player bids for their game of the newest round, in place of an earlier bid.

        Raises Refused: those of `pairing_of`, no_such_bid, bids_closed.
        """
        typed = points.strip()
        if side not in bids.SIDES or not (typed.isascii() and typed.isdecimal()) or len(typed) > 3:
            raise IllegalOrder("", "no_such_bid", most=MOST_POINTS)
        store = self._events.games.store
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            number, _ = pairing_of(event, actor.user)
            end = bids.until(event)
            if end is not None and self._events.games.clock() >= end:
                raise IllegalOrder("", "bids_closed")
            bid = StoredBid(round=event.round, number=number, side=side, points=int(typed))
            async with store.writing() as tx:
                await tx.tournaments.save_bid(tournament, bid)
                await tx.tournaments.touch(tournament)
                await tx.receipts.add(receipt(actor, None, tournament=tournament))
        self._events.notify(tournament)

    async def settle(self, tournament: int) -> None:
        """Settle the sides of the pairings for which that is due."""
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            now = self._events.games.clock()
            ready = [bids.with_sides(event, p) for p in bids.unsettled(event) if bids.due(event, p, now)]
            if not ready:
                return
            async with self._events.games.store.writing() as tx:
                for pairing in ready:
                    await tx.tournaments.set_sides(tournament, event.round, pairing)
                await tx.tournaments.touch(tournament)
        self._events.notify(tournament)
