"""Hexes: labels, neighbours, distances, on both ways a hex can stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes import Grid, hexside

GRIDS = [
    Grid(columns=9, rows=7, stands_on=stands_on, shoved=shoved)
    for stands_on in ("point", "side")
    for shoved in ("odd", "even")
]
grids = st.sampled_from(GRIDS)


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, list[str]]:
    grid = draw(grids)
    return grid, draw(st.lists(st.sampled_from(sorted(grid)), min_size=count, max_size=count))


def test_pointed_hexes_with_even_rows_pushed_right_MP_GEN_30() -> None:
    grid = Grid(columns=5, rows=5, stands_on="point", shoved="even")

    assert grid.neighbours("0303") == {
        "NE": "0302", "E": "0403", "SE": "0304", "SW": "0204", "W": "0203", "NW": "0202",
    }  # fmt: skip
    assert grid.neighbours("0304")["NE"] == "0403"


def test_flat_hexes_with_even_columns_pushed_down() -> None:
    grid = Grid(columns=5, rows=5, stands_on="side", shoved="even")

    assert grid.neighbours("0303") == {
        "N": "0302", "NE": "0402", "SE": "0403", "S": "0304", "SW": "0203", "NW": "0202",
    }  # fmt: skip


@given(grid_and_hexes(2))
def test_neighbours_are_mutual_and_one_hex_away(case: tuple[Grid, list[str]]) -> None:
    grid, (a, b) = case

    assert grid.adjacent(a, b) == grid.adjacent(b, a) == (grid.distance(a, b) == 1)
    assert hexside(a, b) == hexside(b, a)


@given(grid_and_hexes(3))
def test_distance_is_a_distance(case: tuple[Grid, list[str]]) -> None:
    grid, (a, b, c) = case

    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1), st.sampled_from(range(6)))
def test_straight_on_is_two_hexes_away(case: tuple[Grid, list[str]], way: int) -> None:
    grid, (a,) = case
    b = grid.neighbours(a).get(grid.directions[way])
    c = grid.beyond(a, b) if b else None

    if b and c:
        assert grid.straight(a, b, c)
        assert grid.distance(a, c) == 2
        assert grid.span(a, c) == 4


@given(grid_and_hexes(2), st.sampled_from(range(6)), st.integers(1, 4))
def test_a_fan_opens_sixty_degrees_to_either_side(case: tuple[Grid, list[str]], way: int, reach: int) -> None:
    grid, (a, b) = case
    ahead = [grid.fan(a, grid.directions[turn % 6], reach) for turn in (way - 1, way, way + 1, way + 3)]

    assert (b in grid.fan(a, grid.directions[way], reach)) <= (1 <= grid.distance(a, b) <= reach)
    assert not ahead[1] & ahead[3]
    assert ahead[1] <= ahead[0] | ahead[2]
    if b in grid.neighbours(a).values():
        turns = (grid.directions.index(str(grid.direction(a, b))) - way) % 6
        assert (b in ahead[1]) == (turns in (5, 0, 1))


@pytest.mark.parametrize("text", ["0304", "304", "03 04", "3,4", "(3.4)", " 3-4 ", "０３０４"])
def test_a_hex_is_read_as_people_write_it(text: str) -> None:
    assert GRIDS[0].parse(text) == "0304"


@pytest.mark.parametrize("text", ["", "9999", "abc", "0008", "1008", "12345", "-1", "3,4,5", "0304; --"])
def test_what_is_no_hex_of_the_map_is_none(text: str) -> None:
    assert GRIDS[0].parse(text) is None


def test_north_is_where_rows_begin() -> None:
    for grid in GRIDS:
        assert grid.southing("0301") < grid.southing("0302") < grid.southing("0307")
        assert grid.easting("0103") < grid.easting("0203") < grid.easting("0703")
