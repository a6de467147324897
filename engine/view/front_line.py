"""The front line: which side's counters each hex between the armies is nearer to. Asks no rule."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from heapq import heapify, heappop, heappush

from engine.hexes import Grid, Hex
from engine.view.records import FrontHex, View

REACH = 4.5
"""How far from a counter of each side a hex near the front may be, in hexes."""


def with_front_line(view: View) -> View:
    """The same view with its front line: it follows from the counters in the view, and from nothing else."""
    at = {side: {c.hex for c in view.counters if c.side == side and c.hex} for side, _ in view.sides}
    far = {side: _distances(view.grid, hexes & {*view.grid}) for side, hexes in at.items() if hexes}
    front = dict[Hex, FrontHex]()
    for hex_ in view.grid:
        near = sorted((spans[hex_], side) for side, spans in far.items() if hex_ in spans)
        if len(near) > 1:
            (first, side), (second, _) = near[:2]
            front[hex_] = FrontHex(side=side, lead=math.sqrt(second) - math.sqrt(first))
    return replace(view, front=front)


def _distances(grid: Grid, starts: Iterable[Hex]) -> Mapping[Hex, int]:
    """The squares of the distances to the nearest of some hexes, in hex widths, of all within REACH.

    The nearest start is handed on from neighbour to neighbour, nearest first.
    """
    done, waiting = dict[Hex, int](), [(0, hex_, hex_) for hex_ in starts]
    heapify(waiting)
    while waiting:
        span, hex_, start = heappop(waiting)
        if hex_ in done:
            continue
        done[hex_] = span
        for near in grid.neighbours_of[hex_].values():
            if near not in done and (farther := grid.span(near, start)) <= REACH * REACH:
                heappush(waiting, (farther, near, start))
    return done
