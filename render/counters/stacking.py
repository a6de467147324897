"""Where counters stand in their hexes: stacks fanned out, leaders small beside a unit. Draws nothing."""

from __future__ import annotations

import math

from engine.hexes import Hex
from engine.view import CounterView, View
from render.counters.counter_look import CounterLook, looks_on
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.view_cache import once_per_picture

LEADER_KINDS = frozenset({"chief"})
"""Kinds of counters that stand beside a unit instead of on top of it."""

LEADER_SIZE = 0.51  # of a leader beside a unit, in sides: what fits between the counters of three hexes
BESIDE = (0.75, -0.037)  # how far aside and up its middle is, in sides: clear of name and numbers
ABOVE = (0.6, 0.74)  # the same where losses or a triangle stand on that edge
BELOW = 0.56  # from one leader to the next on the same edge, in sides


def leader_offset(look: CounterLook, nth: int) -> Point:
    """Offset of the nth leader from the middle of the counter beside it, in sides: clear of its triangles,
    its name and its losses."""
    left = _left(look) == (nth % 2 == 0)
    across, up = ABOVE if _taken(look, left) else BESIDE
    return across * (-1 if left else 1), nth // 2 * BELOW - up


def _left(look: CounterLook) -> bool:
    """Whether the first leader stands on the left edge."""
    return not _taken(look, True) or _taken(look, False)


def _taken(look: CounterLook, left: bool) -> bool:
    """Whether losses, or the triangle of a single base, stand on the left or right edge."""
    losses_left = any(math.cos(angle) > 0.9 for angle in look.facing)
    across = look.facing and abs(math.cos(look.facing[0])) > 0.9 and not look.halved
    return bool((look.losses and losses_left == left) or (across and losses_left != left))


def stacks(view: View) -> dict[Hex, list[CounterView]]:
    """The counters of every hex, in the view's order: the last is on top."""
    piles: dict[Hex, list[CounterView]] = {}
    for counter in view.counters:
        if counter.hex is not None and counter.hex in view.grid:
            piles.setdefault(counter.hex, []).append(counter)
    return piles


@once_per_picture
def counter_centres(canvas: Canvas, view: View) -> dict[str, Point]:
    """The middle of every counter on the map, by id; stacks are fanned out, leaders stand beside."""
    centres = {}
    side, look = canvas.layout.side, looks_on(canvas, view)
    for hex_, whole in stacks(view).items():
        x, y = canvas.layout.centre(hex_)
        chiefs = leaders_beside(whole)
        pile = [c for c in whole if c not in chiefs]
        for n, counter in enumerate(pile):
            step = (n - (len(pile) - 1) / 2) * side * 0.12
            centres[counter.id] = (x + step, y + step)
        for n, chief in enumerate(chiefs):
            u, v = leader_offset(look[pile[-1].id], n)
            centres[chief.id] = (x + u * side, y + v * side)
    return centres


def leaders_beside(pile: list[CounterView]) -> list[CounterView]:
    """The leaders of a stack that stand beside a unit in it."""
    chiefs = [c for c in pile if c.kind in LEADER_KINDS]
    return chiefs if len(chiefs) < len(pile) else []


@once_per_picture
def counter_sizes(canvas: Canvas, view: View) -> dict[str, int]:
    """The width of every counter on the map, in pixels, by id."""
    side = canvas.layout.side
    small = {c.id for pile in stacks(view).values() for c in leaders_beside(pile)}
    return {id_: round(side * LEADER_SIZE) if id_ in small else side for id_ in counter_centres(canvas, view)}
