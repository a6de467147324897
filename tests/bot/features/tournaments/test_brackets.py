"""Eliminations and round robins on the sandbox, compared match by match with `league`."""

from __future__ import annotations

from typing import Any

import pytest

from league import elimination, round_robin
from league.model import Result
from tests.bot.features.tournaments import play


def matches(event: Any) -> list[tuple[str, set[int]]]:
    return [(p.match, {p.first, p.second}) for p in event.rounds[-1].pairings]


@pytest.mark.long
async def test_eight_players_in_a_single_elimination(harness: Any) -> None:
    tournament = await play.started(harness, 8, format="single")
    first = await play.event(harness, tournament)
    await play.played(harness, tournament)
    await play.paired(harness, tournament)
    second = await play.event(harness, tournament)
    await play.played(harness, tournament, {1: Result.FIRST_WINS, 2: Result.FIRST_WINS})
    await play.paired(harness, tournament)
    await play.played(harness, tournament)

    event = await play.event(harness, tournament)
    expected = elimination.play(elimination.single(8), {"w1-1": 1, "w1-2": 4, "w1-3": 2, "w1-4": 3})
    ready = [(name, {m.one, m.two}) for name, m in expected.items() if m.ready]
    assert matches(first) == [("w1-1", {1, 8}), ("w1-2", {4, 5}), ("w1-3", {2, 7}), ("w1-4", {3, 6})]
    assert matches(second) == ready == [("w2-1", {1, 4}), ("w2-2", {2, 3})]
    assert (event.status, event.round) == ("over", 3)
    assert sorted(event.places()[-1]) == [5, 6, 7, 8]
    assert [len(group) for group in event.places()] == [1, 1, 2, 4]


@pytest.mark.long
async def test_a_withdrawal_and_a_double_forfeit_let_others_pass(harness: Any) -> None:
    tournament = await play.started(harness, 8, format="single")
    organiser, decisions = play.actor(harness, 0), harness.bot.services.tournament_decisions
    await play.service(harness).strike(tournament, 8)
    user = play.actor(harness, 4).user
    await decisions.rule(
        organiser, await play.event(harness, tournament), user, "both_forfeit", "neither came"
    )
    await harness.quiet()
    await play.played(harness, tournament)
    await play.paired(harness, tournament)

    event = await play.event(harness, tournament)
    results = {p.match: p.games[0].result for p in event.rounds[0].pairings}
    assert results["w1-1"] in (Result.FIRST_FORFEITS, Result.SECOND_FORFEITS)
    assert results["w1-2"] == Result.BOTH_FORFEIT
    assert event.bracket["w2-1"].winner == 1, "no one is left to meet"
    assert matches(event) == [("w2-2", {2, 3})]


@pytest.mark.long
async def test_a_drawn_match_is_played_again_with_the_sides_swapped(harness: Any) -> None:
    tournament = await play.started(harness, 2, format="single")
    (drawn,) = (await play.event(harness, tournament)).open_games()
    await play.ended(harness, drawn, Result.DRAW)
    await harness.quiet()

    (again,) = (await play.event(harness, tournament)).open_games()
    await play.ended(harness, again, Result.FIRST_WINS)
    await harness.quiet()

    event = await play.event(harness, tournament)
    assert again.players == drawn.players[::-1]
    assert again.game.game != drawn.game.game
    assert (event.status, event.places()[0]) == ("over", [again.players[0]])


@pytest.mark.long
async def test_four_players_in_a_double_elimination(harness: Any) -> None:
    tournament = await play.started(harness, 4, format="double", by_itself=True)
    stages = []
    while (event := await play.event(harness, tournament)).status == "playing":
        stages.append(matches(event))
        await play.played(harness, tournament)

    assert stages == [
        [("w1-1", {1, 4}), ("w1-2", {2, 3})],
        [("w2-1", {1, 2}), ("l1-1", {3, 4})],
        [("l2-1", {2, 3})],
        [("final", {1, 2})],
    ]
    assert event.places() == [[1], [2], [3], [4]]


@pytest.mark.parametrize("number", [1, 3])
async def test_a_round_of_a_round_robin_is_that_of_the_tables(harness: Any, number: int) -> None:
    tournament = await play.announced(harness, format="robin")
    await play.entered(harness, tournament, 1, 2, 3, 4)
    for _ in range(1, number):
        await play.recorded(harness, tournament)
    if number > 1:
        await play.service(harness).strike(tournament, 2)

    await (play.paired if number > 1 else play.begun)(harness, tournament)
    await play.played(harness, tournament)

    event = await play.event(harness, tournament)
    table = round_robin.schedule(4)[number - 1]
    assert [(p.first, p.second) for p in event.rounds[-1].pairings] == [
        (p.first, p.second) for p in table.pairings
    ]
    gone = [p for p in event.league.rounds[-1].pairings if 2 in (p.first, p.second) and number > 1]
    assert [p.result.played for p in gone] == [False] * len(gone)
    assert event.status == ("over" if number == 3 else "playing")


@pytest.mark.long
async def test_both_games_of_a_duplicate_match_count_together(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1, duplicate=True)
    there, back = (await play.event(harness, tournament)).open_games()
    await play.ended(harness, there, Result.FIRST_WINS)
    between = (await play.event(harness, tournament)).status
    await play.ended(harness, back, Result.SECOND_WINS)
    await harness.quiet()

    event = await play.event(harness, tournament)
    (pairing,) = event.rounds[0].pairings
    assert back.players == there.players[::-1]
    assert between == "playing"
    assert event.result_of(pairing).result is Result.FIRST_WINS
    assert event.status == "over"
