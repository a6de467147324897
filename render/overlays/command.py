"""Command: each leader's command radius, the units it leads, and units out of command."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from engine.hexes import Hex
from engine.view import View
from render.counters.badges import draw_badge
from render.counters.stacking import counter_centres
from render.geometry.area_borders import area_borders
from render.geometry.curves import shortened
from render.geometry.layout import Point
from render.paint.canvas import Canvas

INSIDE = 0.9  # how far from its hex's centre the line around an area runs
DASH, GAP = 0.62, 0.42  # of that line, in radii; a dot stands in each gap
WIDE = 0.085  # of the line, in radii
DARK = 70  # of 255: how dark a hex is that enemies cut off from a leader
STAR = 0.25  # radius of the sign of a unit out of command, in sides of its counter


def command(canvas: Canvas, view: View) -> None:
    """Under the counters: a dash-dot line around each command radius, a line to each unit led."""
    areas: dict[tuple[str, str, str], frozenset[Hex]] = {}
    for lead in view.command.leaders:
        key = (lead.side, lead.corps, lead.leader if lead.corps else "")
        areas[key] = areas.get(key, frozenset()) | lead.hexes
    for (side, _, _), hexes in areas.items():
        for line in area_borders(canvas.layout, hexes, INSIDE):
            draw_command_border(canvas, line, side, canvas.r)
    visible = {*canvas.layout.visible()}
    for hex_ in sorted({h for lead in view.command.leaders for h in lead.barred} & visible):
        draw_cut_off(canvas, hex_)
    at = counter_centres(canvas, view)
    for lead in view.command.leaders:
        for unit in lead.units:
            if lead.leader in at and unit in at:
                draw_command_line(canvas, at[lead.leader], at[unit], lead.side, canvas.r)


def draw_cut_off(canvas: Canvas, hex_: Hex) -> None:
    """A hex within a leader's radius that enemies cut off: dark, and crossed out."""
    canvas.tint((*canvas.theme.symbol_ink[:3], DARK), [hex_], 0.97)
    corners, first = canvas.layout.vertices(hex_, 0.8), int(canvas.layout.point_up)
    draw_crossed_lines(canvas, [(corners[n], corners[n + 3]) for n in (first, first + 1)], canvas.r)


def draw_crossed_lines(canvas: Canvas, lines: Sequence[tuple[Point, Point]], unit: float) -> None:
    """Two thin lines that cross, red on white."""
    for colour, wide in ((canvas.theme.white, 0.13), (canvas.theme.clash, 0.065)):
        with canvas.pen.ink(colour) as nib:
            for line in lines:
                nib.line([*line], unit * wide)


def unled(canvas: Canvas, view: View) -> None:
    """Over the counters: a crossed star at each unit that is out of command, and a broken frame around it."""
    at = counter_centres(canvas, view)
    for unit in view.command.unled:
        if unit in at:
            draw_out_of_command(canvas, at[unit], canvas.layout.side)


def draw_command_border(canvas: Canvas, line: tuple[Point, ...], side: str, unit: float) -> None:
    """A dash-dot line in a side's colour on white."""
    pieces = _pieces(line, DASH * unit, GAP * unit)
    for colour, more in ((canvas.theme.white, 0.06), (canvas.army(side).zone, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for piece, dot in pieces:
                nib.line(piece, unit * (WIDE + more))
                nib.dot(dot, unit * (WIDE * 0.62 + more / 2))


@lru_cache(maxsize=64)
def _pieces(line: tuple[Point, ...], dash: float, gap: float) -> list[tuple[list[Point], Point]]:
    """The dashes of a closed line, each with the dot after it; stretched to come out even."""
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    count = max(1, round(whole / (dash + gap)))
    scale = whole / count / (dash + gap)
    rest, dashes = list(line), []
    for _ in range(count):
        total = sum(math.dist(a, b) for a, b in pairwise(rest))
        dash_piece = shortened(rest, 0, max(0.0, total - dash * scale))
        after = shortened(rest, (dash + gap / 2) * scale, 0)
        dashes.append((dash_piece, after[0]))
        rest = shortened(rest, (dash + gap) * scale, 0)
        if len(rest) < 2:
            break
    return dashes


def draw_command_line(canvas: Canvas, start: Point, end: Point, side: str, unit: float) -> None:
    """A thin line from a leader to a unit it leads, with a dot at the unit's edge."""
    line = shortened([start, end], unit * 0.5, unit * 0.62)
    if len(line) < 2:
        line = shortened([start, end], math.dist(start, end) * 0.4, math.dist(start, end) * 0.4)
    for colour, more in ((canvas.theme.white, 0.06), (canvas.army(side).zone, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(line, unit * (0.1 + more))
            nib.dot(line[-1], unit * (0.12 + more / 2))


def draw_out_of_command(canvas: Canvas, at: Point, side: float) -> None:
    """The sign of a unit out of command, at a counter `side` pixels wide."""
    (x, y), half = at, side * 0.535
    frame = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    for colour, wide in ((canvas.theme.white, 0.1), (canvas.theme.symbol_ink, 0.06)):
        with canvas.pen.ink(colour) as nib:
            if colour == canvas.theme.white:
                nib.outline(frame, side * wide)
            else:
                nib.dashes([*frame, frame[0]], side * wide, half * 0.4, half * 0.27)
    draw_badge(canvas.pen, "uncommanded", (x, y - half * 1.385), side * STAR)
