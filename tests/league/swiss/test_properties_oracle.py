"""Pair by pair, side by side and in the order of publication as py4swiss, an independent implementation.

The long form: SOAK=1 compares 5,000 tournaments of 4 to 30 players and 60 of 40 to 200 (`make soak`).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from league.model import ByeKind
from tests.league.swiss.oracle import theirs
from tests.league.swiss.simulate import rounds_of
from tests.long_forms import long_but

LONG = os.environ.get("SOAK") == "1"
SEEDS, AT_ONCE = (5_000 if LONG else 24), (20 if LONG else 3)


def compare(seed: int, smallest: int, largest: int) -> int:
    """Plays a tournament, compares each round; how many there were."""
    random = Random(seed)
    size = random.randint(smallest, largest)
    rounds, draws, calm = (
        random.randint(3, min(11, size - 1)),
        random.choice([0.1, 0.3, 0.6]),
        random.random() < 0.3,
    )
    compared = 0
    for tournament, asked, paired in rounds_of(seed, size=size, rounds=rounds, draws=draws, calm=calm):
        ours = [(pairing.first, pairing.second) for pairing in paired.pairings]
        ours += [(bye.entrant, 0) for bye in paired.byes if bye.kind is ByeKind.ALLOCATED]

        assert ours == theirs(tournament, asked), (seed, len(tournament.rounds) + 1)
        compared += 1
    return compared


@pytest.mark.parametrize("start", long_but([0], range(0, SEEDS, AT_ONCE)))
def test_small_tournaments_as_another_program_pairs_them(start: int) -> None:
    assert sum(compare(seed, 4, 30) for seed in range(start, start + AT_ONCE)) > AT_ONCE


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60 if LONG else 1))
def test_large_tournaments_as_another_program_pairs_them(seed: int) -> None:
    assert compare(seed, 40, 200 if LONG else 40) > 0
