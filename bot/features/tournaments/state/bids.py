"""Sides of a tournament that are bid for: until when, by whom, and what follows. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.features.tournaments.state.event import Event
from league.bids import Bid, settle
from league.model import Side
from storage import PairingRecord, StoredBid

SIDES = {"first": Side.FIRST, "second": Side.SECOND}
"""The sides as a bid names them."""


def settled(event: Event, pairing: PairingRecord) -> bool:
    """Whether it is known who has which side of a pairing."""
    return not event.terms.bid_hours or any(game.handicap is not None for game in pairing.games)


def until(event: Event) -> datetime | None:
    """When the bidding for the newest round ends; None where no one bids."""
    if not event.terms.bid_hours or not event.rounds:
        return None
    return event.rounds[-1].since + timedelta(hours=event.terms.bid_hours)


def unsettled(event: Event) -> list[PairingRecord]:
    """The pairings of the newest round whose sides are still bid for."""
    pairings = event.rounds[-1].pairings if event.rounds and event.terms.bid_hours else ()
    return [
        p
        for p in pairings
        if p.second is not None and not settled(event, p) and not any(game.result for game in p.games)
    ]


def closing(event: Event) -> datetime | None:
    """When bids that are open are closed; None where there is none."""
    return until(event) if unsettled(event) else None


def of(event: Event, number: int) -> StoredBid | None:
    """What an entrant has bid in the newest round."""
    return next((b for b in event.stored.bids if (b.round, b.number) == (event.round, number)), None)


def due(event: Event, pairing: PairingRecord, now: datetime) -> bool:
    """Whether the sides of a pairing can be settled: both have bid, or the time is up."""
    end = until(event)
    both = all(of(event, n) is not None for n in (pairing.first, pairing.second or 0))
    return both or (end is not None and now >= end)


def with_sides(event: Event, pairing: PairingRecord) -> PairingRecord:
    """A pairing with the sides that follow from the bids for it."""
    assert pairing.second is not None
    bids = [
        None if bid is None else Bid(side=SIDES[bid.side], points=bid.points)
        for bid in (of(event, pairing.first), of(event, pairing.second))
    ]
    sides = settle(*bids)
    games = tuple(replace(game, handicap=sides.handicap) for game in pairing.games)
    first, second = (pairing.second, pairing.first) if sides.swapped else (pairing.first, pairing.second)
    return replace(pairing, first=first, second=second, games=games)
