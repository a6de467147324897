"""What an entry puts into the outbox, with a real database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game_service import GameService
from bot.core.outbox_posts import post_undone
from bot.features.lobby import seating
from engine.commands import Done, Expired, Seal
from storage import Entry
from tests.bot.core.test_game import first_move
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, begun, by, person


async def simultaneous(games: GameService) -> int:
    """A game in which both sides write orders: Anna plays Red, Bruno Blue."""
    lobby = await seating.create_game(games, replace(by(ANNA), channel=2), "nonaka", "red", None)
    game = lobby.record.id
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    await seating.start(games, game, by(BRUNO))
    assert (await games.game(game)).simultaneous
    return game


async def posts(games: GameService, game: int, kind: str) -> list[object]:
    return [post.body for post in await games.store.outbox.of_game(game, kind)]


async def test_that_an_order_was_undone_is_told_where_more_was_told_of_it_than_its_moves(
    games: GameService,
) -> None:
    game = await begun(games)
    while (await games.game(game)).state.phase != "movement":
        await games.order(game, by(ANNA), Done())
    await games.order(game, by(ANNA), first_move(await games.game(game), "blue"))
    await games.undo(game, by(ANNA))
    secret = await simultaneous(games)
    await games.order(secret, by(ANNA), Seal())
    locked = await games.game(secret)
    undo = Entry(kind="undo", side="red", seq=locked.last + 1, at=locked.entries[0].at)

    async with games.store.writing() as tx:
        await post_undone(locked, locked.entries[-1], tx, locked.struck({locked.last}, undo))

    assert await posts(games, game, "struck") == []
    assert await posts(games, secret, "struck") == [{"last": undo.seq}]


async def test_who_wishes_to_be_told_that_they_are_next_is_told_once(games: GameService) -> None:
    game = await begun(games)
    async with games.store.writing() as tx:
        await tx.players.save(replace(await tx.players.get(ANNA), told_next=True))
    while (await games.game(game)).owing == ("blue",):
        await games.order(game, by(ANNA), Done())
    before = await posts(games, game, "next")

    await games.order(game, by(BRUNO), first_move(await games.game(game), "orange"))
    first = (await games.game(game)).last
    await games.order(game, by(BRUNO), Done())

    assert before == []
    assert await posts(games, game, "next") == [{"side": "blue", "user": ANNA, "last": first}]


async def test_orders_that_the_clock_has_locked_are_told_and_those_of_a_player_are_not(
    games: GameService,
) -> None:
    game = await simultaneous(games)

    await games.order(game, by(ANNA), Seal())
    by_player = await posts(games, game, "ready")
    await games.order(game, by(BRUNO), Seal())
    async with games.locked(game):
        await games.give(await games.game(game), "blue", Expired(), None, None)

    assert by_player == []
    assert await posts(games, game, "ready") == [{"last": (await games.game(game)).last}]


@pytest.mark.parametrize(("wishes", "both"), [(False, False), (True, True)])
async def test_that_they_are_next_is_told_no_one_who_does_not_wish_it_or_has_just_moved(
    games: GameService, wishes: bool, both: bool
) -> None:
    game = await begun(games)
    user, before = ANNA if both else BRUNO, (await games.game(game)).record.seats
    async with games.store.writing() as tx:
        await tx.players.save(replace(await tx.players.get(ANNA), told_next=wishes))
        seats = [replace(s, user=user if s.side == "orange" else ANNA) for s in before]
        await tx.games.update(game, seats=seats)
    games.forget(game)
    while (await games.game(game)).owing == ("blue",):
        await games.order(game, by(ANNA), Done())
    await games.order(game, by(user), first_move(await games.game(game), "orange"))

    assert await posts(games, game, "next") == []
