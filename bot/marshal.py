"""Order at a table: what a marshal may do in a game, each time for a reason that everybody reads. No Discord.

A marshal holds his server's role for it, or manages the server. He never acts in a game in which he plays
against others, and he sees and touches what a spectator sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal

from bot import correcting, doors, opening, record, timekeeper, trial
from bot.clock import winding
from bot.clock.period import users
from bot.consent import judges
from bot.correcting import Correction
from bot.desk import By, Desk, receipt
from bot.opening import Guest
from bot.page import Page, Paper
from bot.say import marshal as saying
from bot.say.names import Names
from bot.steward import MODERATOR
from bot.table import Table, rules_on
from bot.taking_back import standing
from bot.words import speak
from engine.errors import Fact, GameOver, IllegalOrder, NotOnTable, NotYours, Refused
from engine.events import Began, Event, Noted
from storage import Entry, Json, Pause, Seat, Writing

RULING: Literal["ruling"] = "ruling"
LONGEST_REASON = 200
CORRECTED, PAUSED, RESUMED, ROLLED, REPLACED, REMOVED = (
    "corrected", "paused", "resumed", "rolled_back", "replaced", "removed",
)  # fmt: skip
"""What can be ruled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The beginning of a phase to which a game can be rolled back: after that many entries of which everybody
    knows (`number`), after entry `seq`; `lost` are the orders since, as far as everybody knows."""

    number: int
    seq: int
    turn: int
    phase: str
    player: str
    lost: int


def moments(table: Table) -> tuple[Moment, ...]:
    """The phases that a game can be rolled back to, the latest first; of the referee's own `table`."""
    public = table.known_to("")
    found = []
    for number, entry in enumerate(public, start=1):
        began = [e for e in entry.events if isinstance(e, Began)]
        if entry.struck is not None or entry.kind == RULING or not began:
            continue
        lost = sum(1 for e in public if e.seq > entry.seq and e.struck is None and e.kind == "order")
        if lost:
            last = began[-1]
            found.append(
                Moment(
                    number=number,
                    seq=entry.seq,
                    turn=last.turn,
                    phase=last.phase,
                    player=last.player,
                    lost=lost,
                )
            )
    return tuple(reversed(found))


def plays_against_others(table: Table, user: int) -> bool:
    """Whether somebody plays in a game against other people."""
    return any(judges(table, side) - {user} for side in table.sides_of(user))


class Marshal:
    """Keeps order in games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- who may ---------------------------------------------------------------------------------------

    async def may(self, by: By) -> bool:
        """Whether somebody keeps order on his server."""
        role = (await self.desk.store.ask(lambda r: r.settings(by.guild))).get(MODERATOR)
        return by.manages or (role is not None and role in by.roles)

    async def check(self, by: By, table: Table) -> None:
        """Raises NotYours unless somebody may keep order at a table."""
        if table.game.guild != by.guild or not await self.may(by):
            raise NotYours("", "not_a_marshal")
        if plays_against_others(table, by.user):
            raise NotYours("", "marshal_plays")

    async def _act(
        self, by: By, game: int | None, work: Callable[[Table], Awaitable[Page]], *, lobby: bool = False
    ) -> Page:
        """Do something alone with the game of the asker's channel, for those who may. Raises Refused."""
        found = await self.desk.table_in(by.channel) if game is None else await self.desk.table(game)
        async with self.desk.alone(found.game.id):
            table = await self.desk.table(found.game.id)
            await self.check(by, table)
            if await self.desk.store.receipt(by.interaction) is not None:
                return saying.done(by.language)
            if table.game.status == "over":
                raise GameOver("", "game_over")
            if table.game.status == "lobby" and not lobby:
                raise NotYours("", "not_started")
            try:
                return await work(table)
            except Refused as refused:
                refused.names = Names(speak(by.language), table)  # type: ignore[attr-defined]
                raise

    async def _rule(
        self,
        table: Table,
        by: By,
        facts: dict[str, Fact],
        events: tuple[Event, ...] = (),
        also: Callable[[Writing], Awaitable[None]] | None = None,
        letter: tuple[str, Json] | None = None,
    ) -> Table:
        """Write a ruling down, and tell everybody."""
        noted = Noted(kind=RULING, facts=facts)
        entry = Entry(kind=RULING, who=by.user, events=(noted, *events), at=self.desk.clock())
        game, (kind, about) = table.game, letter or (RULING, {})

        async def tell(w: Writing) -> None:
            if also is not None:
                await also(w)
            body = {"seq": table.last + 1, **about}
            await w.post(game=game.id, channel=game.channel, kind=kind, body=body)

        return (await self.desk.write(table, entry, by, tell)).table

    # --- the table -------------------------------------------------------------------------------------

    async def correct(self, by: By, about: str, what: str, to: str, reason: str) -> Page:
        """Set one thing right on the table, as far as it can be played on."""
        why = _reason(reason)

        async def work(table: Table) -> Page:
            found = await asyncio.to_thread(_corrected, table, by, about, what, to)
            facts = saying.facts(CORRECTED, why, about=found.about, what=found.what)
            facts |= {"was": found.was, "now": found.now}
            after = await self._rule(table, by, facts, found.events)
            return saying.corrected(Names(speak(by.language), after), found)

        return await self._act(by, None, work)

    # --- the game --------------------------------------------------------------------------------------

    async def pause(self, by: By, reason: str) -> Page:
        """Let the game stand still: no orders, no clock, no sparring partner."""
        why = _reason(reason)

        async def work(table: Table) -> Page:
            game, now = table.game.id, self.desk.clock()
            if await self.desk.paused(game) is not None:
                raise IllegalOrder("", "paused_already")

            async def halt(w: Writing) -> None:
                await timekeeper.settle(w, table, now, now)
                await w.halt(Pause(game=game, by=by.user, reason=why, since=now))

            await self._rule(table, by, saying.facts(PAUSED, why), also=halt)
            return saying.done(by.language, PAUSED)

        return await self._act(by, None, work)

    async def resume(self, by: By, reason: str) -> Page:
        """Let it go on."""
        why = _reason(reason)

        async def work(table: Table) -> Page:
            if await self.desk.paused(table.game.id) is None:
                raise IllegalOrder("", "not_paused")

            async def go_on(w: Writing) -> None:
                await w.go_on(table.game.id)
                await timekeeper.wind(w, table, self.desk.clock())

            await self._rule(table, by, saying.facts(RESUMED, why), also=go_on)
            return saying.done(by.language, RESUMED)

        return await self._act(by, None, work)

    async def rollback(self, by: By, phase: str, reason: str) -> Page:
        """Ask once more before the game is rolled back to the beginning of a phase."""
        why = _reason(reason)

        async def work(table: Table) -> Page:
            found = _moment(Names(speak(by.language), table), moments(table), phase)
            return await self._ask(by, table, ROLLED, why, found)

        return await self._act(by, None, work)

    async def remove(self, by: By, reason: str) -> Page:
        """Ask once more before the game is taken out of its channel."""
        why = _reason(reason)
        return await self._act(by, None, lambda table: self._ask(by, table, REMOVED, why), lobby=True)

    async def _ask(self, by: By, table: Table, act: str, why: str, to: Moment | None = None) -> Page:
        """Keep what is asked for with the interaction; the button names that."""
        about = {"act": act, "why": why, "to": to.number if to is not None else 0}
        async with self.desk.store.writing() as w:
            await w.receive(receipt(by, table.game.id, ruling=about))
        return saying.sure(Names(speak(by.language), table), act, by.interaction, to)

    async def sure(self, by: By, game: int, stamp: int, asked: int) -> Page:
        """Do what was asked for, unless more has happened since."""
        found = await self.desk.store.receipt(asked)
        if found is None or found.game != game or "ruling" not in found.outcome:
            raise NotOnTable("", "no_such_game")
        about = found.outcome["ruling"]

        async def work(table: Table) -> Page:
            if stamp != saying.stamp(table):
                return saying.done(by.language, "lapsed")
            if about["act"] == ROLLED:
                to = next(m for m in moments(table) if m.number == about["to"])
                return await self._roll_back(by, table, to, str(about["why"]))
            return await self._remove(by, table, str(about["why"]))

        return await self._act(by, game, work, lobby=True)

    async def _roll_back(self, by: By, table: Table, to: Moment, why: str) -> Page:
        gone = [e for e in table.living if e.seq > to.seq and _goes(e)]
        facts = saying.facts(ROLLED, why, turn=to.turn, phase=to.phase, player=to.player, lost=to.lost)

        async def also(w: Writing, after: Table) -> None:
            body = {"seq": after.last}
            await w.post(game=table.game.id, channel=table.game.channel, kind=RULING, body=body)
            await timekeeper.refresh(w, after, self.desk.clock())

        await self.desk.strike(table, "", gone, by, also, (Noted(kind=RULING, facts=facts),))
        return saying.done(by.language, ROLLED)

    async def _remove(self, by: By, table: Table, why: str) -> Page:
        game = table.game
        if game.status == "lobby":
            async with self.desk.store.writing() as w:
                await w.delete_game(game.id)
                await w.receive(receipt(by, None, closed=True))
                body = {"title": saying.title(table), "by": by.user, "why": why}
                await w.post(game=None, channel=game.channel, kind="removed", body=body)
            self.desk.forget(game.id)
            self.desk.tell(None)
            return saying.done(by.language, REMOVED)

        async def end(w: Writing) -> None:
            await w.go_on(game.id)
            await w.update_game(game.id, status="over")

        await self._rule(table, by, saying.facts(REMOVED, why), also=end)
        self.desk.forget(game.id)
        self.desk.tell(game.id)
        return saying.done(by.language, REMOVED)

    # --- the people ------------------------------------------------------------------------------------

    async def replace(self, by: By, side: str, guest: Guest, whom: int | None, reason: str) -> Page:
        """Give the seat of somebody on a side to somebody else, or to the sparring partner."""
        why = _reason(reason)

        async def work(table: Table) -> Page:
            leaves = await self._leaves(table, by, side, guest, whom)
            now, game = self.desk.clock(), table.game
            seats = tuple(_given(seat, leaves, guest) for seat in game.seats)

            async def seat(w: Writing) -> None:
                found = await timekeeper.times(w, table, now)
                await timekeeper.settle(w, table, now, now)
                if found is not None and side in found.dials:
                    dial = winding.settled(found.dials[side], now, found.rests[side], now)
                    fresh = winding.given(dial, found.terms, now)
                    await w.keep_dials([replace(fresh, late=False, ran=False)])
                await w.update_game(game.id, seats=seats)
                await w.unwant(game.id, side)
                await doors.found(w, game.guild, guest.user, table.scenario.system)

            taker: Json = {"user": leaves.user, "name": leaves.name, "taker": guest.user}
            letter = ("replaced", {"side": side, "sides": [side], **taker})
            await self._rule(table, by, saying.facts(REPLACED, why, side=side), also=seat, letter=letter)
            self.desk.forget(game.id)
            self.desk.tell(game.id)
            return saying.done(by.language, REPLACED)

        return await self._act(by, None, work)

    async def _leaves(self, table: Table, by: By, side: str, guest: Guest, whom: int | None) -> Seat:
        """The seat that becomes somebody else's. Raises Refused."""
        if side not in table.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=table.scenario.side_ids)
        if guest.user == by.user:
            raise IllegalOrder("", "replaced_by_marshal")
        if guest.user is not None:
            if guest.user in users(table, side):
                raise IllegalOrder("", "replaced_sits", side=side)
            if opposite := table.sides_of(guest.user):
                raise IllegalOrder("", "replaced_opposite", side=opposite[0])
            if known := await opening.sides_left(self.desk, table, guest.user) - {side}:
                raise IllegalOrder("", "replaced_opposite", side=min(known))
        seats = table.seats(side)
        if guest.user is None and (len(seats) > 1 or seats[0].bot):
            raise IllegalOrder("", "replaced_partner", side=side)
        if whom is not None and whom not in users(table, side):
            raise IllegalOrder("", "replaced_nobody", side=side)
        return next((seat for seat in seats if seat.user == whom), seats[0])

    # --- as a file -------------------------------------------------------------------------------------

    async def export(self, by: By) -> Page:
        """The game of a channel as a file: before its end what a spectator knows, then everything."""
        table = await self.desk.table_in(by.channel)
        names = Names(speak(by.language), table)
        if table.game.status == "lobby":
            raise NotYours("", "not_started")
        paper = Paper(name=f"game-{table.game.id}.json", text=await asyncio.to_thread(record.text, table))
        return saying.exported(names, paper)


def _reason(text: str) -> str:
    """The reason for an act. Raises IllegalOrder without one."""
    why = " ".join(text.split())
    if not why:
        raise IllegalOrder("", "ruling_reason")
    return why[:LONGEST_REASON]


def _corrected(table: Table, by: By, about: str, what: str, to: str) -> Correction:
    """What is to be set right, tried out. Raises Refused."""
    names = Names(speak(by.language), table)
    id_ = saying.read_about(names, about)
    what = saying.read_what(names, id_, what)
    found = correcting.correction(table, id_, what, saying.read_to(names, id_, what, to), saying.knows(names))
    if not trial.playable(correcting.corrected(table, found)):
        raise IllegalOrder("", "ruling_impossible")
    return found


def _moment(names: Names, found: tuple[Moment, ...], text: str) -> Moment:
    """The moment that is meant, by its number or its words. Raises NotOnTable."""
    asked = text.strip().casefold()
    for moment in found:
        if asked in (str(moment.number), saying.moment(names, moment).casefold()):
            return moment
    near = tuple(saying.moment(names, m) for m in found[:3])
    raise NotOnTable("", "no_such_moment", asked=text[:60], near=near)


def _goes(entry: Entry) -> bool:
    """Whether an entry is struck when the game is rolled back over it: standing orders stay, and rulings that
    changed nothing on the table."""
    return entry.kind != "undo" and not standing(entry) and (entry.kind != RULING or rules_on(entry))


def _given(seat: Seat, leaves: Seat, guest: Guest) -> Seat:
    """A seat once somebody has it instead; what was commanded alone from it is everybody's."""
    if seat != leaves:
        return seat
    if guest.user is None:
        return Seat(side=seat.side, user=None, name="", bot=True)
    return replace(seat, user=guest.user, name=guest.name, bot=False, corps=())
