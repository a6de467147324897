"""Who can agree to what: those who play against the side that asks, once, while it is still so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.features.agreements.consent import judges, known
from bot.features.agreements.draw import DrawOffers
from bot.features.computer_player import seats as computer_seats
from bot.features.lobby import seating
from engine.commands import Done, Instruct
from storage import Pause, Seat
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, begun, by, person, refusal
from tests.bot.sample_games import new_game


async def offered(games: GameService) -> tuple[DrawOffers, int, int]:
    """Anna, who plays Blue, has offered Bruno a draw; the service, the game, how much everybody knows."""
    game, draws = await begun(games), DrawOffers(games)
    await draws.ask(by(ANNA), game)
    return draws, game, known(await games.game(game))


async def over(games: GameService, game: int) -> bool:
    return (await games.game(game)).record.status == "over"


def test_judges_are_who_plays_against_a_side_and_not_for_it_too() -> None:
    game: Game = new_game("ormes")
    blue, orange = game.record.seats

    def seated(*seats: Seat) -> Game:
        return replace(game, record=replace(game.record, seats=seats))

    assert judges(game, "blue") == {orange.user}
    assert judges(seated(blue, orange, replace(orange, user=9)), "blue") == {orange.user, 9}
    assert judges(seated(blue, orange, replace(orange, user=blue.user)), "blue") == {orange.user}
    assert judges(seated(blue, replace(orange, user=blue.user)), "blue") == frozenset()
    assert judges(seated(blue, replace(orange, user=None, bot=True)), "blue") == frozenset()


@pytest.mark.parametrize(
    ("user", "reason"), [(ANNA, "draw_not_asked"), (CLARA, "draw_not_asked"), (BRUNO, "")]
)
async def test_only_the_other_side_agrees(games: GameService, user: int, reason: str) -> None:
    draws, game, stamp = await offered(games)

    assert await refusal(draws.answer(by(user), game, "blue", stamp, agreed=True)) == reason
    assert await over(games, game) is (reason == "")


async def test_who_plays_on_both_sides_does_not_agree_with_themselves(games: GameService) -> None:
    draws, game, stamp = await offered(games)
    async with games.store.writing() as tx:
        table = await games.game(game)
        await tx.games.update(game, seats=(*table.record.seats, seating.seat("orange", person(ANNA))))
    games.forget(game)

    assert await refusal(draws.answer(by(ANNA), game, "blue", stamp, agreed=True)) == "draw_not_asked"
    assert not await over(games, game)


async def test_an_offer_lapses_with_the_next_order_that_all_know_of_and_with_no_hidden_one(
    games: GameService,
) -> None:
    draws, game, stamp = await offered(games)
    await games.order(game, by(BRUNO), Instruct(kind="advance", answer="yes"))
    assert known(await games.game(game)) == stamp, "a standing order is nobody else's business"
    await games.order(game, by(ANNA), Done())

    await draws.answer(by(BRUNO), game, "blue", stamp, agreed=True)

    assert not await over(games, game)


async def test_what_was_refused_is_neither_asked_again_nor_agreed_to(games: GameService) -> None:
    draws, game, stamp = await offered(games)
    await draws.answer(by(BRUNO), game, "blue", stamp, agreed=False)

    assert await refusal(draws.ask(by(ANNA), game)) == "draw_refused"
    await draws.answer(by(BRUNO), game, "blue", stamp, agreed=True)

    assert not await over(games, game)


async def test_nothing_is_agreed_on_while_the_game_is_paused_or_over(games: GameService) -> None:
    draws, game, stamp = await offered(games)
    async with games.store.writing() as tx:
        await tx.pauses.save(Pause(game=game, by=CLARA, reason="dinner", since=games.clock()))

    assert await refusal(draws.answer(by(BRUNO), game, "blue", stamp, agreed=True)) == "game_paused"
    assert await refusal(games.order(game, by(ANNA), Done())) == "game_paused"
    async with games.store.writing() as tx:
        await tx.pauses.delete(game)
    await draws.answer(by(BRUNO), game, "blue", stamp, agreed=True)
    assert await refusal(draws.answer(by(BRUNO), game, "blue", stamp, agreed=True)) == "game_over"


async def test_a_question_is_asked_once(games: GameService) -> None:
    draws, game, _ = await offered(games)

    await draws.ask(by(ANNA), game)

    assert len(await games.store.outbox.of_game(game, "draw_asked")) == 1


async def test_only_who_plays_every_side_ends_a_game_by_a_draw_alone(games: GameService) -> None:
    draws, game, stamp = await offered(games)
    for user in (ANNA, BRUNO):
        await draws.sure(by(user), game, "blue", stamp)
    assert not await over(games, game)

    async with games.store.writing() as tx:
        seats = tuple(seating.seat(side, person(ANNA)) for side in ("blue", "orange"))
        await tx.games.update(game, seats=seats)
    games.forget(game)
    await draws.sure(by(ANNA), game, "blue", stamp + 1)
    assert not await over(games, game)
    await draws.sure(by(ANNA), game, "blue", stamp)
    assert await over(games, game)


async def test_a_game_against_the_computer_is_no_draw_by_its_player_alone(games: GameService) -> None:
    game = (await computer_seats.against_computer(games, by(ANNA), "ormes")).record.id

    await DrawOffers(games).sure(by(ANNA), game, "blue", known(await games.game(game)))

    assert not await over(games, game)
