"""Chiefs who stand with a unit: small, beside its counter, so that both are read. Draws nothing."""

from __future__ import annotations

import math

from render.counters import Look
from render.layout import Point

KINDS = frozenset({"chief"})
"""Kinds of counters that stand beside others instead of on top of them."""
SIZE = 0.52  # of a chief beside a unit, in sides: what fits between the counters of three hexes
CORNER, BESIDE = (0.56, 0.46), (0.64, 0.0)  # how far aside and up his middle is, in sides
BELOW = 0.56  # from one chief to the next on the same edge, in sides


def beside(look: Look, nth: int) -> Point:
    """Where the middle of the nth chief beside a counter of that look stands, in sides from its middle: off
    its triangles, its name and its losses."""
    across, up = BESIDE if look.halved else CORNER
    left = _left(look)
    if nth % 2:
        left = not left
    return across * (-1 if left else 1), nth // 2 * BELOW - up


def _left(look: Look) -> bool:
    """Whether the first chief stands on the left edge."""
    if look.halved:
        losses_left = look.losses and any(math.cos(angle) > 0.9 for angle in look.facing)
        return not losses_left
    return not any(math.cos(angle) < -0.1 and math.sin(angle) < -0.1 for angle in look.facing)
