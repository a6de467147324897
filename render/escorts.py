"""Chiefs who stand with a unit: small, beside its counter, so that both are read. Draws nothing."""

from __future__ import annotations

import math

from render.counters import Look
from render.layout import Point

KINDS = frozenset({"chief"})
"""Kinds of counters that stand beside others instead of on top of them."""
SIZE = 0.52  # of a chief beside a unit, in sides: what fits between the counters of three hexes
BESIDE = (0.7, 0.0)  # how far aside and up his middle is, in sides: clear of name and numbers
ABOVE = (0.6, 0.72)  # the same where losses or a triangle stand on that edge
BELOW = 0.56  # from one chief to the next on the same edge, in sides


def beside(look: Look, nth: int) -> Point:
    """Where the middle of the nth chief beside a counter of that look stands, in sides from its middle: off
    its triangles, its name and its losses."""
    left = _left(look) == (nth % 2 == 0)
    across, up = ABOVE if _taken(look, left) else BESIDE
    return across * (-1 if left else 1), nth // 2 * BELOW - up


def _left(look: Look) -> bool:
    """Whether the first chief stands on the left edge."""
    return not _taken(look, True) or _taken(look, False)


def _taken(look: Look, left: bool) -> bool:
    """Whether losses, or the triangle of a single base, stand on the left or right edge."""
    losses_left = any(math.cos(angle) > 0.9 for angle in look.facing)
    across = look.facing and abs(math.cos(look.facing[0])) > 0.9 and not look.halved
    return bool((look.losses and losses_left == left) or (across and losses_left != left))
