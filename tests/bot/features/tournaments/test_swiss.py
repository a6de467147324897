"""A Swiss tournament of 16 players and five rounds on the sandbox, compared pair by pair with `league`.

Each test plays one round; those before it are written as `league` pairs them.
"""

from __future__ import annotations

from typing import Any

import pytest

from league import swiss
from league.model import Result
from league.standings import standings
from tests.bot.features.tournaments import play
from tests.long_forms import long_but

PLAYERS, ROUNDS = 16, 5
LATE, LEAVES = 17, 3
"""Player 17 comes in for round 2; number 3 withdraws during round 3."""


def pairs(pairings: Any) -> list[tuple[int, int]]:
    return [(p.first, p.second) for p in pairings if getattr(p, "second", None) is not None]


async def before_round(harness: Any, number: int) -> int:
    """The tournament as it is before a round; the results of earlier ones are written, without games."""
    tournament = await play.announced(harness, rounds=ROUNDS)
    await play.entered(harness, tournament, *range(1, PLAYERS + 1))
    for round_ in range(1, number):
        await play.recorded(harness, tournament)
        if round_ == 1:
            await play.entered(harness, tournament, LATE)
        if round_ == 3:
            await play.service(harness).strike(tournament, LEAVES)
    return tournament


@pytest.mark.long
@pytest.mark.parametrize("number", long_but([2], range(1, ROUNDS + 1)))
async def test_a_round_is_paired_opened_and_scored_as_league_says(harness: Any, number: int) -> None:
    tournament = await before_round(harness, number)
    before = await play.event(harness, tournament)

    await (play.paired if number > 1 else play.begun)(harness, tournament)
    paired = await play.event(harness, tournament)
    await play.played(harness, tournament, {1: Result.DRAW, 2: Result.SECOND_WINS})

    after = await play.event(harness, tournament)
    expected = swiss.pair_round((before if number > 1 else play.numbered(paired)).league)
    byes = [p.first for p in paired.rounds[-1].pairings if p.second is None]
    assert pairs(paired.rounds[-1].pairings) == pairs(expected.pairings)
    assert byes == [bye.entrant for bye in expected.byes]
    games = [g.game for p in paired.rounds[-1].pairings for g in p.games]
    assert len({*games}) == len(games) == len(expected.pairings)
    assert None not in games
    results = {(p.first, p.second): p.result for p in after.league.rounds[-1].pairings}
    assert results == dict(
        zip(pairs(expected.pairings), play.expected_results(expected.pairings), strict=True)
    )
    assert after.standings() == standings(after.league)
    assert after.status == ("over" if number == ROUNDS else "playing")


async def test_a_player_who_withdraws_forfeits_the_game_under_way(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=3)
    leaver = play.actor(harness, 2)

    sure = await play.service(harness).withdraw(leaver, await play.event(harness, tournament))
    await play.service(harness).withdraw(leaver, await play.event(harness, tournament), sure=True)
    await harness.quiet()

    event = await play.event(harness, tournament)
    (pairing,) = (p for p in event.rounds[0].pairings if 2 in (p.first, p.second))
    (game,) = pairing.games
    assert "You forfeit 1 game under way" in sure.text
    assert not event.result_of(pairing).result.played
    assert game.how == "withdrawn"
    assert (await harness.store.games.get(game.game)).status == "over"
    assert [open_.pairing.board for open_ in event.open_games()] != [pairing.board]
