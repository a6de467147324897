"""The reference scene as SVG, some six thousand shapes, for the renderers that start from one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape

from bench.pictures.plain_drawing import PAPER, Colour, Point, paint
from engine.view import View
from render.caption import Caption


def text(view: View, caption: Caption, page: tuple[int, int], r: float) -> str:
    """The scene as SVG, `page` pixels large."""
    pen = Svg()
    paint(pen, view, caption, page, r)
    width, height = page
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" fill="{_hex(PAPER)}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(pen.shapes)}</svg>'


class Svg:
    """A brush that writes down what it draws."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    def polygon(self, points: Sequence[Point], fill: Colour, edge: Colour | None = None) -> None:
        there = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        stroke = f' stroke="{_hex(edge)}"' if edge else ""
        self.shapes.append(f'<polygon points="{there}" fill="{_hex(fill)}"{stroke}/>')

    def box(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, edge: Colour) -> None:
        where = f'x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}"'
        self.shapes.append(f'<rect {where} fill="{_hex(fill)}" stroke="{_hex(edge)}"/>')

    def dots(self, middles: Sequence[Point], radius: float, fill: Colour) -> None:
        """One path, however many dots: strokes of no length with round ends, the cheapest there is."""
        path = "".join(f"M{x:.1f},{y:.1f}h.01" for x, y in middles)
        stroke = f'stroke="{_hex(fill)}" stroke-width="{2 * radius:.1f}" stroke-linecap="round"'
        self.shapes.append(f'<path d="{path}" {stroke}/>')

    def lines(self, lines: Sequence[Sequence[Point]], colour: Colour, width: float) -> None:
        path = "".join("M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in line) for line in lines)
        stroke = f'stroke="{_hex(colour)}" stroke-width="{width:.1f}"'
        self.shapes.append(f'<path d="{path}" fill="none" {stroke}/>')

    def text(self, at: Point, text: str, size: float, colour: Colour) -> None:
        where = f'x="{at[0]:.1f}" y="{at[1] + size * 0.36:.1f}" font-size="{size:.1f}"'
        how = f'font-family="sans-serif" font-weight="bold" text-anchor="middle" fill="{_hex(colour)}"'
        self.shapes.append(f"<text {where} {how}>{escape(text)}</text>")

    @contextmanager
    def sheet(self, strength: int) -> Iterator[None]:
        self.shapes.append(f'<g opacity="{strength / 255:.2f}">')
        yield
        self.shapes.append("</g>")


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
