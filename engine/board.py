"""A grid as small numbers, for searches that visit many hexes. Labels are what everybody else speaks.

Hexes are numbered column by column from 0, so that numbers and labels sort alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.hexes import Grid, Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The label of every number, the number of every label, and the neighbours of every hex, clockwise."""

    labels: tuple[Hex, ...]
    ids: Mapping[Hex, int]
    neighbours: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def board(grid: Grid) -> Board:
    """The numbers of a grid: column times rows plus row, both from 0.

    >>> board(Grid(columns=3, rows=4)).ids["0203"]
    6
    """
    labels = tuple(sorted(grid, key=grid.place))
    ids = {label: number for number, label in enumerate(labels)}
    neighbours = tuple(tuple(ids[near] for near in grid.neighbours(label).values()) for label in labels)
    return Board(labels=labels, ids=ids, neighbours=neighbours)
