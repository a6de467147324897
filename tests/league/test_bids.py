"""Sides bid for by points: every case of the rule, and that it favours neither player."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.bids import MOST_POINTS, Bid, Sides, handicapped, settle
from league.model import BadTournament, Side

A, B = Side.FIRST, Side.SECOND
bids = st.none() | st.builds(Bid, side=st.sampled_from(Side), points=st.integers(0, MOST_POINTS))


@pytest.mark.parametrize(
    ("first", "second", "sides"),
    [
        ((A, 3), (B, 9), Sides()),
        ((B, 3), (A, 9), Sides(swapped=True)),
        ((A, 5), (A, 2), Sides(handicap=5)),
        ((A, 2), (A, 5), Sides(swapped=True, handicap=5)),
        ((B, 5), (B, 2), Sides(swapped=True, handicap=-5)),
        ((B, 2), (B, 5), Sides(handicap=-5)),
        ((A, 4), (A, 4), Sides(handicap=4)),
        ((B, 4), (B, 4), Sides(handicap=-4)),
        ((A, 0), (A, 0), Sides()),
        (None, None, Sides()),
        ((B, 7), None, Sides(swapped=True)),
        ((A, 7), None, Sides()),
        (None, (A, 7), Sides(swapped=True)),
        (None, (B, 7), Sides()),
    ],
)
def test_the_sides_follow_from_the_bids(first: object, second: object, sides: Sides) -> None:
    one, two = (
        None if each is None else Bid(side=each[0], points=each[1])  # type: ignore[index]
        for each in (first, second)
    )

    assert settle(one, two) == sides


@given(bids, bids)
def test_who_is_paired_first_has_no_advantage_unless_the_bids_are_equal(
    one: Bid | None, two: Bid | None
) -> None:
    there, back = settle(one, two), settle(two, one)

    if one != two:
        assert (there.swapped, there.handicap) == (not back.swapped, back.handicap)


@given(bids, bids)
def test_no_one_gives_more_than_they_bid_and_only_for_the_side_they_wanted(
    one: Bid | None, two: Bid | None
) -> None:
    sides = settle(one, two)
    holder = (two if sides.swapped else one) if sides.handicap > 0 else (one if sides.swapped else two)

    if sides.handicap:
        assert holder is not None
        assert holder.points == abs(sides.handicap)
        assert holder.side is (A if sides.handicap > 0 else B)


@pytest.mark.parametrize("points", [-1, MOST_POINTS + 1])
def test_a_bid_out_of_bounds_is_refused(points: int) -> None:
    with pytest.raises(BadTournament):
        settle(Bid(side=A, points=points), None)


def test_a_handicap_is_taken_off_the_first_side() -> None:
    assert (handicapped(5, 7), handicapped(5, -7), handicapped(0, 0)) == (-2, 12, 0)
