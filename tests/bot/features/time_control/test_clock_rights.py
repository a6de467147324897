"""Who may agree to a clock, take over a side, look for a substitute. A real database, no Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import terms
from bot.core import game_clock
from bot.core.game_service import GameService
from bot.features.lobby import seating
from bot.features.time_control.service import ClockService
from storage import JoinRules
from tests.bot.features.lobby.test_seating_rights import (
    ANNA,
    BRUNO,
    CLARA,
    DORA,
    begun,
    by,
    person,
    refusal,
    seats,
)


async def with_clara(games: GameService) -> tuple[ClockService, int]:
    """Anna and Clara play Blue, Bruno Orange."""
    game = await begun(games)
    await seating.share(games, game, by(ANNA), "blue", person(CLARA))
    return ClockService(games), game


@pytest.mark.parametrize(
    ("user", "reason"),
    [(ANNA, "own_proposal"), (CLARA, "own_proposal"), (DORA, "not_the_owner"), (BRUNO, "")],
)
async def test_only_the_other_side_agrees_to_a_clock(games: GameService, user: int, reason: str) -> None:
    clocks, game = await with_clara(games)
    asked = by(ANNA)
    await clocks.clock(asked, "2d")

    assert await refusal(clocks.agree(by(user), game, asked.interaction)) == reason
    agreed = await game_clock.terms_of(games.store, game)
    assert (agreed is not None) is (reason == "")


async def test_who_plays_without_opponents_sets_a_clock_alone_a_mate_or_not(games: GameService) -> None:
    game = (await seating.create_game(games, by(ANNA), "ormes", "blue", None)).record.id
    await seating.share(games, game, by(ANNA), "blue", person(CLARA))
    await ClockService(games).clock(by(ANNA), "2d")

    agreed = await game_clock.terms_of(games.store, game)
    assert agreed is not None
    assert agreed.allowance == timedelta(days=2)


async def test_only_who_plays_a_side_looks_for_a_substitute_for_it(games: GameService) -> None:
    clocks, game = await with_clara(games)

    assert await refusal(clocks.substitute(by(ANNA), "orange")) == "not_the_holder"
    assert await refusal(clocks.substitute(by(DORA), "orange")) == "not_a_player"
    assert await games.store.vacancies.of_game(game) == {}


@pytest.mark.parametrize(
    ("user", "reason"), [(BRUNO, "sits_opposite"), (ANNA, "seat_taken"), (DORA, "not_reliable")]
)
async def test_who_may_not_sit_there_takes_no_side_over(games: GameService, user: int, reason: str) -> None:
    clocks, game = await with_clara(games)
    async with games.store.writing() as tx:
        await tx.join_rules.save(game, JoinRules(min_reliability=50))
        tx.players.count_deadlines([DORA], missed=9)
    await clocks.substitute(by(ANNA), "blue")
    before = seats(await games.game(game))

    assert await refusal(clocks.relieve(by(user), game, "blue", sure=True)) == reason
    assert seats(await games.game(game)) == before


async def test_a_substitute_takes_the_seat_of_who_wanted_one_once_with_fresh_time_and_no_corps(
    games: GameService,
) -> None:
    clocks, game = await with_clara(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game, terms.read("1d", "substitute"))
        table = await games.game(game)
        split = [replace(seat, corps=("1",)) if seat.user == CLARA else seat for seat in table.record.seats]
        await tx.games.update(game, seats=split)
        await game_clock.update_clocks(tx, table, games.clock())
        dial = (await tx.clocks.sides(game))["blue"]
        await tx.clocks.save_sides([replace(dial, late=True)])
    games.forget(game)
    await clocks.substitute(by(CLARA), "blue")

    await clocks.relieve(by(DORA), game, "blue", sure=False)
    asked = seats(await games.game(game))
    await clocks.relieve(by(DORA), game, "blue", sure=True)

    after = await games.game(game)
    assert asked == {"blue": [ANNA, CLARA], "orange": [BRUNO]}
    assert seats(after) == {"blue": [ANNA, DORA], "orange": [BRUNO]}
    assert [seat.corps for seat in after.seats("blue")] == [(), ()]
    dial = (await games.store.clocks.sides(game))["blue"]
    assert (dial.late, dial.ran) == (False, False)
    assert await games.store.vacancies.of_game(game) == {}
    assert await refusal(clocks.relieve(by(99), game, "blue", sure=True)) == "nobody_wanted"
