"""Finding a game: open seats of a server, those who look for one, invitations, a rematch. No Discord."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import cache

import scenarios
from bot import doors, opening, rematch, timekeeper
from bot.desk import By, Desk, receipt
from bot.fitting import fitting
from bot.opening import Guest
from bot.page import Choice, Page
from bot.say import finding as saying
from bot.say import lobby
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from engine.scenario import Scenario
from storage import Reading, Seeker

LASTING = timedelta(days=30)
"""So long somebody is shown as looking for a game."""
MOST_INVITED = 5
"""People who are called to one game, besides those its opener named."""


@cache
def systems() -> tuple[str, ...]:
    """The rule systems of which there are battles."""
    return tuple(dict.fromkeys(scenarios.load(id_).system for id_ in scenarios.all()))


class Finding:
    """Brings people to tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- the lobby of a server -----------------------------------------------------------------------

    async def show(self, by: By, system: str = "", number: int = 0, told: str = "") -> Page:
        """Open seats in channels that the asker sees, and who looks for a game. Raises NotOnTable."""
        wanted = "" if system in ("", doors.ANY) else _system(system)
        words = speak(by.language)
        tables = [(t, sides) for t, sides in await self._tables(by) if wanted in ("", t.scenario.system)]
        seats = await self.desk.store.ask(lambda r: _offers(r, by, tables))
        looking = [
            x for x in await self._looking(by) if not wanted or {wanted, doors.ANY} & {*x.seeker.systems}
        ]
        me = (await self.desk.store.ask(lambda r: r.players([by.user])))[by.user]
        return saying.page(words, seats, looking, me, number=number, system=wanted, told=told)

    async def _tables(self, by: By) -> list[tuple[Table, tuple[str, ...]]]:
        """The tables of a server that the asker may look at: where he can take sides over, and which; then
        those that have not begun."""
        found: dict[int, tuple[str, ...]] = {}
        for wish in await self.desk.store.ask(lambda r: r.wanted_in(by.guild)):
            found[wish.game] = (*found.get(wish.game, ()), wish.side)
        found |= dict.fromkeys(await self.desk.store.ask(lambda r: r.lobbies(by.guild)), ())
        tables = [(await self.desk.table(game), sides) for game, sides in found.items()]
        return [(t, s) for t, s in tables if by.sees(t.game.channel) and not (s and t.sides_of(by.user))]

    async def _looking(self, by: By) -> list[saying.Looking]:
        since = self.desk.clock() - LASTING
        found = await self.desk.store.ask(lambda r: r.seekers(by.guild, since))
        players = await self.desk.store.ask(lambda r: r.players([s.user for s in found]))
        return [saying.Looking(seeker=s, player=players[s.user]) for s in found]

    async def seek(self, by: By, system: str, note: str = "") -> Page:
        """Look for a game of a rule system, besides those looked for already. Raises NotOnTable."""
        wanted = _system(system)
        mine = [x.seeker for x in await self._looking(by) if x.seeker.user == by.user]
        before = mine[0].systems if mine else ()
        both = () if doors.ANY in (wanted, *before) else before
        now = self.desk.clock()
        seeker = Seeker(
            guild=by.guild,
            user=by.user,
            name=by.name,
            systems=tuple(dict.fromkeys((*both, wanted))),
            note=(note or (mine[0].note if mine else ""))[: saying.LONGEST_NOTE],
            since=now,
        )
        async with self.desk.store.writing() as w:
            if await w.receive(receipt(by, None, seeks=wanted)):
                await w.forget_seekers(now - LASTING)
                await w.seek(seeker)
        words = speak(by.language)
        names = [saying.system_name(words, s) for s in seeker.systems]
        told = words("finding.seeking", systems=words.several(names), days=LASTING.days)
        return await self.show(by, wanted, told=told)

    async def stop(self, by: By) -> Page:
        """Look for no game any more."""
        async with self.desk.store.writing() as w:
            if await w.receive(receipt(by, None, seeks="")):
                await w.seek_no_more(by.guild, by.user)
        return Page(text=speak(by.language)("finding.stopped"))

    async def systems(self, by: By, text: str) -> list[Choice]:
        """The rule systems, as completions."""
        words = speak(by.language)
        known = (Choice(label=saying.system_name(words, s), value=s) for s in (*systems(), doors.ANY))
        return fitting(known, text)

    # --- opening a game ------------------------------------------------------------------------------

    async def new(
        self,
        by: By,
        scenario: str | Scenario,
        side: str,
        other: Guest | None,
        options: str = "",
        least: int = 0,
    ) -> Page:
        """Open a lobby; who looks for such a game can be invited from the answer. Raises Refused."""
        if other is not None and other.user is not None and other.user != by.user:
            await doors.admit(self.desk, least, other.user, other.name)
        table = await opening.open_game(self.desk, by, scenario, side, other, options, least)
        return await self._offered(by, table, "lobby.opened")

    async def _offered(self, by: By, table: Table, key: str) -> Page:
        names = Names.to(by.language, by.user, table)
        told = names.words(key, title=names.title)
        return saying.offered(names, told, await self._to_invite(by, table))

    async def _to_invite(self, by: By, table: Table) -> list[saying.Looking]:
        """Who looks for such a game and could sit down: not if he has been called, or sits there."""
        door = await self.desk.store.ask(lambda r: r.door(table.game.id))
        if not any(doors.open_to(table, door, s, 0) for s in doors.wanting(table, door)):
            return []
        called = await self._called(table.game.id)
        fitting_ = {table.scenario.system, doors.ANY}
        return [
            x
            for x in await self._looking(by)
            if fitting_ & {*x.seeker.systems}
            and x.seeker.user not in {by.user, *called}
            and not table.sides_of(x.seeker.user)
            and doors.admits(door, x.player)
        ]

    async def _called(self, game: int) -> list[int]:
        """Whom a post has called to a game."""
        invited = await self.desk.store.letters_of(game, "invitation")
        return [int(letter.body["user"]) for letter in invited]

    # --- inviting ------------------------------------------------------------------------------------

    async def invite(self, by: By, friend: Guest, side: str = "") -> Page:
        """Call somebody to the open game of this channel. Raises Refused."""
        table = await self.desk.table_in(by.channel)
        try:
            return await self._invite(by, table.game.id, friend, side)
        except Refused as refused:
            refused.names = Names.to(by.language, by.user, table)  # type: ignore[attr-defined]
            raise

    async def call(self, by: By, game: int, user: int) -> Page:
        """Call somebody who looks for a game. Raises Refused."""
        name = next((x.seeker.name for x in await self._looking(by) if x.seeker.user == user), "")
        if not name:
            raise IllegalOrder("", "seeks_no_more")
        return await self._invite(by, game, Guest(user=user, name=name), "")

    async def _invite(self, by: By, game: int, friend: Guest, side: str) -> Page:
        assert friend.user is not None
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if await self.desk.store.receipt(by.interaction) is None:
                await self._may_invite(by, table, friend.user, side)
                door = await self.desk.store.ask(lambda r: r.door(game))
                await doors.admit(self.desk, door.least, friend.user, friend.name)
                body = {"user": friend.user, "side": side, "by": by.user}
                async with self.desk.store.writing() as w:
                    await w.receive(receipt(by, game, game=game))
                    await w.post(game=game, channel=table.game.channel, kind="invitation", body=body)
        self.desk.tell(game)
        names = Names.to(by.language, by.user, table)
        told = names.words("finding.told", who=f"<@{friend.user}>")
        return saying.offered(names, told, await self._to_invite(by, table))

    async def _may_invite(self, by: By, table: Table, user: int, side: str) -> None:
        """Raises Refused unless the asker may call that person to that side of this table."""
        if table.game.status != "lobby":
            raise IllegalOrder("", "already_started")
        if not table.sides_of(by.user) and table.game.owner != by.user:
            raise NotYours("", "not_the_owner")
        if side and side not in table.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=table.scenario.side_ids)
        if sits := table.sides_of(user):
            raise IllegalOrder("", "seat_taken", side=sits[0], holder=sits[0])
        door = await self.desk.store.ask(lambda r: r.door(table.game.id))
        open_ = [s for s in doors.wanting(table, door) if doors.open_to(table, door, s, user)]
        if side and side not in open_:
            taken = table.seat(side).user is not None or table.seat(side).bot
            raise IllegalOrder("", "seat_taken" if taken else "seat_kept", side=side, holder=side)
        if not open_:
            raise IllegalOrder("", "no_free_seat")
        called = await self._called(table.game.id)
        if user in called:
            raise IllegalOrder("", "invited_before")
        if len(called) >= MOST_INVITED:
            raise IllegalOrder("", "invited_enough", n=MOST_INVITED)

    # --- a rematch -----------------------------------------------------------------------------------

    async def rematch(self, by: By, game: int | None = None) -> Page:
        """Open the rematch of a game that is over, in this channel unless said, or sit down in it."""
        if game is None:
            here = (await self.desk.table_in(by.channel)).game
            before = await self.desk.store.ask(lambda r: r.last_over(by.channel))
            game = before if before is not None and here.status != "playing" else here.id
        table = await rematch.rematch(self.desk, by, game)
        names = Names.to(by.language, by.user, table)
        sides = names.words.several([names.side(s) for s in table.sides_of(by.user)])
        return lobby.text(names, "again", side=sides, next=lobby.next_step(names))

    async def release(self, by: By, game: int, side: str) -> Page:
        """Let anybody take a side that was kept for somebody."""
        table = await doors.release(self.desk, game, by, side)
        names = Names.to(by.language, by.user, table)
        return lobby.text(names, "released", side=names.side(side))


async def _offers(
    ask: Reading, by: By, tables: Iterable[tuple[Table, tuple[str, ...]]]
) -> list[saying.Seats]:
    """What tables offer to the asker: these sides to be taken over, or the free seats."""
    found = []
    for table, wanted in tables:
        door = await ask.door(table.game.id)
        free = tuple(s for s in doors.wanting(table, door) if doors.open_to(table, door, s, by.user))
        if not (sides := wanted or free):
            continue
        seats = saying.Seats(
            names=Names.to(by.language, by.user, table),
            door=door,
            clock=await timekeeper.terms_of(ask, table.game.id),
            players=await ask.players(s.user for s in table.game.seats if s.user is not None),
            sides=sides,
            wanted=bool(wanted),
        )
        found.append(seats)
    return found


def _system(text: str) -> str:
    """The rule system somebody means, by its id or its name. Raises NotOnTable."""
    asked = " ".join(text.split()).casefold()
    for system in systems():
        titles = scenarios.rulebook(system)["title"].values()
        if asked in (system, *(" ".join(str(title).split()).casefold() for title in titles)):
            return system
    if asked == doors.ANY:
        return doors.ANY
    raise NotOnTable("", "no_such_system", asked=text[:40], known=systems())
