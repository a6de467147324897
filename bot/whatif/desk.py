"""The desk of one what-if: orders are taken as at the game's own, and nothing of them reaches the game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from bot import corps
from bot.desk import By, Desk, Outcome, check_stamp, receipt, speaker
from bot.table import Table
from bot.whatif import copy
from bot.whatif.copy import MOST_ORDERS
from engine import referee
from engine.commands import Command
from engine.errors import IllegalOrder, NotOnTable, Refused
from storage import Draft, Entry, Letter, Receipt, Store, WhatIf, Writing

MOST_RECEIPTS = 100


class Scratch:
    """What stands in a store's place at such a desk: drafts and receipts in memory, nothing else. Whatever
    else is asked of it is a mistake, and fails."""

    def __init__(self) -> None:
        self._drafts: dict[int, Draft] = {}
        self._receipts: dict[int, Receipt] = {}

    async def draft(self, game: int, user: int) -> Draft | None:
        """What the owner wrote down last."""
        return self._drafts.get(user)

    async def receipt(self, interaction: int) -> Receipt | None:
        """What was answered to that interaction."""
        return self._receipts.get(interaction)

    async def letters_of(self, game: int, kind: str) -> list[Letter]:
        """None: nobody is written to from here."""
        return []

    async def write_draft(self, game: int, user: int, text: str) -> int:
        """Keep what was written down; its number."""
        before = self._drafts.get(user)
        number = before.number + 1 if before else 1
        self._drafts[user] = Draft(game=game, user=user, number=number, text=text)
        return number

    async def shorten_draft(self, game: int, user: int, text: str) -> None:
        """Keep only what is left of a draft."""
        self._drafts[user] = replace(self._drafts[user], text=text)

    async def receive(self, receipt: Receipt) -> bool:
        """Keep what is answered to an interaction."""
        self._receipts[receipt.interaction] = receipt
        while len(self._receipts) > MOST_RECEIPTS:
            self._receipts.pop(next(iter(self._receipts)))
        return True

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Scratch]:
        """Itself: there is nothing to commit."""
        yield self


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came of sending: the game's table after it, the entries made there, how the last of them turned
    out otherwise or why the next was refused, the orders not given. `repeated`: sent by this press before."""

    table: Table
    given: tuple[Entry, ...] = ()
    differs: str = ""
    refused: Refused | None = None
    left: tuple[Entry, ...] = ()
    repeated: bool = False


class WhatIfDesk(Desk):
    """Takes orders for a what-if and keeps them. `real` is the desk of the games; `told` hears of changes."""

    def __init__(self, real: Desk, kept: WhatIf, name: str, told: Callable[[WhatIf], None]) -> None:
        scratch: Any = Scratch()
        super().__init__(scratch, clock=real.clock, secret=_no_seeds)
        self._real, self._name, self._told = real, name, told
        self._table: Table | None = None
        self._used = 0
        self.kept = kept
        self.last: Outcome | None = None
        self.spent = False

    @property
    def keeper(self) -> Store:
        """The database, where the what-if itself is kept."""
        return self._real.store

    async def taste(self, user: int) -> dict[str, str]:
        """What its owner prefers here is what he prefers everywhere."""
        return await self._real.taste(user)

    async def times(self, table: Table) -> None:
        """None: nobody hurries."""

    async def table(self, game: int) -> Table:
        """The table of the what-if. Raises NotOnTable for any other."""
        if game != -self.kept.game:
            raise NotOnTable("", "no_whatif")
        if self._table is None:
            self._table = copy.lay(await self._real.table(self.kept.game), self.kept, self._name)
        return self._table

    async def table_in(self, channel: int) -> Table:
        """The same: whoever comes to this desk means its table."""
        return await self.table(-self.kept.game)

    async def outdated(self) -> bool:
        """Whether the game has gone on since."""
        return copy.outdated(await self._real.table(self.kept.game), self.kept)

    async def paused(self, game: int) -> None:
        """None: a what-if never stands still."""

    async def check_time(self, table: Table, side: str, by: By) -> None:
        """Nobody is ever late: a what-if has no clock."""

    def play(self, table: Table, side: str, command: Command, who: int | None) -> Entry:
        """The entry an order makes, with dice that are none of the game's. Raises Refused."""
        if table.last >= MOST_ORDERS:
            raise IllegalOrder("", "whatif_full", n=MOST_ORDERS)
        corps.check(table, side, command, who)
        dice = copy.dice(self.kept, table.last + 1)
        events = referee.play(
            table.system, table.scenario, table.state, side, command, dice, order=table.last + 1
        )
        self._used = dice.used
        return Entry(kind="order", side=side, who=who, command=command, events=events, at=self.clock())

    async def write(
        self,
        table: Table,
        entry: Entry,
        by: By | None,
        also: Callable[[Any], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Keep an order of the what-if; nobody is told."""
        entry = replace(entry, seq=table.last + 1)
        after = table.added(entry)
        if after.state.result is not None:
            after = replace(after, game=replace(after.game, status="over"))
        await self._keep(after, self.kept.faces[self._used :], by, seq=entry.seq)
        if also is not None:
            await also(self.store)
        self.last = Outcome(table=after, entry=entry)
        return self.last

    async def undo(self, game: int, by: By, *, stamp: int | None = None) -> Outcome:
        """Take back the last order, whatever came of it: dice and the other side's orders, too."""
        async with self.alone(game):
            table = await self.table(game)
            if told := await self.told_before(table, by):
                return told
            check_stamp(table, by, stamp, False)
            newest = next((e for e in reversed(table.living) if e.kind == "order"), None)
            if newest is None:
                raise IllegalOrder("", "nothing_to_undo")
            undo = Entry(seq=table.last + 1, kind="undo", side=newest.side, who=by.user, at=self.clock())
            after = table.struck([newest.seq], undo)
            after = replace(after, game=replace(after.game, status="playing"))
            await self._keep(after, self.kept.faces, by, seq=newest.seq, undo=undo.seq)
            return Outcome(table=after, entry=newest)

    async def lay_faces(self, faces: tuple[int, ...]) -> None:
        """Let the next dice fall so."""
        await self._keep(await self.table(-self.kept.game), faces)

    async def _keep(self, table: Table, faces: tuple[int, ...], by: By | None = None, **outcome: int) -> None:
        """Write the what-if down, then go on with it; remember what came of an interaction. Raises NotOnTable
        when it was thrown away meanwhile."""
        if self.spent:
            raise NotOnTable("", "no_whatif")
        kept = replace(self.kept, entries=table.entries[1:], faces=faces)
        async with self.keeper.writing() as w:
            await w.keep_whatif(kept)
        self.kept, self._table = kept, table
        if by is not None:
            await self.store.receive(receipt(by, None, **outcome))  # type: ignore[attr-defined]
        self._told(kept)

    async def send(self, by: By) -> Sent:
        """Give the owner's orders to the game, one after another, up to the first that is refused there or
        turns out otherwise. Raises Refused when he can give none."""
        number = self.kept.game
        given: list[Entry] = []
        async with self._real.alone(number):
            table = await self._real.table(number)
            if await self.keeper.receipt(by.interaction):
                return Sent(table=table, repeated=True)
            await self._real.check_time(table, speaker(table, by.user), by)
            waiting = copy.orders(self.kept, table.sides_of(by.user))
            for place, tried in enumerate(waiting):
                assert tried.command is not None
                try:
                    entry = self._real.play(table, tried.side, tried.command, by.user)
                except Refused as refused:
                    return Sent(table=table, given=tuple(given), refused=refused, left=waiting[place:])
                first = not given
                outcome = await self._real.write(
                    table, entry, by if first else None, self._spend if first else None
                )
                table, self.spent = outcome.table, True
                given.append(outcome.entry)
                if how := copy.differs(tried, outcome.entry):
                    return Sent(table=table, given=tuple(given), differs=how, left=waiting[place + 1 :])
        return Sent(table=table, given=tuple(given))

    async def _spend(self, w: Writing) -> None:
        """Throw the what-if away together with the first of its orders that the game takes: whatever happens
        then, none of them is given twice."""
        await w.drop_whatifs(self.kept.game, self.kept.user)


def _no_seeds(count: int) -> bytes:
    raise AssertionError("no game is opened at the desk of a what-if")
