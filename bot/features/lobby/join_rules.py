"""Who may join a game: players as reliable as its host requires, on seats not reserved for another.

Players with too few deadlines to judge are admitted. The requirement does not apply to the host of the game,
nor to players with a reserved seat.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.clock import vacation
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from engine.errors import IllegalOrder, NotYours
from storage import JoinRules, Player, Seat, WriteTransaction

ANY = "*"
"""The choice of a seeker who accepts any rule system."""
FULL = "start=full"
"""The option with which a game starts by itself when the last seat is taken."""
_FULL = re.compile(r"\bstart\s*[=:]\s*full\b[\s,;]*", re.IGNORECASE)


def taken_from(options: str) -> tuple[bool, str]:
    """Whether the options of a new game let it start by itself, and the other options.

    >>> taken_from("line_of_sight=yes start=full")
    (True, 'line_of_sight=yes ')
    """
    return bool(_FULL.search(options)), _FULL.sub("", options)


def completions(text: str) -> list[str]:
    """How options that are being typed can go on with it: the whole text then."""
    before, _, begun = text.rpartition(" ")
    prefix = begun.casefold().replace(":", "=")
    if taken_from(before)[0] or not prefix or not FULL.startswith(prefix):
        return []
    return [f"{before.strip()} {FULL}".strip()]


def admits(door: JoinRules, player: Player) -> bool:
    """Whether a player is reliable enough."""
    figure = vacation.deadlines_kept_percent(player)
    return figure is None or figure >= door.min_reliability


def missing(game: Game, door: JoinRules, side: str) -> tuple[int, ...]:
    """The players with a reserved seat on a side who have not joined yet."""
    there = {seat.user for seat in game.seats(side)}
    return tuple(user for user in door.reserved.get(side, ()) if user not in there)


def may_take_seat(game: Game, door: JoinRules, side: str, user: int | None) -> bool:
    """Whether a player (None: the computer player) may join a side: on a free seat that is reserved
    for no one else, or together with former teammates."""
    free = game.seat(side).user is None and not game.seat(side).bot
    reserved = missing(game, door, side)
    return user in reserved or (free and not reserved)


def open_sides(game: Game, door: JoinRules) -> tuple[str, ...]:
    """The sides that a player can still join."""
    empty = {s.side for s in game.record.seats if s.user is None and not s.bot}
    return tuple(s for s in game.scenario.side_ids if s in empty or missing(game, door, s))


async def check(games: GameService, game: Game, door: JoinRules, user: int, name: str = "") -> None:
    """Raises IllegalOrder unless a player is reliable enough; with `name` it speaks of another player."""
    if user != game.record.owner and not any(user in users for users in door.reserved.values()):
        await admit(games, door.min_reliability, user, name)


async def admit(games: GameService, least: int, user: int, name: str = "") -> None:
    """Raises IllegalOrder unless a player has met at `least` this percentage of their deadlines."""
    player = await games.store.players.get(user)
    figure = vacation.deadlines_kept_percent(player)
    if figure is not None and figure < least:
        reason, n = (
            "friend_not_reliable" if name else "not_reliable",
            player.deadlines_met + player.deadlines_missed,
        )
        raise IllegalOrder("", reason, percent=figure, n=n, least=least, asked=name)


def placed(game: Game, door: JoinRules, side: str, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a side after a player has joined: former players keep their order."""
    order = door.reserved.get(side, ())
    there = [s for s in game.seats(side) if s.user is not None] + [seat]
    return tuple(sorted(there, key=lambda s: order.index(s.user) if s.user in order else len(order)))


async def stop_seeking(tx: WriteTransaction, guild: int, user: int | None, system: str) -> None:
    """End a player's search after they join a game of that rule system."""
    if user is not None:
        await tx.seekers.remove(guild, user, (system, ANY))


async def release(games: GameService, game_id: int, actor: Actor, side: str) -> Game:
    """Let anybody take a side that was kept: for those who sit at the game. For whom it was kept, they give
    up their own place. Raises Refused: already_started, not_the_owner."""
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        if game.record.status != "lobby":
            raise IllegalOrder("", "already_started")
        door = await games.store.join_rules.of_game(game_id)
        reserved = door.reserved.get(side, ())
        mine = actor.user == game.record.owner or bool(game.sides_of(actor.user))
        if not mine and actor.user not in reserved:
            raise NotYours("", "not_the_owner")
        remaining = tuple(user for user in reserved if not mine and user != actor.user)
        async with games.store.writing() as tx:
            await tx.join_rules.save(game_id, replace(door, reserved={**door.reserved, side: remaining}))
            await tx.receipts.add(receipt(actor, game_id, game=game_id))
            await tx.outbox.add(game=game_id, channel=game.record.channel, kind="lobby", body={})
    games.notify(game_id)
    return game
