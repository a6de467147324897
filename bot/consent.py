"""Undo by consent: what is no longer free to take back, the other side is asked for. No Discord.

A request is its buttons and the letter that brought them: both name how much everybody knew of the game when
it was asked, and it lapses as soon as that is more.
"""

from __future__ import annotations

from dataclasses import replace

from bot import timekeeper
from bot.clock import winding
from bot.desk import By, Desk, Outcome, receipt, speaker
from bot.page import Page
from bot.say import consent as saying
from bot.say.names import Names
from bot.table import Table
from engine.commands import Instruct
from engine.errors import GameOver, IllegalOrder, NotYours
from engine.events import Instructed
from storage import Entry, Json, Writing

ASKED_FOR = frozenset(
    {"nothing_to_undo", "undo_after_dice", "undo_after_reveal", "undo_after_turn", "undo_revealed"}
)
"""Why an order is not free to be taken back, where the other side may agree to it."""
ASKED, REFUSED, AGREED = "undo_asked", "undo_refused", "undo_agreed"


def known(table: Table) -> int:
    """How many entries everybody knows of: orders that are still secret must not even be counted."""
    return len(table.known_to(""))


def wanted(table: Table, sides: tuple[str, ...]) -> Entry | None:
    """The newest order of these sides that everybody was told of, what the clock did for them included."""
    public = {entry.seq for entry in table.known_to("")}
    mine = (e for e in reversed(table.living) if e.kind == "order" and e.side in sides and e.seq in public)
    return next((e for e in mine if not _standing(e)), None)


def swept(table: Table, first: Entry) -> tuple[Entry, ...]:
    """Everything that goes with an order: it, and all that was done since. Standing orders stay."""
    after = (e for e in table.living if e.seq >= first.seq and e.kind not in ("start", "undo"))
    return tuple(e for e in after if not _standing(e))


def _standing(entry: Entry) -> bool:
    return isinstance(entry.command, Instruct) and all(isinstance(e, Instructed) for e in entry.events)


def judges(table: Table, side: str) -> frozenset[int]:
    """The people who can agree to what a side asks for: those who play against it only."""
    others = {s.user for s in table.game.seats if s.side != side and s.user is not None}
    return frozenset(others - {s.user for s in table.seats(side)})


class Consent:
    """Asks, and does what was agreed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def ask(self, by: By, game: int) -> Page:
        """Ask the other side to let the asker's last order be taken back. Where there is nobody to ask, it is
        taken back at once. Raises Refused."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            before = await self.desk.store.receipt(by.interaction)
            if before is not None and "seq" not in before.outcome:
                return saying.said(by.language, "asked")
            side = speaker(table, by.user)
            await self.desk.check_time(table, side, by)
            target = wanted(table, table.sides_of(by.user))
            if target is None:
                raise IllegalOrder("", "nothing_to_undo")
            if not judges(table, target.side):
                partner = any(s.bot for s in table.game.seats if s.side != target.side)
                outcome = await self._undo(table, target, by, "partner" if partner else "own")
                return saying.done(Names.to(by.language, by.user, outcome.table), "done")
            if await self._found(table, REFUSED, target.side):
                raise IllegalOrder("", "undo_refused")
            if await self._found(table, ASKED, target.side):
                return saying.said(by.language, "asked_already")
            body: Json = {"stamp": known(table), "side": target.side, "user": by.user, "target": target.seq}
            async with self.desk.store.writing() as w:
                await w.receive(receipt(by, game, asked=target.side))
                await w.post(game=game, channel=table.game.channel, kind=ASKED, body=body)
        self.desk.tell(game)
        return saying.said(by.language, "asked")

    async def answer(self, by: By, game: int, side: str, stamp: int, *, agreed: bool) -> Page:
        """Agree to a request of that side, or refuse it. What has lapsed is told kindly. Raises Refused."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            before = await self.desk.store.receipt(by.interaction)
            if before is not None:
                return saying.said(by.language, "agreed" if agreed else "refused")
            if not table.playing:
                raise GameOver("", "game_over")
            if by.user not in judges(table, side):
                raise NotYours("", "undo_not_asked")
            target = wanted(table, (side,))
            if stamp != known(table) or target is None or await self._found(table, REFUSED, side):
                return saying.said(by.language, "lapsed")
            if agreed:
                outcome = await self._undo(table, target, by, "player")
                return saying.done(Names.to(by.language, by.user, outcome.table), "agreed")
            body: Json = {"stamp": stamp, "side": side, "user": by.user}
            async with self.desk.store.writing() as w:
                await w.receive(receipt(by, game, refused=side))
                await w.post(game=game, channel=table.game.channel, kind=REFUSED, body=body)
        self.desk.tell(game)
        return saying.said(by.language, "refused")

    async def _found(self, table: Table, kind: str, side: str) -> bool:
        """Whether such a letter tells of the order that side would take back now."""
        letters = await self.desk.store.letters_of(table.game.id, kind)
        now = {"stamp": known(table), "side": side}
        return any(now.items() <= letter.body.items() and not letter.failed for letter in letters)

    async def _undo(self, table: Table, target: Entry, by: By, how: str) -> Outcome:
        """Take an order back, and all that came after. Whoever decides now gets fresh time for it."""

        async def also(w: Writing, after: Table) -> None:
            body: Json = {"last": after.last, "seq": target.seq, "how": how, "user": by.user}
            await w.post(game=table.game.id, channel=table.game.channel, kind=AGREED, body=body)
            now = self.desk.clock()
            found = await timekeeper.times(w, after, now)
            if found is not None:
                anew = {s: winding.given(found.dials[s], found.terms, now) for s in found.running}
                fresh = {s: replace(dial, late=False) for s, dial in anew.items()}
                await w.keep_dials([*{**found.dials, **fresh}.values()])

        return await self.desk.strike(table, target.side, swept(table, target), by, also)
