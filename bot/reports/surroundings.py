"""The surroundings of a hex in words: terrain, neighbours, hexsides, units nearby."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.i18n.names import Names
from bot.ui import counters
from engine.hexes import Hex
from engine.view import HexsideView, View

NEAR = 3
"""Hexes from the middle within which counters are told."""
Section = list[str]


def sections(names: Names, view: View, middle: Hex) -> list[Section]:
    """The hex with its neighbours, then everybody within NEAR hexes, the nearest first."""
    return [_ground(names, view, middle), _near(names, view, middle)]


def _ground(names: Names, view: View, middle: Hex) -> Section:
    """The hex and its neighbours, clockwise."""
    words, beside = names.words, view.grid.neighbours(middle)
    lines = [_hex(names, view, middle)]
    for way in view.grid.directions:
        if way not in beside:
            lines.append(words("around.off_map", way=names.way(way)))
            continue
        facts = {"way": names.way(way), "told": _hex(names, view, beside[way])}
        between = list(_between(names, view, middle, beside[way]))
        key = "around.neighbour_across" if between else "around.neighbour"
        lines.append(words(key, between=", ".join(between), **facts))
    return [words("around.ground", hex=middle), *lines]


def _hex(names: Names, view: View, hex_: Hex) -> str:
    """A hex: ground, height, whose zone of control, who stands there."""
    words, parts = names.words, [counters.place(names, view, hex_)]
    if len({h.level for h in view.hexes.values()}) > 1:
        parts.append(words("around.level", n=view.hexes[hex_].level))
    parts += [
        words("around.goal", name=words.localized(goal.name))
        for goal in view.objectives
        if hex_ in goal.hexes
    ]
    others = {side: zone for side, zone in view.zones.items() if side != names.game.viewer}
    parts += [words("around.zone", side=names.side(s)) for s, zone in others.items() if hex_ in zone]
    parts += [
        words("around.stands", side=names.side(c.side), unit=names.full(c.id))
        for c in view.counters
        if c.hex == hex_
    ]
    return ", ".join(parts)


def _between(names: Names, view: View, start: Hex, end: Hex) -> Iterator[str]:
    """What lies on the hexside from one hex to the next: water, a way, a slope, an obstacle."""
    for side in view.hexsides:
        if {side.low, side.high} == {start, end}:
            yield from _hexside(names, side, start)


def _hexside(names: Names, side: HexsideView, start: Hex) -> Iterator[str]:
    words = names.words
    for water in filter(None, (side.water, side.linear)):
        yield words.get(f"around.edge.{water}", water.replace("_", " "))
    if side.crossing:
        yield words.get(f"around.edge.{side.crossing}", side.crossing)
    for name in ("road", "track", "steep", "abattis"):
        if getattr(side, name):
            yield words(f"around.edge.{name}")
    if side.slope:
        yield words("around.up" if start == side.low else "around.down", n=side.slope)
    if side.contour:
        key = "around.contour_up" if start == side.low else "around.contour_down"
        yield words(key, contour=words.get(f"around.edge.{side.contour}", side.contour.replace("_", " ")))


def _near(names: Names, view: View, middle: Hex) -> Section:
    """The counters near it, the nearest first, each with how far and in which direction."""
    words, grid = names.words, view.grid
    nearby = sorted(
        ((grid.distance(middle, c.hex), c.hex, c) for c in view.counters if c.hex), key=lambda f: f[:2]
    )
    lines = []
    for away, hex_, counter in nearby:
        if away > NEAR:
            continue
        facts = {"side": names.side(counter.side), "told": counters.line(names, view, counter)}
        key = "around.here" if not away else "around.away"
        lines.append(words(key, n=away, way=names.way(bearing(view, middle, hex_)), **facts))
    return [words("around.near", n=NEAR, hex=middle), *(lines or [words("around.nobody")])]


def bearing(view: View, start: Hex, end: Hex) -> str:
    """The direction of the grid that comes nearest to the way from one hex to another."""
    (q, r), (to_q, to_r) = view.grid.cubes[start], view.grid.cubes[end]
    dq, dr = to_q - q, to_r - r
    if view.grid.stands_on == "point":
        x, y, first = math.sqrt(3) * (dq + dr / 2), 1.5 * dr, -60
    else:
        x, y, first = 1.5 * dq, math.sqrt(3) * (dr + dq / 2), -90
    return view.grid.directions[round((math.degrees(math.atan2(y, x)) - first) / 60) % 6]
