"""Opening, joining, starting and leaving a game: everything before the first order. No Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import scenarios
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import create as lobby_create
from bot.features.lobby import handicaps, join_rules
from bot.features.lobby.create import NewGame
from bot.features.lobby.start import begin
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from engine.scenario import Scenario
from opponent.levels import NORMAL
from storage import JoinRules, Json, Seat

DEFAULT_LEVEL = NORMAL
"""Of the computer player, where no level is named."""
BOTH = "both"
MOST_MATES = 8
"""Players on one side: all of them are called by name in one post."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player to be seated: user id and name; None for the computer player, who has a level."""

    user: int | None
    name: str
    level: str = ""


COMPUTER = Person(user=None, name="", level=DEFAULT_LEVEL)


@cache
def sides() -> tuple[str, ...]:
    """The sides of all battles there are."""
    return tuple(dict.fromkeys(side for id_ in scenarios.all() for side in scenarios.load(id_).side_ids))


async def create_game(
    games: GameService,
    actor: Actor,
    scenario: str | Scenario,
    side: str,
    other: Person | None,
    options: str = "",
    least: int = 0,
    *,
    player: Person | None = None,
    public_dice: bool = False,
    rated: bool = True,
) -> Game:
    """A lobby whose host plays `side` ("": the first, BOTH: all), and `other` the rest. With a `player` that
    one plays `side`, and the host only opens the game: it starts by itself once all have joined. The seats of
    people other than the host are reserved for them.

    `scenario` is the id of a battle of the house, or a battle of the player's own.

    `public_dice`: dice draw on the public beacon. `rated`: the result counts for ratings.
    `options` are stored in the battle, so that the game keeps them. Later players must have met `least` per
    cent of their deadlines.

    Raises Refused: no_such_scenario, no_such_side, same_player, channel_taken, and for options that cannot be
    set.
    """
    async with games.locked(-actor.channel):  # game numbers are positive: this is the channel's own lock
        if known := await games.store.receipts.get(actor.interaction):
            return await games.game(int(known.outcome["game"]))
        zone = (await games.store.players.get(actor.user)).zone
        battle, clock, starts_full = lobby_create.read_setup(scenario, options, zone)
        me = Person(user=actor.user, name=actor.name)
        first = player or me
        for_others = first.user != actor.user
        if for_others and other is not None and other.user == first.user:
            raise IllegalOrder("", "same_player")
        side = side or battle.side_ids[0]
        known_sides = (*battle.side_ids, *(() if for_others else (BOTH,)))
        if side not in known_sides:
            raise NotOnTable("", "no_such_side", side=side[:40], known=battle.side_ids)
        planned = {s: first if side in (s, BOTH) else other for s in battle.side_ids}
        joins = {s: p for s, p in planned.items() if p is not None and p.user not in (None, actor.user)}
        seats = [seat(s, None if s in joins else p) for s, p in planned.items()]
        new = NewGame(
            guild=actor.guild,
            channel=actor.channel,
            owner=actor.user,
            battle=battle,
            seats=seats,
            clock=clock,
            rules=JoinRules(
                min_reliability=least,
                starts_full=starts_full or for_others,
                reserved={s: (p.user,) for s, p in joins.items() if p.user is not None},
            ),
            called=tuple(p.user for p in joins.values() if p.user is not None),
            beacon=games.announced_orders.chain.hash if public_dice else "",
            rated=rated,
        )
        game = await lobby_create.create(games, actor, new)
        async with games.locked(game.record.id):
            game = await games.game(game.record.id)
            return await _begin_if_full(games, game, new.rules, actor)


def seat(side: str, guest: Person | None) -> Seat:
    """The seat of a player on a side; a free one without a player."""
    if guest is None:
        return Seat(side=side, user=None, name="")
    bot = guest.user is None
    return Seat(side=side, user=guest.user, name=guest.name, bot=bot, level=guest.level if bot else "")


async def join(games: GameService, game_id: int, actor: Actor, side: str, guest: Person) -> Game:
    """Seat a player on a side ("" for the first free one) of a lobby. Seating them again changes nothing.

    Raises Refused: already_started, not_the_owner, no_free_seat, no_such_side, seat_taken, seat_kept,
    sits_opposite, not_reliable.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        _check_lobby(game)
        if guest.user != actor.user and not game.sides_of(actor.user) and game.record.owner != actor.user:
            raise NotYours("", "not_the_owner")
        door = await games.store.join_rules.of_game(game_id)
        side = _free(game, door, side, guest.user)
        if any(s.user == guest.user and s.bot == (guest.user is None) for s in game.seats(side)):
            return game
        if not join_rules.may_take_seat(game, door, side, guest.user):
            occupied = game.seat(side).user is not None or game.seat(side).bot
            raise IllegalOrder("", "seat_taken" if occupied else "seat_kept", side=side, holder=side)
        if guest.user is not None:
            await join_rules.check(games, game, door, guest.user)
        if game.seat(side).user is not None and (opposite := game.sides_of(guest.user or 0)):
            raise IllegalOrder("", "sits_opposite", side=opposite[0])
        others = [s for s in game.record.seats if s.side != side]
        seats = _ordered(game, [*others, *join_rules.placed(game, door, side, seat(side, guest))])
        told = not free_sides(seats) and actor.user != game.record.owner and not door.starts_full
        letter: tuple[str, Json] | None = ("full", {}) if told else None
        game = await change_seats(games, game, actor, letter, seated=guest.user, seats=seats)
        return await _begin_if_full(games, game, door, actor)


def free_sides(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The sides without a player."""
    return tuple(s.side for s in seats if s.user is None and not s.bot)


async def _begin_if_full(games: GameService, game: Game, door: JoinRules, actor: Actor) -> Game:
    """Begin a game that starts by itself and that everyone has come to, its former players, too."""
    missing = any(join_rules.missing(game, door, side) for side in game.scenario.side_ids)
    if not door.starts_full or missing or free_sides(game.record.seats):
        return game
    return await begin.begin(games, game, actor)


async def share(games: GameService, game_id: int, actor: Actor, side: str, guest: Person) -> Game:
    """Seat a player together with the holder of a side ("" for the asker's). Repeating it changes nothing.

    A player who has left a side of a running game knows its orders, and cannot join another side of it.
    Raises Refused: not_a_player, not_the_holder, game_over, sits_opposite, sat_opposite, side_full,
    friend_not_reliable.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        side = _held(game, actor, side)
        if side in game.sides_of(guest.user or 0):
            return game
        if game.sides_of(guest.user or 0):
            raise IllegalOrder("", "sits_opposite", side=game.sides_of(guest.user or 0)[0])
        if known := await sides_left(games, game, guest.user) - {side}:
            raise IllegalOrder("", "sat_opposite", side=min(known))
        mates = game.seats(side)
        if len(mates) >= MOST_MATES:
            raise IllegalOrder("", "side_full", side=side, n=MOST_MATES)
        if guest.user is not None:
            door = await games.store.join_rules.of_game(game_id)
            await join_rules.check(games, game, door, guest.user, guest.name)
        seats = [s for s in game.record.seats if s.side != side]
        seats += [*mates, seat(side, guest)]
        letter = {"side": side, "user": guest.user}
        return await change_seats(
            games,
            game,
            actor,
            ("seated", letter),
            seated=guest.user,
            seats=_ordered(game, seats),
        )


async def sides_left(games: GameService, game: Game, user: int | None) -> set[str]:
    """The sides that a player has played since the game began, with or without orders."""
    departures = await games.store.outbox.of_game(game.record.id, "risen")
    departures += await games.store.outbox.of_game(game.record.id, "relieved")
    departures += await games.store.outbox.of_game(game.record.id, "replaced")
    sides = {
        str(side) for letter in departures if letter.body.get("user") == user for side in letter.body["sides"]
    }
    return sides | {entry.side for entry in game.entries if entry.side and entry.who == user}


def _held(game: Game, actor: Actor, side: str) -> str:
    """The side a player holds, or the named one of several. Raises Refused when there is none."""
    if not game.sides_of(actor.user):
        raise NotYours("", "not_a_player", players=game.scenario.side_ids, title=game.scenario.id)
    if game.record.status == "over":
        raise GameOver("", "game_over")
    side = side or game.side_for(actor.user)
    if side not in game.scenario.side_ids:
        raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
    if game.seat(side).user != actor.user:
        raise NotYours("", "not_the_holder", side=side, holder=side)
    return side


def _ordered(game: Game, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats in the order of the sides."""
    return tuple(sorted(seats, key=lambda s: game.scenario.side_ids.index(s.side)))


def _check_lobby(game: Game) -> None:
    if game.record.status != "lobby":
        raise IllegalOrder("", "already_started")


def _free(game: Game, door: JoinRules, side: str, user: int | None) -> str:
    """The requested side; otherwise one reserved for that user, or the first free one."""
    if not side:
        mine = [s for s in game.scenario.side_ids if user in join_rules.missing(game, door, s)]
        free = [s for s in join_rules.open_sides(game, door) if join_rules.may_take_seat(game, door, s, user)]
        if not mine and not free:
            kept = join_rules.open_sides(game, door)
            raise IllegalOrder("", "seat_kept", side=kept[0]) if kept else IllegalOrder("", "no_free_seat")
        return (*mine, *free)[0]
    if side not in game.scenario.side_ids:
        raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
    return side


async def choose_handicap(games: GameService, actor: Actor, game_id: int, *, counted: bool) -> Game:
    """Play a lobby's battle with the handicap that was counted for it, or with none. Choosing it again
    changes nothing.

    Raises Refused: already_started, not_the_lobby_host, no_counted_handicap.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        if game.record.status != "lobby" or game.record.imported_after:
            raise IllegalOrder("", "already_started")
        if game.record.owner != actor.user:
            raise NotYours("", "not_the_lobby_host", host=f"<@{game.record.owner}>")
        battle = handicaps.applied(game.scenario, handicaps.COUNTED if counted else handicaps.NONE)
        return await change_seats(games, game, actor, printed=dict(battle.printed))


async def change_seats(
    games: GameService,
    game: Game,
    actor: Actor,
    letter: tuple[str, Json] | None = None,
    /,
    *,
    seated: int | None = None,
    **fields: object,
) -> Game:
    """Write the seats, and tell the channel: by the lobby where there is one, by a letter if one is given.
    Who is `seated` has found what they may have looked for."""
    record = game.record
    if record.status == "lobby":
        await _check_words_open(games, game)
    async with games.store.writing() as tx:
        if record.status == "playing":  # others rest at other hours
            await game_clock.deduct_time(tx, game, games.clock(), games.clock())
        await tx.games.update(record.id, **fields)
        if record.status == "lobby" and seated is not None:
            await lobby_create.add_word(tx, games, record.id, seated)
        await join_rules.stop_seeking(tx, record.guild, seated, game.scenario.system)
        await tx.receipts.add(receipt(actor, record.id, game=record.id))
        if record.status == "lobby":
            await tx.outbox.add(game=record.id, channel=record.channel, kind="lobby", body={})
        if letter is not None:
            await tx.outbox.add(game=record.id, channel=record.channel, kind=letter[0], body=letter[1])
    games.forget(record.id)
    games.notify(record.id)
    return await games.game(record.id)


async def _check_words_open(games: GameService, game: Game) -> None:
    """Raises IllegalOrder once the words of the dice are closed: the seats of a lobby are then, too."""
    if game.record.seals:
        raise IllegalOrder("", "words_closed")
    await games.announced_orders.check_none(game.record)


async def start(games: GameService, game_id: int, actor: Actor) -> Game:
    """Begin: the referee sets the table. Raises Refused unless every side has a player."""
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        if not game.sides_of(actor.user) and game.record.owner != actor.user:
            raise NotYours("", "not_the_owner")
        _check_lobby(game)
        if free := free_sides(game.record.seats):
            raise IllegalOrder("", "seats_empty", sides=free)
        return await begin.begin(games, game, actor)


async def leave(games: GameService, game_id: int, actor: Actor) -> bool:
    """Get up from a lobby, whose owner closes it, or from a side that others go on playing.

    Returns whether the lobby was closed. Raises Refused: not_the_owner, game_over, alone_on_side.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return False
        if game.record.status != "lobby":
            return await _rise(games, game, actor)
        if game.record.owner == actor.user:
            card = await games.store.outbox.last_posted(game_id, "lobby")
            async with games.store.writing() as tx:
                await tx.games.delete_lobby(game_id)
                await tx.receipts.add(receipt(actor, None, closed=True))
                title = lobby_create.find_title(game.record.printed)
                body = {"title": title, "outdates": (card and card.posted) or 0}
                place = {"channel": game.record.channel, "guild": game.record.guild}
                await tx.outbox.add(game=None, kind="closed", body=body, **place)
            games.forget(game_id)
            games.notify(None)
            return True
        if not game.sides_of(actor.user):
            raise NotYours("", "not_the_owner")
        await change_seats(games, game, actor, seats=without(game, actor.user))
        return False


async def stand_up(games: GameService, game_id: int, actor: Actor, side: str) -> Game:
    """Free one seat of a lobby: the asker's, or for a player of it or its host the computer player's.

    Raises Refused: already_started, no_such_side, not_your_seat.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        _check_lobby(game)
        if side not in game.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
        here = game.sides_of(actor.user) or game.record.owner == actor.user
        leaving = [s for s in game.seats(side) if (s.user == actor.user and not s.bot) or (s.bot and here)]
        if not leaving:
            raise NotYours("", "not_your_seat", side=side, holder=side)
        seats = [s for s in game.record.seats if s not in leaving]
        if all(s.side != side for s in seats):
            seats.append(seat(side, None))
        return await change_seats(games, game, actor, seats=_ordered(game, seats))


async def _rise(games: GameService, game: Game, actor: Actor) -> bool:
    """Leave a game that goes on."""
    if not game.sides_of(actor.user):
        raise NotYours("", "not_the_owner")
    if game.record.status == "over":
        raise GameOver("", "game_over")
    side = next((s for s in game.sides_of(actor.user) if len(game.seats(s)) == 1), "")
    if side:
        raise IllegalOrder("", "alone_on_side", side=side)
    sides = game.sides_of(actor.user)
    letter: Json = {"side": sides[0], "sides": list(sides), "name": actor.name, "user": actor.user}
    await change_seats(games, game, actor, ("risen", letter), seats=without(game, actor.user))
    return False


def without(game: Game, user: int) -> tuple[Seat, ...]:
    """The seats after a player has left; a side without players keeps a free one."""
    remaining = [s for s in game.record.seats if s.user != user]
    empty = {*game.scenario.side_ids} - {s.side for s in remaining}
    return _ordered(game, [*remaining, *(seat(side, None) for side in empty)])


def check_side(battle: Scenario, side: str) -> None:
    """Raises NotOnTable unless a battle has that side; "" is any."""
    if side and side not in battle.side_ids:
        raise NotOnTable("", "no_such_side", side=side[:40], known=battle.side_ids)
