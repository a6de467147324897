"""Whole tournaments on the sandbox, compared with another program and with docs/tournament-rules.md, not with
`league`: late players, withdrawals, byes and double forfeits in all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from bot.features.tournaments.state.event import Event
from league.model import ByeKind, Result
from tests.bot.features.tournaments import play
from tests.league.swiss.rules import broken

pytest.importorskip("py4swiss", reason="an independent program, with wheels for x86-64 Linux only")
from tests.league.swiss.oracle import theirs
from tests.patience import PATIENCE

PLAYERS, ROUNDS = 16, 5
LATE, SITS_OUT, LEAVES = 17, 5, 3
LOSER = {
    Result.FIRST_WINS: "second",
    Result.SECOND_FORFEITS: "second",
    Result.SECOND_WINS: "first",
    Result.FIRST_FORFEITS: "first",
}


async def ruled(harness: Any, tournament: int, player: int, ruling: str) -> None:
    """The organiser decides about a player."""
    now = await play.event(harness, tournament)
    user = play.actor(harness, player).user
    decisions = harness.bot.services.tournament_decisions
    await decisions.rule(play.actor(harness, 0), now, user, ruling, "as announced")
    await harness.quiet()


async def opened(harness: Any, tournament: int) -> Event:
    """The tournament once every game of its newest round is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            event = await play.event(harness, tournament)
            if all(game.game for p in event.rounds[-1].pairings for game in p.games):
                return event
            await asyncio.sleep(0.05)


def published(event: Event) -> list[tuple[int, int]]:
    """First and second side of each game of the newest round, (number, 0) for the allocated bye."""
    pairings = event.rounds[-1].pairings
    games = [(p.first, p.second) for p in pairings if p.second is not None]
    return sorted(games + [(p.first, 0) for p in pairings if p.bye == ByeKind.ALLOCATED])


@pytest.mark.long
async def test_each_round_of_a_swiss_of_sixteen_is_paired_as_another_program_pairs_it(harness: Any) -> None:
    tournament = await play.announced(harness, rounds=ROUNDS)
    await play.entered(harness, tournament, *range(1, PLAYERS + 1))
    games = list[int | None]()
    for number in range(1, ROUNDS + 1):
        asked: Mapping[int, ByeKind] = {}
        if number == 2:
            await play.entered(harness, tournament, LATE)
        if number == 3:
            await ruled(harness, tournament, SITS_OUT, "sits_out_half")
            asked = {SITS_OUT: ByeKind.HALF}
        if number == 4:
            await play.service(harness).strike(tournament, LEAVES)
        before = await play.event(harness, tournament)

        await (play.paired if number > 1 else play.begun)(harness, tournament)

        event = await opened(harness, tournament)
        known = (before if number > 1 else play.numbered(event)).league
        assert published(event) == sorted(theirs(known, asked) or ()), number
        assert broken(known, asked, event.league.rounds[-1]) == [], number
        games += [game.game for p in event.rounds[-1].pairings for game in p.games]
        if number == 2:
            last = [p for p in event.rounds[-1].pairings if p.second is not None][-1]
            await ruled(harness, tournament, last.first, "both_forfeit")
        await play.played(harness, tournament, {1: Result.DRAW, 2: Result.SECOND_WINS})

    event = await play.event(harness, tournament)
    assert event.status == "over"
    assert None not in games
    assert len({*games}) == len(games) == len(await harness.store.games.all())
    assert any(p.bye == ByeKind.ALLOCATED for round_ in event.rounds for p in round_.pairings)


@pytest.mark.long
@pytest.mark.parametrize(("format_", "lives"), [("single", 1), ("double", 2)])
async def test_an_elimination_of_eight_follows_the_published_rules(
    harness: Any, format_: str, lives: int
) -> None:
    tournament = await play.started(harness, 8, format=format_)
    losses, finals = Counter[int](), 0
    for number in range(1, 12):
        if number > 1:
            await play.paired(harness, tournament)
        event = await opened(harness, tournament)
        inside = [n for n in range(1, 9) if losses[n] < lives]
        matches = [p for p in event.rounds[-1].pairings if p.second is not None]
        pairs = [(p.first, p.second) for p in matches]
        playing = [n for pair in pairs for n in pair]
        if number == 1:
            assert sorted(map(sorted, pairs)) == [[1, 8], [2, 7], [3, 6], [4, 5]], "rule 4.1"
        assert {*playing} <= {*inside}, "rule 4.3: those who are out do not play"
        assert len(playing) == len({*playing}), "no one plays twice at once"
        assert all(losses[a] == losses[b] or len(inside) == 2 for a, b in pairs), "only the final is mixed"
        finals += len(inside) == 2

        if number == 2:  # number 2 leaves, in the middle of a match
            await play.service(harness).strike(tournament, 2)
            await harness.quiet()
        if number == 1:
            await ruled(harness, tournament, 4, "both_forfeit")
        behind = {
            p.board: Result.SECOND_WINS if losses[p.second] > losses[p.first] else Result.FIRST_WINS
            for p in matches
            if len(inside) == 2 and losses[p.first] != losses[p.second]
        }
        await play.played(harness, tournament, behind)

        event = await play.event(harness, tournament)
        for p in event.rounds[-1].pairings:
            if p.second is None:
                continue
            result = event.result_of(p).result
            if result is Result.BOTH_FORFEIT:
                losses[p.first] = losses[p.second] = lives  # rule 4.6: both are out
            else:
                losses[getattr(p, LOSER[result])] += 1
        if number >= 2:
            losses[2] = lives  # rule 4.4
        if event.status == "over":
            break

    left = [n for n in range(1, 9) if losses[n] < lives]
    assert event.status == "over"
    assert [*event.places()[0]] == left
    assert finals == lives, "of a double elimination the reset is played: the one with a loss won the final"
    assert sorted(n for group in event.places() for n in group) == [*range(1, 9)]
