"""Hexes that stand on a point, for literal readings of the rules: without a line of the engine.

Distances are reckoned in floating-point numbers here on purpose; the engine's are exact.
"""

from __future__ import annotations

Hex = tuple[int, int]
"""Column and row, from 1."""

WAYS = ("NE", "E", "SE", "SW", "W", "NW")
Side = frozenset[Hex]


def label(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def beside(at: Hex, way: str) -> Hex:
    """The next hex; even rows lie half a hex to the right."""
    right = at[1] % 2 == 0
    across = {"E": 1, "W": -1, "NE": right, "SE": right, "NW": right - 1, "SW": right - 1}[way]
    return at[0] + across, at[1] + {"N": -1, "S": 1}.get(way[0] if len(way) == 2 else "", 0)


def centre(at: Hex) -> tuple[float, float]:
    return at[0] + (0.5 if at[1] % 2 == 0 else 0.0), at[1] * 0.75**0.5


def away(a: Hex, b: Hex) -> int:
    """The distance in hexes."""
    rows = abs(a[1] - b[1])
    return max(rows, round(abs(centre(a)[0] - centre(b)[0]) + rows / 2))
