"""Water along hexsides: rivulets, streams, rivers."""

from __future__ import annotations

from collections.abc import Iterable

from engine.view import HexsideView, View
from render.geometry.curves import join_strands
from render.geometry.layout import Layout, Point
from render.paint.canvas import Canvas
from render.terrain.outlines import wobbled_vertex
from render.terrain.rivers import draw_river

WATER_WIDTHS = {"ru": 0.05, "stream": 0.085, "river": 0.2, "major_river": 0.3}  # width in radii


def visible_hexsides(layout: Layout, view: View) -> list[HexsideView]:
    """The hexsides on the picture."""
    visible = {*layout.visible(2.5)}
    return [s for s in view.hexsides if s.low in visible and s.high in visible]


def water_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of one kind of water along the hexsides."""
    nodes: dict[Point, list[Point]] = {}
    for side in visible_hexsides(layout, view):
        if kind not in (side.water, side.linear):
            continue
        for end in layout.edge(side.low, side.high):
            nodes.setdefault(wobbled_vertex(layout, end), []).append(layout.between(side.low, side.high))
    return join_strands(nodes)


def water(canvas: Canvas, view: View) -> None:
    """Rivulets as dots, streams between green banks, rivers and major rivers between sandy ones."""
    kinds = {kind: water_lines(canvas.layout, view, kind) for kind in WATER_WIDTHS}
    r, theme, stream = canvas.r, canvas.theme, WATER_WIDTHS["stream"]
    for ink, width, on in (
        ((*theme.verge, 60), WATER_WIDTHS["ru"] + 0.1, 0.0),
        (theme.water, WATER_WIDTHS["ru"], 0.055),
    ):
        with canvas.pen.ink(ink) as nib:
            for line in kinds["ru"]:
                if on:
                    nib.dashes(line, r * width, r * on, r * 0.075)
                else:
                    nib.line(line, r * width)
    for colour, width in (
        ((*theme.verge, 70), stream + 0.13),
        (theme.bank, stream + max(1.4 / r, 0.03)),
        (theme.water, stream - 0.01),
    ):
        draw_lines(canvas, kinds["stream"], r * width, colour)
    for kind in ("river", "major_river"):
        draw_river(canvas, kinds[kind], WATER_WIDTHS[kind])


def draw_lines(canvas: Canvas, lines: Iterable[list[Point]], width: float, colour: tuple[int, ...]) -> None:
    with canvas.pen.ink(colour) as nib:
        for line in lines:
            nib.line(line, width)
