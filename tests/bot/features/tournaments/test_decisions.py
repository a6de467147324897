"""Results without the end of a game: at the deadline of a round, by a ruling, by both players."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.features.tournaments.running import game_decisions
from bot.features.tournaments.state import results
from bot.workers.computer_player import choose
from engine.errors import IllegalOrder, NotYours
from league.model import Result
from tests.bot.features.tournaments import play


def decisions(harness: Any) -> Any:
    return harness.bot.services.tournament_decisions


async def one_order(harness: Any, game_id: int) -> str:
    """The side that decides gives an order; which side that is."""
    games = harness.bot.games
    game = await games.game(game_id)
    side = game.owing[0]
    actor: Actor = play.actor(harness, 0)
    user = game.seat(side).user
    await games.order(
        game_id, type(actor)(user=user, name="", interaction=5, guild=1, channel=1), choose(game, side)
    )
    return str(side)


@pytest.mark.long
async def test_at_the_deadline_the_score_decides_and_absence_forfeits(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2, round_hours=24)
    moved, _ = (await play.event(harness, tournament)).open_games()
    side = await one_order(harness, moved.game.game)
    await harness.quiet()

    await harness.later(hours=25)

    event = await play.event(harness, tournament)
    by_score, absent = (pairing.games[0] for pairing in event.rounds[0].pairings)
    games = [await harness.bot.games.game(g.game) for g in (by_score, absent)]
    assert side == games[0].scenario.side_ids[0]
    assert (by_score.result, by_score.how) == (Result.FIRST_WINS, "score"), "it holds more at the start"
    assert by_score.margin == results.margin(games[0]) > 0
    assert (absent.result, absent.how) == (Result.FIRST_FORFEITS, "score")
    assert [game.record.status for game in games] == ["over", "over"]
    assert games[1].state.result.winner == games[1].scenario.side_ids[1]
    assert event.round_over


@pytest.mark.long
async def test_the_deadline_waits_for_an_organiser_where_that_was_announced(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1, round_hours=24, verdict="organiser")

    await harness.later(hours=25)

    event = await play.event(harness, tournament)
    assert len(list(event.open_games())) == 1


@pytest.mark.parametrize(
    ("ruling", "result"),
    [
        ("wins", Result.SECOND_WINS),
        ("loses", Result.FIRST_WINS),
        ("draw", Result.DRAW),
        ("forfeits", Result.SECOND_FORFEITS),
        ("both_forfeit", Result.BOTH_FORFEIT),
        ("score", Result.FIRST_FORFEITS),
    ],
)
async def test_a_ruling_ends_the_game_with_its_reason(harness: Any, ruling: str, result: Result) -> None:
    tournament = await play.started(harness, 2, rounds=1)
    (open_,) = (await play.event(harness, tournament)).open_games()
    second = (await play.event(harness, tournament)).numbered[open_.players[1]]

    page = await decisions(harness).rule(
        play.actor(harness, 0), await play.event(harness, tournament), second.user, ruling, "as agreed"
    )
    await harness.quiet()

    event = await play.event(harness, tournament)
    (game,) = event.rounds[0].pairings[0].games
    stored = await harness.store.results.of_game(game.game)
    assert (game.result, game.how, game.by) == (result, "organiser", play.actor(harness, 0).user)
    assert "as agreed" in page.embeds[0].text
    assert (await harness.store.games.get(game.game)).status == "over"
    assert stored is not None
    assert event.status == "over"


@pytest.mark.long
async def test_a_ruling_about_a_game_that_is_over_stands(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    (open_, _) = (await play.event(harness, tournament)).open_games()
    await play.ended(harness, open_, Result.FIRST_WINS)
    await harness.quiet()
    event = await play.event(harness, tournament)
    second = event.numbered[open_.players[1]]

    await decisions(harness).rule(play.actor(harness, 0), event, second.user, "wins", "the clock was wrong")
    await harness.quiet()
    harness.bot.workers.tournaments.wake(tournament)
    await harness.quiet()

    game = (await play.event(harness, tournament)).rounds[0].pairings[0].games[0]
    assert (game.result, game.how) == (Result.SECOND_WINS, "organiser")


@pytest.mark.long
async def test_the_deadline_leaves_a_result_that_came_just_before_it(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    (open_, _) = (await play.event(harness, tournament)).open_games()
    await play.ended(harness, open_, Result.SECOND_WINS)
    await harness.quiet()

    decide = play.service(harness).game_decisions.by_itself
    await decide(tournament, open_, game_decisions.at_deadline, "time is up")

    game = (await play.event(harness, tournament)).rounds[0].pairings[0].games[0]
    assert (game.result, game.how) == (Result.SECOND_WINS, "resigned")


@pytest.mark.long
async def test_a_player_sits_out_the_next_round_for_half_a_point(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    user = play.actor(harness, 1).user
    await decisions(harness).rule(
        play.actor(harness, 0), await play.event(harness, tournament), user, "sits_out_half", "a wedding"
    )
    await play.played(harness, tournament)
    await play.paired(harness, tournament)

    event = await play.event(harness, tournament)
    byes = {p.first: p.bye for p in event.rounds[1].pairings if p.second is None}
    assert byes[1] == "half"
    assert len(byes) == 2, "three are left: one of them is free"


@pytest.mark.long
async def test_players_report_a_game_whose_thread_was_deleted(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)
    (open_,) = (await play.event(harness, tournament)).open_games()
    winner, loser = (play.actor(harness, n) for n in (1, 2))
    with pytest.raises(NotYours, match="engine_reports"):
        await decisions(harness).report(winner, await play.event(harness, tournament), "wins")
    await harness.bot.games.channel_deleted(open_.game.channel)

    first = await decisions(harness).report(winner, await play.event(harness, tournament), "wins")
    twice = await decisions(harness).report(winner, await play.event(harness, tournament), "wins")
    contested = await decisions(harness).report(loser, await play.event(harness, tournament), "wins")
    still = (await play.event(harness, tournament)).status
    await decisions(harness).report(winner, await play.event(harness, tournament), "loses")
    await harness.quiet()

    event = await play.event(harness, tournament)
    assert all("once your opponent reports the same" in page.text for page in (first, twice, contested))
    assert still == "playing"
    assert event.status == "over"
    assert event.standings()[0].entrant == 2


async def test_nobody_reports_for_others(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)

    with pytest.raises(IllegalOrder, match="not_entered"):
        await decisions(harness).report(play.actor(harness, 5), await play.event(harness, tournament), "wins")


@pytest.mark.long
async def test_what_an_organiser_decides_under_the_card_counts(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)
    (open_,) = (await play.event(harness, tournament)).open_games()
    organiser = play.actor(harness, 0)
    services = harness.bot.services.of_games
    listed = await services.event_games.overview(organiser, tournament)
    game = await harness.bot.games.game(open_.game.game)

    await services.event_games.decide(
        organiser,
        game.record.id,
        len(game.known_to("")),
        "forfeit",
        {"side": game.scenario.side_ids[0]},
        "gone",
    )
    await harness.quiet()

    event = await play.event(harness, tournament)
    assert "ormes" in listed.text.lower() + str(listed.embeds).lower() + str(listed.sections).lower()
    assert event.rounds[0].pairings[0].games[0].result == Result.FIRST_FORFEITS
    assert event.status == "over"
