"""The application: one game at a time, load, play, append, in one transaction. Knows nothing of Discord.

Neither the lock of a game nor a transaction spans a network call. What is to be told goes into the outbox
in the same transaction; subscribers are called after it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from weakref import WeakValueDictionary

from bot.beacon.announced_orders import AnnouncedOrders, DiceAwaited, dice_of
from bot.beacon.rounds import QUICKNET, Chain
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_clock import GameClock
from bot.core.game_result import result_of
from bot.core.memory.served_games import ServedGames
from bot.core.memory.table_cache import TableCache
from bot.core.order_rules import unit_control
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.order_rules.undo_rules import undoable_entry
from bot.core.outbox_posts import post_calls, post_report, post_undone
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome, outcome_of, receipt
from bot.core.requests.sent_in_time import Stale, check_sent, check_stamp
from bot.runtime import logging
from engine import referee
from engine.commands import Command
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from engine.events import Event
from engine.ledger import RoundNeeded
from storage import (
    AlreadyAnswered,
    Change,
    DatabaseTrouble,
    Draft,
    Entry,
    OutboxMessage,
    Pause,
    StaleTable,
    Store,
    WriteTransaction,
)

UNDO_AGREED = "undo_agreed"
"""The messages that tell of an undo how it was agreed to."""


class GameService:
    """Where orders are taken. `clock` dates entries, `secret` makes seeds of that many bytes; public dice
    draw on `chain`; `memory` are the bytes that tables of games may take."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        secret: Callable[[int], bytes] = secrets.token_bytes,
        chain: Chain = QUICKNET,
        memory: int | None = None,
    ) -> None:
        self.store, self.clock, self.secret = store, clock, secret
        self.announced_orders = AnnouncedOrders(store, clock, secret, chain)
        self._listeners: list[Callable[[int | None], None]] = []
        self._doubters: list[Callable[[], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tables = TableCache(store, memory)
        self.served = ServedGames(store)
        store.subscribe_foreign(self._changed_elsewhere)

    def subscribe(self, *listeners: Callable[[int | None], None]) -> None:
        """Tell these of every game that is written; None for what is about no game, such as a post."""
        self._listeners += listeners

    def subscribe_to_doubt(self, *listeners: Callable[[], None]) -> None:
        """Tell these when any game may have been written."""
        self._doubters += listeners

    # --- looking -----------------------------------------------------------------------------------

    async def game(self, game_id: int) -> Game:
        """The table of a game as it is now. Raises NotOnTable when there is no such game."""
        return await self._tables.load(game_id)

    async def game_in(self, channel: int) -> Game:
        """The table in a channel: the unfinished game, else the last one. Raises NotOnTable without any."""
        number = await self.store.games.id_in_channel(channel)
        if number is None:
            raise NotOnTable("", "no_game")
        return await self.game(number)

    def cached(self, game_id: int) -> Game | None:
        """The table of a game, if it is remembered."""
        return self._tables.get(game_id)

    def cache(self, game: Game) -> Game:
        """Remember a table that has just been read or written."""
        return self._tables.keep(game)

    def forget(self, game_id: int) -> None:
        """Read a table from the store again when it is next wanted."""
        self._tables.forget(game_id)

    def _changed_elsewhere(self, change: Change) -> None:
        """Another process has written: read what it changed again, and say so here."""
        self._tables.forget_changed(change)
        for game_id in change.games or ():
            if not self.served.known_elsewhere(game_id):
                self.notify(game_id)
        if change.games is None:
            self.notify(None)
            for listener in self._doubters:
                listener()

    # --- orders ------------------------------------------------------------------------------------

    async def order(
        self,
        game_id: int,
        actor: Actor,
        command: Command,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
    ) -> Outcome:
        """Carry out an order once. `stamp` is how many entries the player knew of; another raises Stale.

        With `same_phase`, and where both sides decide at the same time, it is enough that the phase is still
        the one they saw. Raises Refused.
        """
        try:
            async with self.locked(game_id):
                game = await self.game(game_id)
                return await self._once(game, actor, self._order(game, actor, command, stamp, same_phase))
        except DiceAwaited as awaited:
            if awaited.interaction != actor.interaction:
                raise
            await self.announced_orders.wait(game_id)
            if (outcome := await self.previous_outcome(await self.game(game_id), actor)) is None:
                raise
            return replace(outcome, repeated=False)

    async def _order(
        self, game: Game, actor: Actor, command: Command, stamp: int | None, same_phase: bool
    ) -> Outcome:
        check_stamp(game, actor, stamp, same_phase or game.simultaneous)
        side = side_of_player(game, actor.user)
        await self.check_time(game, side, actor)
        if stamp is None:
            check_sent(game, actor, command)
        return await self.give(game, side, command, actor.user, actor)

    async def undo(self, game_id: int, actor: Actor, *, stamp: int | None = None) -> Outcome:
        """Take back the last order of a player; the outcome's entry is the one taken back."""
        async with self.locked(game_id):
            game = await self.game(game_id)
            return await self._once(game, actor, self._undo(game, actor, stamp))

    async def _once(self, game: Game, actor: Actor, work: Awaitable[Outcome]) -> Outcome:
        """What comes of an interaction, or came of it when it was obeyed before."""
        try:
            return await work
        except (AlreadyAnswered, Stale, Refused):  # what was obeyed is no longer possible
            if outcome := await self.previous_outcome(game, actor):
                return outcome
            raise

    async def _undo(self, game: Game, actor: Actor, stamp: int | None) -> Outcome:
        check_stamp(game, actor, stamp, False)
        side = side_of_player(game, actor.user)
        await self.check_time(game, side, actor)
        newest, why = undoable_entry(game, side, actor.user)
        if newest is None:
            raise IllegalOrder("", why)
        if newest.command is not None:
            unit_control.check(game, side, newest.command, actor.user)
        return await self.strike(game, side, (newest,), actor, partial(post_undone, game, newest))

    async def strike(
        self,
        game: Game,
        side: str,
        gone: Sequence[Entry],
        actor: Actor,
        also: Callable[[WriteTransaction, Game], Awaitable[None]],
        events: tuple[Event, ...] = (),
    ) -> Outcome:
        """Strike entries out, oldest first, as an undo of that side; `also` is done with the table after it,
        `events` are what the undo itself remarks.

        For one who holds the game's lock (`locked`). Raises AlreadyAnswered, and nothing is written, when
        this interaction was obeyed before.
        """
        undo = Entry(kind="undo", side=side, who=actor.user, events=events, at=self.clock())
        record, seqs = game.record, [e.seq for e in gone]
        await self.announced_orders.check_none(record)
        try:
            async with self.store.writing() as tx:
                await tx.log.strike(record.id, seqs, by=game.last + 1)  # first, so that one link covers both
                seq = await tx.log.append(record.id, game.last, undo)
                await tx.receipts.add_once(receipt(actor, record.id, seq=seqs[0], undo=seq))
                after = game.struck(seqs, replace(undo, seq=seq))
                await also(tx, after)
                await post_calls(tx, game, after)
        except (StaleTable, DatabaseTrouble):  # of either it is not known what stands there now
            self.forget(record.id)
            raise
        self.cache(after)
        self.notify(record.id)
        return Outcome(game=after, entry=gone[0])

    async def check_time(self, game: Game, side: str, actor: Actor) -> None:
        """Raises NotYours when a side ran out of time before a player gave an order for it, and what
        `check_not_paused` does."""
        await self.check_not_paused(game.record.id)
        clock = await self.game_clock(game)
        if clock is not None and clock.over(side, actor.at or clock.now):
            raise NotYours("", "time_is_over", side=side)

    async def check_not_paused(self, game_id: int) -> None:
        """Raises IllegalOrder while a game is paused."""
        pause = await self.paused(game_id)
        if pause is not None:
            raise IllegalOrder("", "game_paused" if pause.reason else "game_paused_agreed", why=pause.reason)

    async def paused(self, game_id: int) -> Pause | None:
        """The pause of a game; None while it goes on."""
        return await self.store.pauses.of_game(game_id)

    async def preferences_of(self, user: int) -> dict[str, str]:
        """What a person prefers, by name."""
        return await self.store.players.preferences(user)

    async def game_clock(self, game: Game, now: datetime | None = None) -> GameClock | None:
        """The time of a game as it is now, or at that moment; None where it has no clock."""
        now = now or self.clock()
        if await self.store.clocks.of_game(game.record.id) is None:
            return None
        async with self.store.reading() as tx:
            return await game_clock.game_clock(tx, game, now)

    async def give(
        self,
        game: Game,
        side: str,
        command: Command,
        who: int | None,
        actor: Actor | None,
        also: Callable[[WriteTransaction], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Play an order and write it, for one who holds the game's lock. Raises Refused; DiceAwaited where it
        draws public dice: it is announced then, and `also` is done with that."""
        await self.announced_orders.check_none(game.record)
        try:
            entry = self.play(game, side, command, who)
        except RoundNeeded:
            if actor is not None and await self.was_obeyed(actor):
                raise AlreadyAnswered from None
            record, interaction = game.record, actor.interaction if actor else None
            async with self.store.writing() as tx:
                awaited = await self.announced_orders.announce(
                    tx, record, game.last + 1, side, command, who, interaction
                )
                if also is not None:
                    await also(tx)
            self.notify(record.id)
            raise awaited from None
        return await self.write(game, entry, actor, also)

    def play(
        self, game: Game, side: str, command: Command, who: int | None, randomness: bytes | None = None
    ) -> Entry:
        """The entry that an order makes, with the dice of this game; nothing is written. Raises Refused, and
        RoundNeeded where it draws public dice and there is no `randomness` of a round."""
        if randomness is None:  # else it was checked when it was announced
            unit_control.check(game, side, command, who)
        dice = dice_of(game.record, randomness)
        events = referee.play(
            *(game.system, game.scenario, game.state, side, command, dice),
            order=game.last + 1,
            undo=game.dice_undone,
            rolled=game.rolled,
        )
        return Entry(kind="order", side=side, who=who, command=command, events=events, at=self.clock())

    async def write(
        self,
        game: Game,
        entry: Entry,
        actor: Actor | None,
        also: Callable[[WriteTransaction], Awaitable[None]] | None = None,
        announced: datetime | None = None,
    ) -> Outcome:
        """Append, say that it was done, do `also`, put what is to be told into the outbox: all or nothing.

        For one who holds the game's lock (`locked`). Raises AlreadyAnswered, and nothing is written, when
        this interaction was obeyed before; DiceAwaited while another order waits for its dice. `announced`
        is when this one was, if it did.
        """
        record = game.record
        if announced is None:
            await self.announced_orders.check_none(record)
        try:
            async with self.store.writing() as tx:
                if announced is not None:  # waiting took no player's time
                    await game_clock.deduct_time(tx, game, announced, self.clock())
                seq = await tx.log.append(record.id, game.last, entry)
                entry = replace(entry, seq=seq)
                if game.base_due:  # of the table before: an undo of this order leaves it standing
                    game = game.based()
                    await tx.log.save_snapshot(record.id, game.bases[-1])
                after = game.added(entry)
                if entry.who is not None and any(game_clock.stands_in(s) for s in game.seats(entry.side)):
                    after = await game_clock.give_back(tx, after, entry.side, self.clock())
                if actor is not None:
                    await tx.receipts.add_once(receipt(actor, record.id, seq=seq))
                if after.state.result is not None:
                    await tx.results.finish(result_of(after))
                    revision = after.record.revision + 1
                    after = replace(after, record=replace(after.record, status="over", revision=revision))
                if also is not None:
                    await also(tx)
                await post_report(tx, after, seq, game)
        except (StaleTable, DatabaseTrouble):  # of either it is not known what stands there now
            self.forget(record.id)
            raise
        self.cache(after)
        self.notify(record.id)
        return Outcome(game=after, entry=entry)

    async def previous_outcome(self, game: Game, actor: Actor) -> Outcome | None:
        """What came of this very interaction, when it was obeyed before."""
        return outcome_of(game, await self.store.receipts.get(actor.interaction))

    async def was_obeyed(self, actor: Actor) -> bool:
        """Whether this very interaction was obeyed before."""
        return await self.store.receipts.get(actor.interaction) is not None

    # --- what players write down -------------------------------------------------------------------

    async def draft(self, game_id: int, user: int) -> Draft | None:
        """The last orders that a player wrote down."""
        return await self.store.drafts.get(game_id, user)

    async def save_draft(self, game_id: int, actor: Actor, text: str) -> None:
        """Keep what a player wrote down, once for an interaction; for one who holds the game's lock."""
        if not await self.was_obeyed(actor):
            async with self.store.writing() as tx:
                number = await tx.drafts.save(game_id, actor.user, text)
                await tx.receipts.add(receipt(actor, game_id, draft=number))

    async def agreed_undos(self, game_id: int) -> list[OutboxMessage]:
        """The messages that tell of undos how they were agreed to."""
        return await self.store.outbox.of_game(game_id, UNDO_AGREED)

    # --- what every change shares ------------------------------------------------------------------

    @asynccontextmanager
    async def locked(self, game_id: int) -> AsyncIterator[None]:
        """Lock this game: here, and where several processes serve one database, everywhere. What is written
        meanwhile is about this game."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock, self.store.holding(game_id):
            if self.store.shared:
                await self._tables.check(game_id)
            with logging.about_game(game_id):
                try:
                    yield
                except asyncio.CancelledError:  # what was being written may stand
                    self.forget(game_id)
                    self.notify(game_id if game_id > 0 else None)
                    raise

    def notify(self, game_id: int | None) -> None:
        """Say that something has been written: of a game, or about none."""
        for listener in self._listeners:
            listener(game_id)

    async def channel_deleted(self, channel: int) -> None:
        """A channel was deleted: its lobby is forgotten, its game ends where it is."""
        record = await self.store.games.in_channel(channel)
        if record is None or record.status == "over":
            return
        async with self.locked(record.id):
            game = await self.game(record.id)
            if game.record.status == "over":
                return
            async with self.store.writing() as tx:
                if game.record.status == "lobby":
                    await tx.games.delete_lobby(record.id)
                else:
                    await tx.results.finish(result_of(game, self.clock()))
            self.forget(record.id)
