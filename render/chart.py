"""A luck chart, as the caller hands it over. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """A row of the chart: side, label, numbers in words, the share of luck from 0 to 1 or None; a `whole` row
    begins the rows of its side."""

    side: str
    label: str
    numbers: str
    luck: float | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart: title, subtitle, rows, and the words under the left end, middle and right end of the scale.
    `sides` in order of play."""

    title: str
    sub: str
    rows: tuple[ChartRow, ...]
    sides: tuple[str, ...]
    ends: tuple[str, str, str]
