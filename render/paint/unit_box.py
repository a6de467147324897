"""A box for small drawings of any size, with coordinates from (0, 0), upper left, to (1, 1)."""

from __future__ import annotations

import math

from render.geometry.layout import Point
from render.paint.pen import Box, Nib


class UnitBox:
    """Converts coordinates of the unit box to pixels."""

    def __init__(self, box: Box) -> None:
        self.x, self.y, x1, y1 = box
        self.w, self.h = x1 - self.x, y1 - self.y

    def at(self, *points: Point) -> list[Point]:
        """The pixels of places in the box."""
        return [(self.x + u * self.w, self.y + v * self.h) for u, v in points]

    def part(self, u0: float, v0: float, u1: float, v1: float) -> UnitBox:
        """A unit box inside this one."""
        (x0, y0), (x1, y1) = self.at((u0, v0), (u1, v1))
        return UnitBox((x0, y0, x1, y1))

    def shape(self, nib: Nib, *points: Point) -> None:
        """A filled polygon."""
        nib.polygon(self.at(*points))

    def stroke(self, nib: Nib, wide: float, *points: Point) -> None:
        """A line, `wide` heights of the box thick."""
        nib.line(self.at(*points), wide * self.h)

    def disc(self, nib: Nib, u: float, v: float, radius: float) -> None:
        """A filled circle, its radius in heights of the box."""
        nib.dot(self.at((u, v))[0], radius * self.h)

    def arc(self, u: float, v: float, radius: float, start: float, end: float) -> list[Point]:
        """Places on a circle's rim from one angle to another, in degrees clockwise from east."""
        steps = [math.radians(start + (end - start) * n / 12) for n in range(13)]
        tall = self.h / self.w
        return [(u + radius * math.cos(a) * tall, v + radius * math.sin(a)) for a in steps]
