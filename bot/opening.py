"""Opening, joining, starting and leaving a game: everything before the first order. No Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache

import scenarios
from bot import doors, founding, switches, timekeeper
from bot.clock import terms
from bot.desk import By, Desk, post_report, receipt
from bot.table import Table, lay
from engine import referee
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.systems import find
from storage import Door, Entry, Json, Seat

BOTH = "both"
MOST_MATES = 8
"""Players on one side: all of them are called by name in one post."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Somebody to be seated: user id and name; None for the sparring partner."""

    user: int | None
    name: str


PARTNER = Guest(user=None, name="")


@cache
def sides() -> tuple[str, ...]:
    """The sides of all battles there are."""
    return tuple(dict.fromkeys(side for id_ in scenarios.all() for side in scenarios.load(id_).side_ids))


def find_scenario(id_: str) -> Scenario:
    """The battle of that id. Raises NotOnTable with ids that may have been meant."""
    known = scenarios.all()
    if id_ not in known:
        near = tuple(get_close_matches(id_.lower(), known, n=2))
        raise NotOnTable("", "no_such_scenario", scenario=id_[:60], known=known, near=near)
    return scenarios.load(id_)


async def open_game(
    desk: Desk,
    by: By,
    scenario: str | Scenario,
    side: str,
    other: Guest | None,
    options: str = "",
    least: int = 0,
) -> Table:
    """A lobby with its owner seated on `side` ("": the first, BOTH: on all), and `other` on the rest.

    `scenario` is the id of a battle of the house, or a battle of the player's own.

    `options` are printed into the battle, so that the game keeps them. At `least` so many per cent of his
    deadlines must have kept who sits down later.

    Raises Refused: no_such_scenario, no_such_side, channel_taken, and for options that cannot be set.
    """
    async with desk.alone(-by.channel):  # game numbers are positive: this is the channel's own lock
        if known := await desk.store.receipt(by.interaction):
            return await desk.table(int(known.outcome["game"]))
        found = find_scenario(scenario) if isinstance(scenario, str) else scenario
        clock, options = terms.taken_from(options)
        battle = switches.apply(found, switches.read(options, found.system))
        side = side or battle.side_ids[0]
        if side not in (*battle.side_ids, BOTH):
            raise NotOnTable("", "no_such_side", side=side[:40], known=battle.side_ids)
        me = Guest(user=by.user, name=by.name)
        stranger = other if other is not None and other.user not in (None, by.user) else None
        guest = other if stranger is None else None  # others sit down themselves
        seats = [seat(s, me if side in (s, BOTH) else guest) for s in battle.side_ids]
        invited = (stranger.user,) if stranger is not None and stranger.user is not None else ()
        return await founding.create(desk, by, battle, seats, clock, Door(least=least), invited)


def seat(side: str, guest: Guest | None) -> Seat:
    """The seat of somebody on a side; a free one without anybody."""
    if guest is None:
        return Seat(side=side, user=None, name="")
    return Seat(side=side, user=guest.user, name=guest.name, bot=guest.user is None)


async def take(desk: Desk, game: int, by: By, side: str, guest: Guest) -> Table:
    """Seat somebody on a side ("" for the first free one) of a lobby. Seating him again changes nothing.

    Raises Refused: already_started, not_the_owner, no_free_seat, no_such_side, seat_taken, seat_kept,
    sits_opposite, not_reliable.
    """
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return table
        _check_lobby(table)
        if guest.user != by.user and not table.sides_of(by.user) and table.game.owner != by.user:
            raise NotYours("", "not_the_owner")
        door = await desk.store.ask(lambda r: r.door(game))
        side = _free(table, door, side, guest.user)
        if any(s.user == guest.user and s.bot == (guest.user is None) for s in table.seats(side)):
            return table
        if not doors.open_to(table, door, side, guest.user):
            taken = table.seat(side).user is not None or table.seat(side).bot
            raise IllegalOrder("", "seat_taken" if taken else "seat_kept", side=side, holder=side)
        if guest.user is not None:
            await doors.check(desk, table, door, guest.user)
        if table.seat(side).user is not None and (opposite := table.sides_of(guest.user or 0)):
            raise IllegalOrder("", "sits_opposite", side=opposite[0])
        others = [s for s in table.game.seats if s.side != side]
        seats = _ordered(table, [*others, *doors.placed(table, door, side, seat(side, guest))])
        return await _changed(
            desk, table, by, seated=guest.user, seats=seats, salts=_salts(desk, table, guest)
        )


def _salts(desk: Desk, table: Table, guest: Guest) -> list[str]:
    """The salts once somebody has sat down: everybody brings one, as long as no die can have fallen."""
    known = guest.user is None or table.sides_of(guest.user) or table.game.status != "lobby"
    return [*table.game.salts] if known else [*table.game.salts, founding.salt(desk)]


async def salt(desk: Desk, game: int, by: By, word: str, most: int) -> Table:
    """Mix a word into the dice of a lobby, at most so many in all. One that is there already changes nothing.

    Raises Refused: already_started, not_the_owner, salts_full.
    """
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction) or word in table.game.salts:
            return table
        _check_lobby(table)
        if not table.sides_of(by.user) and table.game.owner != by.user:
            raise NotYours("", "not_the_owner")
        if len(table.game.salts) >= most:
            raise IllegalOrder("", "salts_full", n=most)
        return await _changed(desk, table, by, salts=[*table.game.salts, word])


async def share(desk: Desk, game: int, by: By, side: str, guest: Guest) -> Table:
    """Seat somebody beside the one who holds a side ("" for his own). Seating him again changes nothing.

    Whoever got up from a side of a game that is on knows its orders, and sits on no other side of it again.
    Raises Refused: not_a_player, not_the_holder, game_over, sits_opposite, sat_opposite, side_full,
    friend_not_reliable.
    """
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return table
        side = _held(table, by, side)
        if side in table.sides_of(guest.user or 0):
            return table
        if table.sides_of(guest.user or 0):
            raise IllegalOrder("", "sits_opposite", side=table.sides_of(guest.user or 0)[0])
        if known := await sides_left(desk, table, guest.user) - {side}:
            raise IllegalOrder("", "sat_opposite", side=min(known))
        mates = table.seats(side)
        if len(mates) >= MOST_MATES:
            raise IllegalOrder("", "side_full", side=side, n=MOST_MATES)
        if guest.user is not None:
            door = await desk.store.ask(lambda r: r.door(game))
            await doors.check(desk, table, door, guest.user, guest.name)
        seats = [s for s in table.game.seats if s.side != side]
        seats += [*mates, seat(side, guest)]
        letter = {"side": side, "user": guest.user}
        return await _changed(
            desk,
            table,
            by,
            ("seated", letter),
            seated=guest.user,
            seats=_ordered(table, seats),
            salts=_salts(desk, table, guest),
        )


async def sides_left(desk: Desk, table: Table, user: int | None) -> set[str]:
    """The sides that somebody has played since the game began, whether or not he gave an order."""
    risen = await desk.store.letters_of(table.game.id, "risen")
    risen += await desk.store.letters_of(table.game.id, "relieved")
    risen += await desk.store.letters_of(table.game.id, "replaced")
    left = {str(side) for letter in risen if letter.body.get("user") == user for side in letter.body["sides"]}
    return left | {entry.side for entry in table.entries if entry.side and entry.who == user}


def _held(table: Table, by: By, side: str) -> str:
    """The side somebody holds, of several the one he names. Raises Refused when there is none."""
    if not table.sides_of(by.user):
        raise NotYours("", "not_a_player", players=table.scenario.side_ids, title=table.scenario.id)
    if table.game.status == "over":
        raise GameOver("", "game_over")
    side = side or table.side_for(by.user)
    if side not in table.scenario.side_ids:
        raise NotOnTable("", "no_such_side", side=side[:40], known=table.scenario.side_ids)
    if table.seat(side).user != by.user:
        raise NotYours("", "not_the_holder", side=side, holder=side)
    return side


def _ordered(table: Table, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats in the order of the sides."""
    return tuple(sorted(seats, key=lambda s: table.scenario.side_ids.index(s.side)))


def _check_lobby(table: Table) -> None:
    if table.game.status != "lobby":
        raise IllegalOrder("", "already_started")


def _free(table: Table, door: Door, side: str, user: int | None) -> str:
    """The side that is asked for; else one that is kept for that user, or the first that is free."""
    if not side:
        mine = [s for s in table.scenario.side_ids if user in doors.missing(table, door, s)]
        free = [s for s in doors.wanting(table, door) if doors.open_to(table, door, s, user)]
        if not mine and not free:
            raise IllegalOrder("", "no_free_seat")
        return (*mine, *free)[0]
    if side not in table.scenario.side_ids:
        raise NotOnTable("", "no_such_side", side=side[:40], known=table.scenario.side_ids)
    return side


async def _changed(
    desk: Desk,
    table: Table,
    by: By,
    letter: tuple[str, Json] | None = None,
    /,
    *,
    seated: int | None = None,
    **fields: object,
) -> Table:
    """Write the seats, and tell the channel: by the lobby where there is one, by a letter if one is given.
    Who is `seated` has found what he may have looked for."""
    game = table.game
    async with desk.store.writing() as w:
        if game.status == "playing":  # others rest at other hours
            await timekeeper.settle(w, table, desk.clock(), desk.clock())
        await w.update_game(game.id, **fields)
        await doors.found(w, game.guild, seated, table.scenario.system)
        await w.receive(receipt(by, game.id, game=game.id))
        if game.status == "lobby":
            await w.post(game=game.id, channel=game.channel, kind="lobby", body={})
        if letter is not None:
            await w.post(game=game.id, channel=game.channel, kind=letter[0], body=letter[1])
    desk.forget(game.id)
    desk.tell(game.id)
    return await desk.table(game.id)


async def start(desk: Desk, game: int, by: By) -> Table:
    """Begin: the referee sets the table. Raises Refused unless every side has a player."""
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return table
        if not table.sides_of(by.user) and table.game.owner != by.user:
            raise NotYours("", "not_the_owner")
        _check_lobby(table)
        free = tuple(s.side for s in table.game.seats if s.user is None and not s.bot)
        if free:
            raise IllegalOrder("", "seats_empty", sides=free)
        return await _begin(desk, table, by)


async def _begin(desk: Desk, table: Table, by: By) -> Table:
    game = table.game
    dice = SeededDice(game.seed, game.salts)
    events = referee.start(find(table.scenario.system), table.scenario, dice)
    entry = Entry(kind="start", who=by.user, events=events, at=desk.clock())
    async with desk.store.writing() as w:
        await w.update_game(game.id, status="playing")
        seq = await w.append(game.id, table.last, entry)
        await w.receive(receipt(by, game.id, game=game.id))
        begun = replace(game, status="playing", revision=game.revision + 1)
        after = lay(begun, (replace(entry, seq=seq),))
        await post_report(w, after, seq)
    desk.keep(after)
    desk.tell(game.id)
    return after


async def leave(desk: Desk, game: int, by: By) -> bool:
    """Get up from a lobby, whose owner closes it, or from a side that others go on playing.

    Returns whether the lobby was closed. Raises Refused: not_the_owner, game_over, alone_on_side.
    """
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return False
        if table.game.status != "lobby":
            return await _rise(desk, table, by)
        if table.game.owner == by.user:
            async with desk.store.writing() as w:
                await w.delete_game(game)
                await w.receive(receipt(by, None, closed=True))
                body = {"title": founding.find_title(table.game.printed)}
                await w.post(game=None, channel=table.game.channel, kind="closed", body=body)
            desk.forget(game)
            desk.tell(None)
            return True
        if not table.sides_of(by.user):
            raise NotYours("", "not_the_owner")
        await _changed(desk, table, by, seats=without(table, by.user))
        return False


async def _rise(desk: Desk, table: Table, by: By) -> bool:
    """Leave a game that goes on."""
    if not table.sides_of(by.user):
        raise NotYours("", "not_the_owner")
    if table.game.status == "over":
        raise GameOver("", "game_over")
    side = next((s for s in table.sides_of(by.user) if len(table.seats(s)) == 1), "")
    if side:
        raise IllegalOrder("", "alone_on_side", side=side)
    sides = table.sides_of(by.user)
    letter: Json = {"side": sides[0], "sides": list(sides), "name": by.name, "user": by.user}
    await _changed(desk, table, by, ("risen", letter), seats=without(table, by.user))
    return False


def without(table: Table, user: int) -> tuple[Seat, ...]:
    """The seats when somebody has got up; a side that nobody plays any more keeps a free one."""
    left = [s for s in table.game.seats if s.user != user]
    empty = {*table.scenario.side_ids} - {s.side for s in left}
    return _ordered(table, [*left, *(seat(side, None) for side in empty)])


async def tutorial(desk: Desk, by: By, scenario: str = "tutorial") -> Table:
    """A learning battle, begun at once: who asks plays the first side, the sparring partner the other."""
    battle = find_scenario(scenario)
    table = await open_game(desk, by, scenario, battle.side_ids[0], PARTNER)
    async with desk.alone(table.game.id):
        table = await desk.table(table.game.id)
        return table if table.game.status != "lobby" else await _begin(desk, table, by)
