"""One what-if: it takes orders like the game it was copied from, and nothing of them reaches that game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.beacon.announced_orders import DiceAwaited
from bot.core.game import Game
from bot.core.game_access import OrderTransaction
from bot.core.game_service import GameService
from bot.core.order_rules import unit_control
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome, outcome_of, receipt
from bot.core.requests.sent_in_time import check_stamp
from bot.features.what_if import private_copy
from bot.features.what_if.private_copy import MOST_ORDERS
from engine import referee
from engine.commands import Command
from engine.errors import IllegalOrder, NotOnTable, Refused
from storage import Draft, Entry, Receipt, Store, WhatIf, WriteTransaction

MOST_RECEIPTS = 100


class ScratchDrafts:
    """The drafts of a what-if, in memory: there is nothing to commit."""

    def __init__(self) -> None:
        self._by_user: dict[int, Draft] = {}

    @property
    def drafts(self) -> ScratchDrafts:
        """Itself, for what is written together with an order."""
        return self

    def get(self, user: int) -> Draft | None:
        """The last draft of the owner."""
        return self._by_user.get(user)

    def save(self, game_id: int, user: int, text: str) -> int:
        """Replace the draft; its number."""
        before = self._by_user.get(user)
        number = before.number + 1 if before else 1
        self._by_user[user] = Draft(game=game_id, user=user, number=number, text=text)
        return number

    async def shorten(self, game_id: int, user: int, text: str) -> None:
        """Replace the text of a draft by what is left of it."""
        self._by_user[user] = replace(self._by_user[user], text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came of sending: the game's table after it, the entries made there, how the last of them turned
    out otherwise or why the next was refused, the orders not given. `repeated`: sent by this press before."""

    table: Game
    entries: tuple[Entry, ...] = ()
    differs: str = ""
    refused: Refused | None = None
    left: tuple[Entry, ...] = ()
    repeated: bool = False


class WhatIfGame:
    """Takes orders for a what-if and keeps them (a `GameAccess`). `real` serves the games; `on_change` hears
    of changes."""

    def __init__(
        self, real: GameService, what_if: WhatIf, name: str, on_change: Callable[[WhatIf], None]
    ) -> None:
        self.clock = real.clock
        self.record = what_if
        self.spent = False
        self._real, self._name, self._on_change = real, name, on_change
        self._lock = asyncio.Lock()
        self._drafts = ScratchDrafts()
        self._receipts: dict[int, Receipt] = {}
        self._table: Game | None = None
        self._used = 0
        self._last: Outcome | None = None

    @property
    def keeper(self) -> Store:
        """The database, where the what-if itself is kept."""
        return self._real.store

    async def preferences_of(self, user: int) -> dict[str, str]:
        """What its owner prefers here is what they prefer everywhere."""
        return await self._real.preferences_of(user)

    async def game(self, game_id: int) -> Game:
        """The table of the what-if. Raises NotOnTable for any other."""
        if game_id != -self.record.game:
            raise NotOnTable("", "no_whatif")
        if self._table is None:
            self._table = private_copy.copy_game(
                await self._real.game(self.record.game), self.record, self._name
            )
        return self._table

    async def game_in(self, channel: int) -> Game:
        """The same: all requests to this service are about its game."""
        return await self.game(-self.record.game)

    def take_last(self) -> Outcome | None:
        """What came of the last order, once."""
        last, self._last = self._last, None
        return last

    def close(self) -> None:
        """Take no more orders: the what-if was discarded."""
        self.spent = True

    async def outdated(self) -> bool:
        """Whether the game has gone on since."""
        return private_copy.outdated(await self._real.game(self.record.game), self.record)

    @asynccontextmanager
    async def locked(self, game_id: int) -> AsyncIterator[None]:
        """Lock the what-if."""
        async with self._lock:
            yield

    async def check_time(self, game: Game, side: str, actor: Actor) -> None:
        """Never raises: a what-if has no clock."""

    async def was_obeyed(self, actor: Actor) -> bool:
        """Whether this very interaction was obeyed before."""
        return actor.interaction in self._receipts

    async def previous_outcome(self, game: Game, actor: Actor) -> Outcome | None:
        """What came of this very interaction, when it was obeyed before."""
        return outcome_of(game, self._receipts.get(actor.interaction))

    async def draft(self, game_id: int, user: int) -> Draft | None:
        """The last orders that the owner wrote down here."""
        return self._drafts.get(user)

    async def save_draft(self, game_id: int, actor: Actor, text: str) -> None:
        """Keep what the owner wrote down, once for an interaction."""
        if not await self.was_obeyed(actor):
            self._keep_receipt(actor, draft=self._drafts.save(game_id, actor.user, text))

    async def agreed_undos(self, game_id: int) -> tuple[()]:
        """None: in a what-if nothing has to be agreed to."""
        return ()

    async def order(
        self,
        game_id: int,
        actor: Actor,
        command: Command,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
    ) -> Outcome:
        """Carry out an order once, on the private copy. Raises Refused, and Stale as in a game."""
        async with self.locked(game_id):
            game = await self.game(game_id)
            if outcome := await self.previous_outcome(game, actor):
                return outcome
            check_stamp(game, actor, stamp, same_phase or game.simultaneous)
            return await self.give(game, side_of_player(game, actor.user), command, actor.user, actor)

    async def give(
        self,
        game: Game,
        side: str,
        command: Command,
        who: int | None,
        actor: Actor | None,
        also: Callable[[OrderTransaction], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Play an order with the what-if's own dice and save it. Raises Refused."""
        return await self.write(game, self.play(game, side, command, who), actor, also)

    def play(self, game: Game, side: str, command: Command, who: int | None) -> Entry:
        """The entry an order makes, with dice that are none of the game's. Raises Refused."""
        if game.last >= MOST_ORDERS:
            raise IllegalOrder("", "whatif_full", n=MOST_ORDERS)
        unit_control.check(game, side, command, who)
        dice = private_copy.dice(self.record, game.last + 1)
        events = referee.play(
            game.system, game.scenario, game.state, side, command, dice, order=game.last + 1
        )
        self._used = dice.used
        return Entry(kind="order", side=side, who=who, command=command, events=events, at=self.clock())

    async def write(
        self,
        game: Game,
        entry: Entry,
        actor: Actor | None,
        also: Callable[[OrderTransaction], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Save an order of the what-if; no one is notified."""
        entry = replace(entry, seq=game.last + 1)
        after = game.added(entry)
        if after.state.result is not None:
            after = replace(after, record=replace(after.record, status="over"))
        await self._keep(after, self.record.faces[self._used :], actor, seq=entry.seq)
        if also is not None:
            await also(self._drafts)
        self._last = Outcome(game=after, entry=entry)
        return self._last

    async def undo(self, game_id: int, actor: Actor, *, stamp: int | None = None) -> Outcome:
        """Take back the last order, whatever came of it: dice and the other side's orders, too."""
        async with self.locked(game_id):
            game = await self.game(game_id)
            if outcome := await self.previous_outcome(game, actor):
                return outcome
            check_stamp(game, actor, stamp, False)
            newest = next((e for e in reversed(game.active_entries) if e.kind == "order"), None)
            if newest is None:
                raise IllegalOrder("", "nothing_to_undo")
            undo = Entry(seq=game.last + 1, kind="undo", side=newest.side, who=actor.user, at=self.clock())
            after = game.struck([newest.seq], undo)
            after = replace(after, record=replace(after.record, status="playing"))
            await self._keep(after, self.record.faces, actor, seq=newest.seq, undo=undo.seq)
            return Outcome(game=after, entry=newest)

    async def lay_faces(self, faces: tuple[int, ...]) -> None:
        """Let the next dice fall so."""
        await self._keep(await self.game(-self.record.game), faces)

    async def _keep(
        self, game: Game, faces: tuple[int, ...], actor: Actor | None = None, **outcome: int
    ) -> None:
        """Write the what-if down, then go on with it; remember what came of an interaction. Raises NotOnTable
        when it was thrown away meanwhile."""
        if self.spent:
            raise NotOnTable("", "no_whatif")
        what_if = replace(self.record, entries=game.entries[1:], faces=faces)
        async with self.keeper.writing() as tx:
            await tx.what_ifs.save(what_if)
        self.record, self._table = what_if, game
        if actor is not None:
            self._keep_receipt(actor, **outcome)
        self._on_change(what_if)

    def _keep_receipt(self, actor: Actor, **outcome: int) -> None:
        self._receipts[actor.interaction] = receipt(actor, None, **outcome)
        while len(self._receipts) > MOST_RECEIPTS:
            self._receipts.pop(next(iter(self._receipts)))

    async def send(self, actor: Actor) -> Sent:
        """Give the owner's orders to the game, one after another, up to the first that is refused there or
        turns out otherwise. Raises Refused when they can give none."""
        number = self.record.game
        entries: list[Entry] = []
        async with self._real.locked(number):
            game = await self._real.game(number)
            if await self.keeper.receipts.get(actor.interaction):
                return Sent(table=game, repeated=True)
            await self._real.check_time(game, side_of_player(game, actor.user), actor)
            waiting = private_copy.orders(self.record, game.sides_of(actor.user))
            for place, tried in enumerate(waiting):
                assert tried.command is not None
                first = not entries
                try:
                    outcome = await self._real.give(
                        game,
                        tried.side,
                        tried.command,
                        actor.user,
                        actor if first else None,
                        self._spend if first else None,
                    )
                except Refused as refused:
                    given = isinstance(refused, DiceAwaited) and refused.fresh
                    self.spent = self.spent or given
                    left = waiting[place + given :]
                    return Sent(table=game, entries=tuple(entries), refused=refused, left=left)
                game, self.spent = outcome.game, True
                entries.append(outcome.entry)
                if how := private_copy.differs(tried, outcome.entry):
                    return Sent(table=game, entries=tuple(entries), differs=how, left=waiting[place + 1 :])
        return Sent(table=game, entries=tuple(entries))

    async def _spend(self, tx: WriteTransaction) -> None:
        """Throw the what-if away together with the first of its orders that the game takes: whatever happens
        then, none of them is given twice."""
        await tx.what_ifs.delete(self.record.game, self.record.user)
