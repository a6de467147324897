"""What people ask and settle about time: the clock of a game, who takes a seat over. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot import doors, opening, timekeeper
from bot.clock import terms, winding
from bot.clock.period import users
from bot.clock.terms import Terms
from bot.desk import By, Desk, receipt
from bot.page import Page
from bot.say import timing as saying
from bot.say.names import Names
from bot.table import Table
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from storage import Clock, Json, Seat, Wanted, Writing


class Timing:
    """The clocks of games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- the clock of a game -------------------------------------------------------------------------

    async def clock(self, by: By, time: str = "", late: str = "") -> Page:
        """Show the clock of the game in a channel; with a `time`, set it, or propose it to the others."""
        table = await self.desk.table_in(by.channel)
        if time or late:
            return await self._propose(by, table.game.id, time, late)
        return await self._shown(by, table)

    async def _shown(self, by: By, table: Table, told: str = "") -> Page:
        found = await self.desk.times(table)
        clock = await self.desk.store.ask(lambda r: r.clock(table.game.id))
        agreed = None if clock is None else terms.stored(clock.terms)
        proposed = {} if clock is None else clock.proposed
        return saying.clock(Names.to(by.language, by.user, table), agreed, found, proposed, told)

    async def _propose(self, by: By, game: int, time: str, late: str) -> Page:
        """Set a clock at once where nobody else plays on another side; else let the others agree."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if await self.desk.store.receipt(by.interaction):
                return await self._shown(by, table)
            _check_player(table, by)
            before = await self.desk.store.ask(lambda r: timekeeper.terms_of(r, game))
            if not time and before is None:
                raise NotOnTable("", "policy_without_clock", option=late)
            agreed = terms.read(time or (before.text if before else ""), late or _late(before))
            asks = _others(table, by)
            body: Json = {"number": by.interaction} if asks else {"set": True}
            async with self.desk.store.writing() as w:
                if asks:
                    proposed: Json = {
                        "time": agreed.text if agreed else terms.NONE[0],
                        "late": late or _late(before),
                    }
                    proposed |= {"number": by.interaction, "user": by.user, "name": by.name}
                    stands = {} if before is None else before.json()
                    await w.keep_clock(Clock(game=game, terms=stands, proposed=proposed))
                else:
                    await self._set(w, table, agreed)
                await w.receive(receipt(by, game, game=game))
                if asks or table.playing:
                    await w.post(game=game, channel=table.game.channel, kind="clock", body=body)
            self.desk.tell(game)
            key = "proposed" if asks else "set"
            return await self._shown(by, table, saying.said(by, key))

    async def agree(self, by: By, game: int, number: int) -> Page:
        """Agree to the clock that somebody on another side has proposed."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if await self.desk.store.receipt(by.interaction):
                return await self._shown(by, table)
            clock = await self.desk.store.ask(lambda r: r.clock(game))
            if clock is None or clock.proposed.get("number") != number:
                raise IllegalOrder("", "no_such_proposal")
            _check_player(table, by)
            theirs = table.sides_of(int(clock.proposed["user"]))
            if not set(table.sides_of(by.user)) - set(theirs):
                raise IllegalOrder("", "own_proposal")
            async with self.desk.store.writing() as w:
                await self._set(w, table, terms.read(clock.proposed["time"], clock.proposed["late"]))
                await w.receive(receipt(by, game, game=game))
                if table.playing:
                    await w.post(game=game, channel=table.game.channel, kind="clock", body={"set": True})
            self.desk.tell(game)
            return await self._shown(by, table, saying.said(by, "set"))

    async def _set(self, w: Writing, table: Table, agreed: Terms | None) -> None:
        await timekeeper.agree(w, table.game.id, agreed)
        if table.game.status == "lobby":
            await w.post(game=table.game.id, channel=table.game.channel, kind="lobby", body={})

    # --- somebody else takes a seat over -------------------------------------------------------------

    async def substitute(self, by: By, side: str = "", *, withdraw: bool = False) -> Page:
        """Look for somebody to take over a side of the asker's, or look no more."""
        table = await self.desk.table_in(by.channel)
        game = table.game
        async with self.desk.alone(game.id):
            table = await self.desk.table(game.id)
            side = _own(table, by, side)
            names = Names.to(by.language, by.user, table)
            if await self.desk.store.receipt(by.interaction):
                return saying.sought(names, side, withdraw)
            async with self.desk.store.writing() as w:
                await w.receive(receipt(by, game.id, game=game.id))
                if withdraw:
                    if not await w.unwant(game.id, side):
                        raise IllegalOrder("", "nobody_wanted", side=side)
                else:
                    now = self.desk.clock()
                    await w.want(Wanted(game=game.id, side=side, user=by.user, since=now))
                    body = {"side": side, "user": by.user}
                    await w.post(game=game.id, channel=game.channel, kind="wanted", body=body)
            self.desk.tell(game.id)
            return saying.sought(names, side, withdraw)

    async def relieve(self, by: By, game: int, side: str, *, sure: bool) -> Page:
        """Take a side over for which somebody is wanted; he is asked once more, since he sees its secrets."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            names = Names.to(by.language, by.user, table)
            if await self.desk.store.receipt(by.interaction):
                return saying.relieves(names, side)
            wanted = (await self.desk.store.ask(lambda r: r.wanted(game))).get(side)
            if wanted is None or not table.playing:
                raise IllegalOrder("", "nobody_wanted", side=side)
            leaves = await self._leaves(table, by, side, wanted)
            now = self.desk.clock()
            found = await self.desk.times(table)
            if not sure:
                return saying.sure(names, side, found)
            async with self.desk.store.writing() as w:
                await timekeeper.settle(w, table, now, now)
                if found is not None:
                    dial = winding.settled(found.dials[side], now, found.rests[side], now)
                    fresh = winding.given(dial, found.terms, now)
                    await w.keep_dials([replace(fresh, late=False, ran=False)])
                seats = [_relieved(seat, side, leaves, by) for seat in table.game.seats]
                await w.update_game(game, seats=seats)
                await w.unwant(game, side)
                await doors.found(w, table.game.guild, by.user, table.scenario.system)
                await w.receive(receipt(by, game, game=game))
                body = {
                    "side": side,
                    "sides": [side],
                    "user": leaves.user,
                    "name": leaves.name,
                    "taker": by.user,
                }
                await w.post(game=game, channel=table.game.channel, kind="relieved", body=body)
            self.desk.forget(game)
            self.desk.tell(game)
            return saying.relieves(Names.to(by.language, by.user, await self.desk.table(game)), side)

    async def _leaves(self, table: Table, by: By, side: str, wanted: Wanted) -> Seat:
        """The seat that becomes somebody else's. Raises Refused for those who must not have it."""
        if by.user in users(table, side):
            raise IllegalOrder("", "seat_taken", side=side, holder=side)
        if opposite := table.sides_of(by.user):
            raise IllegalOrder("", "sits_opposite", side=opposite[0])
        if known := await opening.sides_left(self.desk, table, by.user) - {side}:
            raise IllegalOrder("", "sat_opposite", side=min(known))
        door = await self.desk.store.ask(lambda r: r.door(table.game.id))
        await doors.check(self.desk, table, door, by.user)
        seats = table.seats(side)
        return next((seat for seat in seats if seat.user == wanted.user), seats[0])


def _late(before: Terms | None) -> str:
    return before.late if before is not None else terms.DEFAULT


def _check_player(table: Table, by: By) -> None:
    """Raises Refused unless somebody may speak of the time of a game."""
    if table.game.status == "over":
        raise GameOver("", "game_over")
    if not table.sides_of(by.user) and (table.game.status != "lobby" or table.game.owner != by.user):
        raise NotYours("", "not_the_owner")


def _others(table: Table, by: By) -> bool:
    """Whether people play who must agree: those on sides on which the asker does not."""
    return any(
        s.user not in (None, by.user) and s.side not in table.sides_of(by.user) for s in table.game.seats
    )


def _own(table: Table, by: By, side: str) -> str:
    """The side for which somebody is to be found. Raises Refused unless the asker plays it."""
    if not table.sides_of(by.user):
        raise NotYours("", "not_a_player", players=table.scenario.side_ids, title=table.scenario.id)
    if table.game.status == "over":
        raise GameOver("", "game_over")
    if table.game.status == "lobby":
        raise NotYours("", "not_started")
    side = side or table.side_for(by.user)
    if side not in table.sides_of(by.user):
        raise NotYours("", "not_the_holder", side=side, holder=side)
    return side


def _relieved(seat: Seat, side: str, leaves: Seat, by: By) -> Seat:
    """A seat once somebody has taken a side over."""
    if seat.side == side and seat.user == leaves.user:
        return replace(seat, user=by.user, name=by.name, corps=())
    return seat
