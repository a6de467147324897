"""Mixed strategies: how often to follow each plan."""

from __future__ import annotations

import pytest

from opponent.mixed_strategies import drawn, mixed_strategy


def test_the_better_row_is_always_chosen() -> None:
    assert mixed_strategy([[0.9, 0.8], [0.1, 0.2]])[0] > 0.95


def test_matching_pennies_are_played_half_and_half() -> None:
    assert mixed_strategy([[1.0, 0.0], [0.0, 1.0]]) == pytest.approx((0.5, 0.5), abs=0.05)


def test_rows_are_mixed_so_that_no_answer_gains_by_knowing() -> None:
    shares = mixed_strategy([[0.0, 1.0], [0.5, 0.0]])

    assert shares[0] == pytest.approx(1 / 3, abs=0.05)


def test_one_seed_draws_one_row() -> None:
    assert {drawn((0.5, 0.5), b"seed") for _ in range(5)} == {drawn((0.5, 0.5), b"seed")}
    assert {drawn((0.0, 1.0), b"%d" % n) for n in range(20)} == {1}
