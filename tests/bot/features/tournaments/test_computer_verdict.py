"""Games that are not over at the deadline of a round, decided by the computer player's evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import opponent
from bot.core.game import Game
from bot.features.record.recorded_game import game_of
from bot.features.tournaments.running import evaluation
from bot.features.tournaments.state import results
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names, plain
from engine.state import ELIMINATED
from league.model import Result
from notation.record import read
from opponent import Leads
from tests.bot.features.tournaments import play
from tests.bot.recorded_games import stored


async def after_orders(harness: Any, many: int) -> tuple[int, Game]:
    """A tournament of two whose game has seen so many orders; that game."""
    tournament = await play.started(harness, 2, rounds=1, round_hours=24, verdict="computer")
    (number,) = await harness.store.games.ids_playing()
    for _ in range(many):
        game = await harness.bot.games.game(number)
        side = game.owing[0]
        order = opponent.choose(game.system, game.scenario, game.state, side)
        async with harness.bot.games.locked(number):
            await harness.bot.games.give(game, side, order, game.seat(side).user, None)
    return tournament, await harness.bot.games.game(number)


@pytest.mark.long
async def test_the_evaluation_decides_at_the_deadline_and_tells_why(harness: Any) -> None:
    tournament, game = await after_orders(harness, 20)
    due, _, leads = results.of_evaluation(game)

    await harness.later(hours=25)

    event = await play.event(harness, tournament)
    (decided,) = event.rounds[0].pairings[0].games
    number = game.record.id
    thread = harness.sandbox.state.records.channels[str(game.record.channel)]["name"]
    told = "\n".join(m.words for m in harness.sandbox.messages(thread, "Player 1"))
    log = await harness.person("Player 1").slash(thread, "log", game=str(number))
    pairings = await play.service(harness).pairings(play.actor(harness, 1), event)
    why = plain(evaluation.reason(Names(catalogue_for("en"), game), due, leads), 200)
    assert (decided.result, decided.how) == (str(due.value), results.COMPUTER)
    assert "The computer player gives" in why
    assert why in told
    assert why in log.words
    assert why in pairings.embeds[0].text


@pytest.mark.long
async def test_a_player_who_never_gave_an_order_forfeits_all_the_same(harness: Any) -> None:
    tournament, _ = await after_orders(harness, 0)

    await harness.later(hours=25)

    (decided,) = (await play.event(harness, tournament)).rounds[0].pairings[0].games
    assert (decided.result, decided.how) == (Result.FIRST_FORFEITS.value, results.SCORE)


def half(battle: str) -> Game:
    """The middle of a recorded game."""
    whole = game_of(read(stored(battle)))
    return whole.at(whole.last // 2)


def with_state(game: Game, **changes: Any) -> Game:
    return replace(game, state=replace(game.state, **changes))


@pytest.mark.parametrize("battle", ["ormes", "puits", "gue", "takase", "nonaka"])
def test_the_same_position_always_gets_the_same_answer(battle: str) -> None:
    game = half(battle)

    answers = {results.of_evaluation(replace(game, state=game.state.altered())) for _ in range(3)}

    ((_, _, leads),) = answers
    second = opponent.public_leads(game.system, game.scenario, game.state, game.scenario.side_ids[1])
    assert leads.chance + second.chance == pytest.approx(1)


def test_secret_orders_and_hidden_units_do_not_count() -> None:
    whole = game_of(read(stored("takase")))
    hidden = next(e for e in whole.entries if e.audience and "" not in e.audience)
    before, after = whole.at(hidden.seq - 1), whole.at(hidden.seq)

    assert before.state != after.state
    assert results.of_evaluation(before) == results.of_evaluation(after)


def test_losses_and_a_handicap_move_the_answer_towards_the_other_side() -> None:
    game = half("ormes")
    first = game.scenario.side_ids[0]
    lost = {
        id_: replace(unit, place=ELIMINATED) if unit.side == first else unit
        for id_, unit in game.state.units.items()
    }

    without = results.of_evaluation(with_state(game, units=lost))
    given = results.of_evaluation(game, 50)

    assert without[0] is Result.SECOND_WINS
    assert given[0] is Result.SECOND_WINS
    assert given[2].points < results.of_evaluation(game)[2].points
    assert given[1] == results.margin(game) - 50


@pytest.mark.parametrize(
    ("leads", "result", "told"),
    [
        (
            Leads(points=2, units=1, way=0),
            Result.FIRST_WINS,
            "Blue 95% of the chances",
        ),
        (
            Leads(points=-2, units=1, way=0),
            Result.SECOND_WINS,
            "in points, and behind in the",
        ),
        (
            Leads(points=0.1, units=0, way=0),
            Result.DRAW,
            "only 52% of the chances",
        ),
    ],
)
def test_the_reason_says_what_the_chances_come_from(leads: Leads, result: Result, told: str) -> None:
    names = Names(catalogue_for("en"), half("ormes"))

    assert told in evaluation.reason(names, result, leads)
    assert len(evaluation.reason(names, result, leads)) <= 200
    assert len(evaluation.reason(Names(catalogue_for("fr"), names.game), result, leads)) <= 200
