"""Who may sit down at a table: as reliable as its opener asks for, and on no seat that is kept for another.

Whoever has had few deadlines has no record, which is no bad one: he is let in. Nothing is asked of who opened
the game, nor of those for whom a seat is kept.
"""

from __future__ import annotations

from bot.clock import reliability
from bot.desk import By, Desk, receipt
from bot.table import Table
from engine.errors import IllegalOrder, NotYours
from storage import Door, Player, Seat, Writing

ANY = "*"
"""What somebody looks for to whom every rule system is welcome."""


def admits(door: Door, player: Player) -> bool:
    """Whether somebody is reliable enough."""
    figure = reliability.percent(player)
    return figure is None or figure >= door.least


def missing(table: Table, door: Door, side: str) -> tuple[int, ...]:
    """The people for whom a place on a side is kept, and who have not sat down on it yet."""
    there = {seat.user for seat in table.seats(side)}
    return tuple(user for user in door.kept.get(side, ()) if user not in there)


def open_to(table: Table, door: Door, side: str, user: int | None) -> bool:
    """Whether somebody (None: the sparring partner) may sit down on a side: on a seat that is free and kept
    for nobody else, or beside those with whom he has held it before."""
    free = table.seat(side).user is None and not table.seat(side).bot
    kept = missing(table, door, side)
    return user in kept or (free and not kept)


def wanting(table: Table, door: Door) -> tuple[str, ...]:
    """The sides on which somebody may sit down still."""
    empty = {s.side for s in table.game.seats if s.user is None and not s.bot}
    return tuple(s for s in table.scenario.side_ids if s in empty or missing(table, door, s))


async def check(desk: Desk, table: Table, door: Door, user: int, name: str = "") -> None:
    """Raises IllegalOrder unless somebody is reliable enough; by `name` it speaks of somebody else."""
    if user != table.game.owner and not any(user in kept for kept in door.kept.values()):
        await admit(desk, door.least, user, name)


async def admit(desk: Desk, least: int, user: int, name: str = "") -> None:
    """Raises IllegalOrder unless somebody has kept at `least` so many per cent of his deadlines."""
    player = (await desk.store.ask(lambda r: r.players([user])))[user]
    figure = reliability.percent(player)
    if figure is not None and figure < least:
        reason, n = "friend_not_reliable" if name else "not_reliable", player.kept + player.missed
        raise IllegalOrder("", reason, percent=figure, n=n, least=least, asked=name)


def placed(table: Table, door: Door, side: str, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a side once somebody has sat down on it: those who held it before in their old order."""
    order = door.kept.get(side, ())
    there = [s for s in table.seats(side) if s.user is not None] + [seat]
    return tuple(sorted(there, key=lambda s: order.index(s.user) if s.user in order else len(order)))


async def found(w: Writing, guild: int, user: int | None, system: str) -> None:
    """Somebody sits down at a table of that rule system: he looks for none any more."""
    if user is not None:
        await w.seek_no_more(guild, user, (system, ANY))


async def release(desk: Desk, game: int, by: By, side: str) -> Table:
    """Let anybody take a side that was kept: for those who sit at the game. For whom it was kept, he gives up
    his own place. Raises Refused: already_started, not_the_owner."""
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return table
        if table.game.status != "lobby":
            raise IllegalOrder("", "already_started")
        door = await desk.store.ask(lambda r: r.door(game))
        kept = door.kept.get(side, ())
        mine = by.user == table.game.owner or bool(table.sides_of(by.user))
        if not mine and by.user not in kept:
            raise NotYours("", "not_the_owner")
        left = tuple(user for user in kept if not mine and user != by.user)
        async with desk.store.writing() as w:
            await w.keep_door(game, Door(least=door.least, kept={**door.kept, side: left}))
            await w.receive(receipt(by, game, game=game))
            await w.post(game=game, channel=table.game.channel, kind="lobby", body={})
    desk.tell(game)
    return table
