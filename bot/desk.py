"""The application: one game at a time, load, play, append, in one transaction. Knows nothing of Discord.

Neither the lock of a game nor a transaction spans a network call. What is to be told goes into the outbox
in the same transaction; `heard` are called after it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from bot import corps, timekeeper, tracing
from bot.books import solo
from bot.chapters import ended_by, parts
from bot.due import due
from bot.table import Table, lay
from bot.timekeeper import Times
from bot.typed import Reader
from engine import referee
from engine.commands import Command, Expired
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours, Refused
from engine.events import Event
from engine.ledger import SeededDice
from storage import DatabaseTrouble, Entry, Game, Pause, Receipt, StaleTable, Store, Writing

MOST_KEPT = 200
"""Tables kept in memory."""


class Stale(Exception):
    """What was pressed belongs to an older table; nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """Who asks, through which interaction (its id is obeyed once), where, in which language.

    `public`: by a button that everybody sees; its stamp counts what everybody knows. `at`: when he did it, by
    the interaction itself. `sees`: whether he may look into a channel of the server. `manages`: he has Manage
    Server there; `roles` are those he holds.
    """

    user: int
    name: str
    interaction: int
    guild: int
    channel: int
    language: str = "en"
    public: bool = False
    at: datetime | None = None
    manages: bool = False
    roles: frozenset[int] = frozenset()
    sees: Callable[[int], bool] = field(default=lambda channel: False, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The table after an order, the entry it made, and whether this was only told again."""

    table: Table
    entry: Entry
    repeated: bool = False


class Desk:
    """Where orders are taken. `clock` dates entries, `secret` makes seeds of that many bytes."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self.clock = clock
        self.secret = secret
        self.heard: list[Callable[[int | None], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._changes = 0

    # --- looking -----------------------------------------------------------------------------------

    async def table(self, game: int) -> Table:
        """The table of a game as it is now. Raises NotOnTable when there is no such game."""
        kept = self._tables.get(game)
        if kept is not None:
            self._tables.move_to_end(game)
            return kept
        changes = self._changes
        found = await self.store.kept(game)
        if found is None:
            raise NotOnTable("", "no_such_game")
        loaded = lay(found.game, found.entries, found.snapshot)
        if changes != self._changes:  # somebody has written meanwhile
            return await self.table(game)
        return self._tables.get(game) or self.keep(loaded)

    async def table_in(self, channel: int) -> Table:
        """The table in a channel: the unfinished game, else the last one. Raises NotOnTable without any."""
        number = await self.store.number_in(channel)
        if number is None:
            raise NotOnTable("", "no_game")
        return await self.table(number)

    def at_hand(self, game: int) -> Table | None:
        """The table of a game, if it is remembered."""
        return self._tables.get(game)

    def keep(self, table: Table) -> Table:
        """Remember a table that has just been read or written."""
        self._tables[table.game.id] = table
        self._tables.move_to_end(table.game.id)
        while len(self._tables) > MOST_KEPT:
            self._tables.popitem(last=False)
        return table

    def forget(self, game: int) -> None:
        """Read a table from the store again when it is next wanted."""
        self._changes += 1
        self._tables.pop(game, None)

    # --- orders ------------------------------------------------------------------------------------

    async def order(
        self, game: int, by: By, read: Reader, *, stamp: int | None = None, same_phase: bool = False
    ) -> Outcome:
        """Obey an order once. `stamp` is the number of entries the player knew of: another one raises Stale.

        With `same_phase`, and where both sides decide at the same time, it is enough that the phase is still
        the one he saw. Raises Refused.
        """
        async with self.alone(game):
            table = await self.table(game)
            if told := await self.told_before(table, by):
                return told
            check_stamp(table, by, stamp, same_phase or table.together)
            side = speaker(table, by.user)
            await self.check_time(table, side, by)
            command = read(table, side)
            entry = self.play(table, side, command, by.user)
            return await self.write(table, entry, by)

    async def undo(self, game: int, by: By, *, stamp: int | None = None) -> Outcome:
        """Take back the last order of a player; the outcome's entry is the one taken back."""
        async with self.alone(game):
            table = await self.table(game)
            if told := await self.told_before(table, by):
                return told
            check_stamp(table, by, stamp, False)
            side = speaker(table, by.user)
            await self.check_time(table, side, by)
            newest, why = table.takes_back(side, by.user)
            if newest is None:
                raise IllegalOrder("", why)
            if newest.command is not None:
                corps.check(table, side, newest.command, by.user)
            return await self.strike(table, side, (newest,), by, partial(_told, table, newest))

    async def strike(
        self,
        table: Table,
        side: str,
        gone: Sequence[Entry],
        by: By,
        also: Callable[[Writing, Table], Awaitable[None]],
        events: tuple[Event, ...] = (),
    ) -> Outcome:
        """Strike entries out, oldest first, as an undo of that side; `also` is done with the table after it,
        `events` are what the undo itself remarks.

        For one who holds the game's lock (`alone`).
        """
        undo = Entry(kind="undo", side=side, who=by.user, events=events, at=self.clock())
        game, seqs = table.game, [e.seq for e in gone]
        try:
            async with self.store.writing() as w:
                seq = await w.append(game.id, table.last, undo)
                await w.strike(game.id, seqs, by=seq)
                await w.receive(receipt(by, game.id, seq=seqs[0], undo=seq))
                after = table.struck(seqs, replace(undo, seq=seq))
                await also(w, after)
                await post_calls(w, table, after)
        except (StaleTable, DatabaseTrouble):  # of either it is not known what stands there now
            self.forget(game.id)
            raise
        self.keep(after)
        self.tell(game.id)
        return Outcome(table=after, entry=gone[0])

    async def partner_moves(self, game: int, choose: Callable[[Table, str], Command]) -> bool:
        """One order of the sparring partner, found without holding anything up; whether it had to decide."""
        table = await self.table(game)
        side = table.partner_owes
        if not side or await self.paused(game) is not None:
            return False
        command = await asyncio.to_thread(choose, table, side)
        async with self.alone(game):
            now = await self.table(game)
            if await self.paused(game) is not None:
                return False
            if now.last != table.last or now.game.status != "playing":
                return True
            try:
                entry = self.play(now, side, command, None)
            except Refused:
                entry = self.play(now, side, Expired(), None)
            await self.write(now, entry, None)
        return True

    async def check_time(self, table: Table, side: str, by: By) -> None:
        """Raises NotYours when the time of a side was over before somebody gave an order for it, and what
        `check_going` does."""
        await self.check_going(table.game.id)
        found = await self.times(table)
        if found is not None and found.over(side, by.at or found.now):
            raise NotYours("", "time_is_over", side=side)

    async def check_going(self, game: int) -> None:
        """Raises IllegalOrder while a game is paused."""
        pause = await self.paused(game)
        if pause is not None:
            raise IllegalOrder("", "game_paused", why=pause.reason)

    async def paused(self, game: int) -> Pause | None:
        """The pause of a game; None while it goes on."""
        return await self.store.ask(lambda reading: reading.pause(game))

    async def taste(self, user: int) -> dict[str, str]:
        """What a person prefers, by name."""
        return await self.store.ask(lambda reading: reading.taste(user))

    async def times(self, table: Table) -> Times | None:
        """The time of a game as it is now; None where it has no clock."""
        now = self.clock()
        return await self.store.ask(lambda reading: timekeeper.times(reading, table, now))

    def play(self, table: Table, side: str, command: Command, who: int | None) -> Entry:
        """The entry that an order makes, with the dice of this game; nothing is written. Raises Refused."""
        corps.check(table, side, command, who)
        dice = SeededDice(table.game.seed, table.game.salts)
        events = referee.play(
            table.system,
            table.scenario,
            table.state,
            side,
            command,
            dice,
            order=table.last + 1,
            undo=table.dice_undone,
        )
        return Entry(kind="order", side=side, who=who, command=command, events=events, at=self.clock())

    async def write(
        self,
        table: Table,
        entry: Entry,
        by: By | None,
        also: Callable[[Writing], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Append, say that it was done, do `also`, put what is to be told into the outbox: all or nothing.

        For one who holds the game's lock (`alone`).
        """
        game = table.game
        try:
            async with self.store.writing() as w:
                seq = await w.append(game.id, table.last, entry)
                entry = replace(entry, seq=seq)
                if table.base_due:  # of the table before: an undo of this order leaves it standing
                    table = table.based()
                    await w.keep(game.id, table.bases[-1])
                after = table.added(entry)
                if by is not None:
                    await w.receive(receipt(by, game.id, seq=seq))
                if after.state.result is not None:
                    await w.update_game(game.id, status="over")
                    after = replace(after, game=replace(game, status="over", revision=game.revision + 1))
                if also is not None:
                    await also(w)
                await post_report(w, after, seq, table)
        except (StaleTable, DatabaseTrouble):  # of either it is not known what stands there now
            self.forget(game.id)
            raise
        self.keep(after)
        self.tell(game.id)
        return Outcome(table=after, entry=entry)

    async def told_before(self, table: Table, by: By) -> Outcome | None:
        """What came of this very interaction, when it was obeyed before."""
        known = await self.store.receipt(by.interaction)
        if known is None or "seq" not in known.outcome:
            return None
        seq = int(known.outcome["seq"])
        entry = next(e for e in table.entries if e.seq == seq)
        then = table.at(int(known.outcome.get("undo", seq)))
        return Outcome(table=then, entry=entry, repeated=True)

    # --- what every change shares ------------------------------------------------------------------

    @asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """Nobody else changes this game meanwhile."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        async with lock:
            before = tracing.game.get()
            tracing.game.set(game)
            try:
                yield
            finally:
                tracing.game.set(before)

    def tell(self, game: int | None) -> None:
        """Say that something has been written."""
        for listener in self.heard:
            listener(game)

    async def channel_gone(self, channel: int) -> None:
        """A channel was deleted: its lobby is forgotten, its game ends where it is."""
        record = await self.store.game_in(channel)
        if record is None or record.status == "over":
            return
        async with self.alone(record.id):
            async with self.store.writing() as w:
                if record.status == "lobby":
                    await w.delete_game(record.id)
                else:
                    await w.update_game(record.id, status="over")
            self.forget(record.id)


def receipt(by: By, about: int | None, /, **outcome: Any) -> Receipt:
    """What is kept of an interaction that was obeyed."""
    return Receipt(interaction=by.interaction, game=about, outcome=outcome)


async def _told(table: Table, newest: Entry, w: Writing, after: Table) -> None:
    """Put into the outbox that an order was taken back, where more was told of it than its moves."""
    if ended_by(table, newest.seq) or after.state.active != table.state.active:
        game = table.game
        await w.post(game=game.id, channel=game.channel, kind="struck", body={"last": after.last})


async def post_report(w: Writing, table: Table, seq: int, before: Table | None = None) -> None:
    """Put into the outbox what there is to tell of this entry: the report of the chapter that ends with it,
    that orders were locked by the clock, and calls to those who must act now."""
    game: Game = table.game
    if chapter := ended_by(table, seq):
        for number, _ in enumerate(parts(table, chapter)):
            body = {"last": seq, "part": number} if number else {"last": seq}
            await w.post(game=game.id, channel=game.channel, kind="report", body=body)
    elif (
        before is not None
        and before.together
        and before.state.active != table.state.active
        and isinstance(table.entries[-1].command, Expired)  # else the board says it
    ):
        await w.post(game=game.id, channel=game.channel, kind="ready", body={"last": seq})
    await post_calls(w, before, table)


async def post_calls(w: Writing, before: Table | None, table: Table) -> None:
    """Put into the outbox a call to each side that must act after the newest entry and is not there."""
    for side in due(before, table):
        body = {"side": side, "last": table.last}
        await w.post(game=table.game.id, channel=table.game.channel, kind="call", body=body)


def speaker(table: Table, user: int) -> str:
    """The side a user speaks for. Raises Refused when no order of his can be taken."""
    if not table.sides_of(user):
        players = table.scenario.side_ids
        raise NotYours("", "not_a_player", players=players, title=table.scenario.id)
    if table.game.status == "lobby":
        raise NotYours("", "not_started")
    if not table.playing:
        raise GameOver("", "lesson_over" if solo(table.game) else "game_over")
    return table.side_for(user)


def check_stamp(table: Table, by: By, stamp: int | None, same_phase: bool) -> None:
    """Raises Stale when what the asker saw is older than the table (than its phase, with `same_phase`)."""
    if stamp is None:
        return
    known = table.known_to("" if by.public else table.side_for(by.user))
    if stamp == len(known):
        return
    if not (same_phase and 0 < stamp < len(known) and table.phase_began <= known[stamp - 1].seq):
        raise Stale
