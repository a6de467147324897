"""Simulated Swiss tournaments keep every rule, and small ones are paired as the rules read literally.

The long form: SOAK=1 plays 10,000 tournaments of 8 to 200 players (half an hour), compares 3,000 small ones.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.model import ByeKind
from league.swiss.players import players_of
from tests.league.swiss import literal
from tests.league.swiss.rules import broken, most_pairs_on_top
from tests.league.swiss.simulate import rounds_of

LONG = os.environ.get("SOAK") == "1"
SEEDS, AT_ONCE = (10_000 if LONG else 12), (20 if LONG else 4)
SMALL, SMALL_AT_ONCE = (3_000 if LONG else 80), 20


def size(random: Random, largest: int) -> int:
    """Of small fields many, of large ones few: as many from 8 to 40 as from 40 to 200."""
    return int(8 * (largest / 8) ** random.random())


@pytest.mark.parametrize("start", range(0, SEEDS, AT_ONCE))
def test_simulated_tournaments_keep_every_rule(start: int) -> None:
    rounds = 0
    for seed in range(start, start + AT_ONCE):
        random = Random(seed)
        players = size(random, 200 if LONG else 40)
        count = random.randint(3, 9)
        for tournament, asked, paired in rounds_of(
            seed, size=players, rounds=count, draws=random.random() / 2
        ):
            assert broken(tournament, asked, paired) == [], (seed, len(tournament.rounds) + 1)
            rounds += 1

    assert rounds > AT_ONCE


@pytest.mark.parametrize("start", range(0, SMALL, SMALL_AT_ONCE))
def test_small_tournaments_are_paired_as_the_rules_read(start: int) -> None:
    rounds = 0
    for seed in range(start, start + SMALL_AT_ONCE):
        random = Random(seed)
        players = random.randint(3, 8 if LONG else 7)
        for tournament, asked, paired in rounds_of(seed, size=players, rounds=random.randint(2, players)):
            read = literal.pair_all(players_of(tournament, frozenset(asked)))
            pairs = {frozenset((pairing.first, pairing.second)) for pairing in paired.pairings}
            bye = next((bye.entrant for bye in paired.byes if bye.kind is ByeKind.ALLOCATED), None)

            assert read is not None
            assert ({frozenset(pair) for pair in read[0]}, read[1]) == (pairs, bye), (
                seed,
                len(tournament.rounds) + 1,
            )
            rounds += 1

    assert rounds > SMALL_AT_ONCE


@settings(max_examples=400 if LONG else 30)
@given(seed=st.integers(0, 2**32), players=st.integers(4, 9))
def test_the_top_score_group_has_as_many_pairs_as_any_pairing_of_the_round(seed: int, players: int) -> None:
    for tournament, asked, paired in rounds_of(seed, size=players, rounds=4):
        everyone = players_of(tournament, frozenset(asked))
        score = {player.number: player.score for player in everyone}
        top = max(score.values())
        inside = sum(score[p.first] == score[p.second] == top for p in paired.pairings)

        assert inside == most_pairs_on_top(everyone)
