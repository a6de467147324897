"""Properties of records of games played at random, with orders taken back."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from bot.features.record import checks
from bot.features.record.recorded_game import game_of, record_of, sources_of
from notation.record import read, write
from tests.bot.recorded_games import WHOLE, played, recorded
from tests.engine.random_games import at_random
from tests.long_forms import FIRST_BATTLES, long_but

LONG = os.environ.get("SOAK") == "1"
SLOW = "kurokawa"
"""A battle with so many possible orders that listing them takes long."""


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
@settings(max_examples=12 if LONG else 2, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_game_at_random_comes_back_from_its_record_and_is_decided_the_same(battle: str, seed: int) -> None:
    chance = random.Random(seed)
    game = played(
        battle,
        chance.randrange(2, WHOLE if LONG else 5 if battle == SLOW else 14),
        at_random(chance),
        lambda n: chance.choice((1, 1, 2, 3)) if n > 3 and chance.random() < 0.1 else 0,
    )

    text = write(recorded(game))

    record = read(text.encode())
    assert write(record) == text
    again = game_of(record)
    assert (again.entries, again.state) == (game.entries, game.state)
    assert write(record_of(again, sources_of(record, again.entries))) == text
    assert checks.decide(record).difference is None
    assert checks.dice_faults(record, again.entries) == ()
    assert checks.log_is_whole(record, again.entries)
