"""Give a round more time: by an organiser, with a reason that everyone can read. No Discord."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.moderation.rulings import read_extension, read_reason
from bot.features.tournaments.events import Events
from bot.features.tournaments.state.event import Event, log_entry
from engine.errors import IllegalOrder

EXTENDED = "extended"
"""The decision that a round lasts longer; its value is the new deadline."""


class Deadlines:
    """Deadlines of rounds."""

    def __init__(self, events: Events) -> None:
        self._events = events

    async def extend(self, actor: Actor, tournament: int, number: int, time: str, reason: str) -> Event:
        """Move the deadline of round `number`, which is being played, for someone who may; doing it again
        for the same interaction changes nothing.

        The time is added to the deadline, or to now where that is over, or where there is none. Raises
        Refused: no_such_extension, ruling_reason, round_moved_on.
        """
        why, more = read_reason(reason), read_extension(time)
        store = self._events.games.store
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            if await store.receipts.get(actor.interaction) is not None:
                return event
            if event.status != "playing" or event.round != number or event.round_over:
                raise IllegalOrder("", "round_moved_on", round=number)
            now = self._events.games.clock()
            deadline = max(event.rounds[-1].deadline or now, now) + more
            decision = log_entry(event, actor.user, EXTENDED, why, now, deadline.isoformat())
            async with store.writing() as tx:
                await tx.tournaments.set_deadline(tournament, number, deadline)
                await tx.tournaments.add_decision(tournament, decision)
                await tx.tournaments.touch(tournament)
                await tx.receipts.add(receipt(actor, None, tournament=tournament))
                body = {"tournament": tournament, "seq": decision.seq}
                for guild, channel in event.channels.items():
                    place = {"channel": channel, "guild": guild}
                    await tx.outbox.add(game=None, kind="tournament_deadline", body=body, **place)
        self._events.notify(tournament)
        return await self._events.get(tournament)
