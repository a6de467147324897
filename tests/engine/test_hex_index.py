"""The hex index agrees with its grid."""

from __future__ import annotations

import pytest

from engine.hexes import Grid
from engine.rules.path_search import hex_index

GRIDS = [
    Grid(columns=c, rows=r, stands_on=stands_on, shoved=shoved)
    for c, r in ((1, 1), (5, 4), (12, 11))
    for stands_on in ("point", "side")
    for shoved in ("odd", "even")
]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_hex_has_a_number_and_labels_sort_as_numbers_do(grid: Grid) -> None:
    numbers = hex_index(grid)

    assert sorted(numbers.labels) == list(numbers.labels)
    assert set(numbers.labels) == set(grid)
    assert [numbers.ids[label] for label in numbers.labels] == list(range(grid.columns * grid.rows))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_neighbours_are_those_of_the_grid_in_the_same_order(grid: Grid) -> None:
    numbers = hex_index(grid)

    neighbours = {
        label: [numbers.labels[n] for n in numbers.neighbours[numbers.ids[label]]] for label in grid
    }

    assert neighbours == {label: list(grid.neighbours(label).values()) for label in grid}


def test_the_numbers_of_a_grid_are_made_once() -> None:
    assert hex_index(Grid(columns=9, rows=7)) is hex_index(Grid(columns=9, rows=7))
