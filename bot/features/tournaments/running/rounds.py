"""Start a tournament, pair its rounds, end it: each in one transaction. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.tournaments.events import Events
from bot.features.tournaments.state import pairing
from bot.features.tournaments.state.event import Event
from bot.runtime.worker_threads import in_thread
from engine.errors import IllegalOrder
from league.model import BadTournament, NoPairing
from league.ratings import OVERALL, PROVISIONAL_GAMES
from storage import Json, RoundRecord, WriteTransaction

TO_ORGANISER = "tournament_round_over"
"""The post that is only for the server that holds the tournament."""
FEWEST = 2
"""Entrants without whom no tournament starts."""


class Rounds:
    """From one round to the next."""

    def __init__(self, events: Events) -> None:
        self._events = events

    @property
    def _games(self) -> GameService:
        return self._events.games

    async def start(self, tournament: int, actor: Actor) -> Event:
        """Number the entrants and pair the first round. Doing it again changes nothing.

        Raises IllegalOrder: tournament_few, tournament_over.
        """
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            if event.status == "playing":
                return event
            if event.status != "signup":
                raise IllegalOrder("", "tournament_over")
            entrants = [
                replace(entrant, number=number)
                for number, entrant in enumerate(pairing.seeded(event, await self._ratings(event)), start=1)
            ]
            if len(entrants) < FEWEST:
                reason = "teams_few" if event.terms.boards else "tournament_few"
                boards = event.terms.boards
                raise IllegalOrder("", reason, n=len(entrants), least=FEWEST, boards=boards)
            others = [e for e in event.stored.entrants if all(e.place != known.place for known in entrants)]
            record = replace(event.stored.record, status="playing")
            numbered = replace(event.stored, record=record, entrants=(*entrants, *others))
            round_ = await self._paired(Event.of(numbered))
            async with self._games.store.writing() as tx:
                for entrant in entrants:
                    await tx.tournaments.save_entrant(tournament, entrant)
                for entrant in others:
                    await tx.tournaments.remove_entrant(tournament, entrant.place)
                await tx.tournaments.touch(tournament, status="playing")
                await tx.receipts.add(receipt(actor, None, tournament=tournament))
                await self._write(tx, event, round_)
        self._events.notify(tournament)
        return await self._events.get(tournament)

    async def _ratings(self, event: Event) -> dict[int, int]:
        """The overall ratings of the entrants, in thousandths; of those whose rating is established."""
        users = [entrant.user for entrant in event.stored.entrants]
        users += [member.user for member in event.stored.members]
        known = await self._games.store.ratings.of_users(users, OVERALL)
        return {user: round(1000 * r.mean) for user, r in known.items() if r.games >= PROVISIONAL_GAMES}

    async def pair(self, tournament: int, number: int, actor: Actor) -> Event:
        """Pair round `number`. Doing it again changes nothing.

        Raises IllegalOrder: tournament_not_started, tournament_over, round_open, no_pairing.
        """
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            if event.round >= number > 0:
                return event
            check_next(event)
            round_ = await self._paired(event)
            async with self._games.store.writing() as tx:
                await tx.tournaments.touch(tournament)
                await tx.receipts.add(receipt(actor, None, tournament=tournament))
                await self._write(tx, event, round_)
        self._events.notify(tournament)
        return await self._events.get(tournament)

    async def go_on(self, tournament: int) -> None:
        """Do what follows when results have come in: replay drawn matches, tell that a round is over, pair
        the next one where that happens by itself, end the tournament."""
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            if event.status != "playing" or not event.round:
                return
            if replays := pairing.replays(event):
                async with self._games.store.writing() as tx:
                    for round_, pair, game in replays:
                        await tx.tournaments.add_games(tournament, round_, pair.board, [game])
                    await tx.tournaments.touch(tournament)
            elif (
                not event.round_over
                or (event.rounds[-1].closed is not None and not event.complete)
                or not await self._close_round(event)
            ):
                return
        self._events.notify(tournament)

    async def _close_round(self, event: Event) -> bool:
        """End the newest round; whether anything was written."""
        next_round = None
        if event.terms.by_itself and not event.complete:
            try:
                next_round = await self._paired(event)
            except IllegalOrder:
                next_round = None  # an organiser has to decide: the post says that the round is over
        async with self._games.store.writing() as tx:
            await tx.tournaments.close_round(event.id, event.round, self._games.clock())
            if event.complete:
                await tx.tournaments.touch(event.id, status="over")
                await self._post(tx, event, "tournament_over", {})
            elif next_round is not None:
                await tx.tournaments.touch(event.id)
                await self._write(tx, event, next_round)
            else:
                await tx.tournaments.touch(event.id)
                await self._post(tx, event, TO_ORGANISER, {"round": event.round})
        return True

    async def _paired(self, event: Event) -> RoundRecord:
        """The next round. Raises IllegalOrder: no_pairing."""
        try:
            return await in_thread(pairing.next_round, event, self._games.clock())
        except (NoPairing, BadTournament) as error:
            raise IllegalOrder("", "no_pairing", round=event.round + 1) from error

    async def _write(self, tx: WriteTransaction, event: Event, round_: RoundRecord) -> None:
        await tx.tournaments.add_round(event.id, round_)
        await self._post(tx, event, "tournament_round", {"round": round_.number})

    async def _post(self, tx: WriteTransaction, event: Event, kind: str, body: Json) -> None:
        home = {event.home: event.stored.record.channel}
        for guild, channel in (event.channels if kind != TO_ORGANISER else home).items():
            place = {"channel": channel, "guild": guild}
            await tx.outbox.add(game=None, kind=kind, body={"tournament": event.id, **body}, **place)


def check_next(event: Event) -> None:
    """Raises IllegalOrder unless another round can be paired."""
    if event.status == "signup":
        raise IllegalOrder("", "tournament_not_started")
    if event.status != "playing" or event.complete:
        raise IllegalOrder("", "tournament_over")
    if not event.round_over:
        waiting = len({(g.round, g.pairing.board) for g in event.open_games()})
        raise IllegalOrder("", "round_open", round=event.round, n=waiting)
