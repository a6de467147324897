"""Pictures of a league, as the caller hands them over: tables, brackets, charts of lines. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ROWS = 16
"""Rows of a picture at most; a longer table takes several pictures."""
PLAYERS = 16
"""Rows, and columns of opponents, of a picture at most."""
MOST_BELOW = 7
"""Places of a podium below its steps at most."""
MATCHES = 16
"""Matches of a picture at most."""
MOST_LINES = 4
Kind = Literal["rank", "name", "text", "number", "marks"]
State = Literal["won", "lost", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column. Names (bold) and texts share what room there is by `weight`; ranks and numbers are as wide as
    they must be; `marks` are results, one character each: + won, = drawn, - lost, b bye, . nothing."""

    label: str
    kind: Kind = "text"
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row, one cell a column. `faint`: it counts no more, as for those who withdrew; `line`: a line above
    it divides the table, as for promotion."""

    cells: tuple[str, ...]
    faint: bool = False
    line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of at most ROWS rows. `medals`: the ranks 1, 2 and 3 are on discs; `foot` explains."""

    title: str
    sub: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    foot: str = ""
    medals: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One side of a match: a name, or words such as "winner of 3" where `known` is false."""

    name: str
    seed: str = ""
    score: str = ""
    state: State = "open"
    known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match. `round` counts from 0 and says how far it is set in; `one_from` and `two_from` are the ids of
    the matches of this picture that lead to it, "" for none; `note` stands beside it."""

    id: str
    round: int
    one: Slot
    two: Slot
    one_from: str = ""
    two_from: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A bracket, or a part of one, of at most MATCHES matches, in any order."""

    title: str
    sub: str
    matches: tuple[BracketMatch, ...]
    foot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A point of a line. `margin` is how far the truth may lie above or below; `sure` is false for what is
    provisional: the line that leads to it is dashed."""

    x: float
    y: float
    margin: float = 0.0
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line with its words in the key; in the colours of `side`, where it is one of the chart's sides."""

    label: str
    points: tuple[Point, ...]
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A chart of at most MOST_LINES lines. `ticks` are places on the lower axis with their words; `level` is
    a value that has a line of its own, as that of newcomers; `steps`: lines go up and down in steps."""

    title: str
    sub: str
    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    level: float | None = None
    sides: tuple[str, ...] = ()
    steps: bool = False
    foot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """A player: number, name, points, and a cell for each opponent of the picture ("" for no game yet), None
    for the player itself. `faint`: it counts no more."""

    number: str
    name: str
    points: str
    cells: tuple[str | None, ...]
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """A cross-table, or a part of one: at most PLAYERS rows; `opponents` are the numbers above the cells."""

    title: str
    sub: str
    player: str
    points: str
    opponents: tuple[str, ...]
    rows: tuple[CrossRow, ...]
    foot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finisher:
    """A player or team: rank as it is shown, name, and what it finished with ("" for nothing)."""

    rank: str
    name: str
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """Who finished where, the best first: three on the steps, at most MOST_BELOW below."""

    title: str
    sub: str
    places: tuple[Finisher, ...]
    foot: str = ""


Drawing = Table | Bracket | CrossTable | Podium | LineChart
