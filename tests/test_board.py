"""The numbers of a grid say what the grid says."""

from __future__ import annotations

import pytest

from engine.board import board
from engine.hexes import Grid

GRIDS = [
    Grid(columns=c, rows=r, stands_on=stands_on, shoved=shoved)
    for c, r in ((1, 1), (5, 4), (12, 11))
    for stands_on in ("point", "side")
    for shoved in ("odd", "even")
]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_hex_has_a_number_and_labels_sort_as_numbers_do(grid: Grid) -> None:
    numbers = board(grid)

    assert sorted(numbers.labels) == list(numbers.labels)
    assert set(numbers.labels) == set(grid)
    assert [numbers.ids[label] for label in numbers.labels] == list(range(grid.columns * grid.rows))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_neighbours_are_those_of_the_grid_in_the_same_order(grid: Grid) -> None:
    numbers = board(grid)

    told = {label: [numbers.labels[n] for n in numbers.neighbours[numbers.ids[label]]] for label in grid}

    assert told == {label: list(grid.neighbours(label).values()) for label in grid}


def test_the_numbers_of_a_grid_are_made_once() -> None:
    assert board(Grid(columns=9, rows=7)) is board(Grid(columns=9, rows=7))
