"""What takes the other side's consent: asked in the channel, agreed to with one button. No Discord.

A question is its buttons and the letter that brought them: both name how much everybody knew of the game when
it was asked, and it lapses as soon as that is more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from bot.desk import By, Desk, receipt, speaker
from bot.page import Page
from bot.say import consent as saying
from bot.table import Table
from engine.errors import GameOver, IllegalOrder, NotYours
from storage import Json


def known(table: Table) -> int:
    """How many entries everybody knows of: orders that are still secret must not even be counted."""
    return len(table.known_to(""))


def judges(table: Table, side: str) -> frozenset[int]:
    """The people who can agree to what a side asks for: those who play against it only."""
    others = {s.user for s in table.game.seats if s.side != side and s.user is not None}
    return frozenset(others - {s.user for s in table.seats(side)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a side asks for; `about` is what the question names besides."""

    side: str
    about: Json = field(default_factory=dict)


class Consent(ABC):
    """Asks, and does what was agreed. What is asked for is up to those who build on it.

    `topic` heads the kinds of its letters and its refusals: "undo" has undo_asked, undo_refused and
    undo_not_asked.
    """

    topic: str

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- what differs from topic to topic, under the game's lock -----------------------------------------

    @abstractmethod
    def wish(self, table: Table, by: By) -> Wish:
        """What somebody asks for now. Raises Refused."""

    @abstractmethod
    def open(self, table: Table, side: str) -> bool:
        """Whether what that side asked for can still be done."""

    @abstractmethod
    async def unasked(self, table: Table, wish: Wish, by: By, partner: str) -> Page:
        """What is done where there is nobody to ask: the asker plays every side, or `partner` is the side of
        the sparring partner."""

    @abstractmethod
    async def grant(self, table: Table, side: str, by: By) -> Page:
        """Do what that side asked for and `by` has agreed to."""

    # --- what all of them share --------------------------------------------------------------------------

    async def ask(self, by: By, game: int) -> Page:
        """Ask the other side. Raises Refused."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            before = await self.desk.store.receipt(by.interaction)
            if before is not None:
                return self.said(by, "done" if "seq" in before.outcome else "asked")
            await self.desk.check_time(table, speaker(table, by.user), by)
            wish = self.wish(table, by)
            if not judges(table, wish.side):
                bots = (s.side for s in table.game.seats if s.bot and s.side != wish.side)
                return await self.unasked(table, wish, by, next(bots, ""))
            if await self.found(table, "refused", wish.side):
                raise IllegalOrder("", f"{self.topic}_refused")
            if await self.found(table, "asked", wish.side):
                return self.said(by, "asked_already")
            body: Json = {"stamp": known(table), "side": wish.side, "user": by.user, **wish.about}
            await self._tell(table, by, "asked", body)
        self.desk.tell(game)
        return self.said(by, "asked")

    async def answer(self, by: By, game: int, side: str, stamp: int, *, agreed: bool) -> Page:
        """Agree to what that side asks for, or refuse it. What has lapsed is told kindly. Raises Refused."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if await self.desk.store.receipt(by.interaction) is not None:
                return self.said(by, "agreed" if agreed else "refused")
            if not table.playing:
                raise GameOver("", "game_over")
            if by.user not in judges(table, side):
                raise NotYours("", f"{self.topic}_not_asked")
            await self.desk.check_going(game)
            if (
                stamp != known(table)
                or not self.open(table, side)
                or await self.found(table, "refused", side)
            ):
                return self.said(by, "lapsed")
            if agreed:
                return await self.grant(table, side, by)
            await self._tell(table, by, "refused", {"stamp": stamp, "side": side, "user": by.user})
        self.desk.tell(game)
        return self.said(by, "refused")

    async def found(self, table: Table, what: str, side: str) -> bool:
        """Whether such a letter tells of what that side asks for now."""
        letters = await self.desk.store.letters_of(table.game.id, f"{self.topic}_{what}")
        now = {"stamp": known(table), "side": side}
        return any(now.items() <= letter.body.items() and not letter.failed for letter in letters)

    def said(self, by: By, key: str) -> Page:
        """What became of a request, for the one who asked or answered."""
        return saying.said(by.language, self.topic, key)

    async def _tell(self, table: Table, by: By, what: str, body: Json) -> None:
        async with self.desk.store.writing() as w:
            await w.receive(receipt(by, table.game.id, **{what: body["side"]}))
            await w.post(
                game=table.game.id, channel=table.game.channel, kind=f"{self.topic}_{what}", body=body
            )
