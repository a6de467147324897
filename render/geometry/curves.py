"""Smooth lines, arrow heads and stars. Points in, points out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from render.geometry.layout import Point

FINE = 10  # pieces a bend is made of


def bend(a: Point, control: Point, b: Point, pieces: int = FINE) -> list[Point]:
    """A curve from a to b that leaves and arrives in the direction of `control`."""
    points = []
    for n in range(pieces + 1):
        t = n / pieces
        u = 1 - t
        points.append(
            (
                u * u * a[0] + 2 * u * t * control[0] + t * t * b[0],
                u * u * a[1] + 2 * u * t * control[1] + t * t * b[1],
            )
        )
    return points


def join_links(node: Point, links: Sequence[Point]) -> list[list[Point]]:
    """The lines that meet at a node, each from a link (such as the middle of a hexside): one link ends at the
    node, two make one bend; of more, the straightest pair is the bend that the others join."""
    if not links:
        return []
    if len(links) == 1:
        return [[links[0], node]]
    pairs = [(a, b) for i, a in enumerate(links) for b in links[i + 1 :]]
    through = min(pairs, key=lambda pair: _corner(node, *pair))
    main = bend(through[0], node, through[1])
    middle = main[len(main) // 2]
    return [main, *([link, middle] for link in links if link not in through)]


def _corner(node: Point, a: Point, b: Point) -> float:
    """Cosine of the angle at the node: -1 when a, node and b lie on a line."""
    va, vb = (a[0] - node[0], a[1] - node[1]), (b[0] - node[0], b[1] - node[1])
    size = math.hypot(*va) * math.hypot(*vb)
    return (va[0] * vb[0] + va[1] * vb[1]) / size if size else 0.0


def join_strands(nodes: Mapping[Point, Sequence[Point]]) -> list[list[Point]]:
    """All the lines of a net of nodes and links, joined end to end so that dashes run on."""
    pieces = [line for node, links in nodes.items() for line in join_links(node, links)]
    ends: dict[Point, list[int]] = {}
    for n, piece in enumerate(pieces):
        for end in (piece[0], piece[-1]):
            ends.setdefault(_key(end), []).append(n)
    left = dict(enumerate(pieces))
    lines = []
    while left:
        _, line = left.popitem()
        lines.append(_grown(_grown(line, left, ends)[::-1], left, ends))
    return lines


def _grown(line: list[Point], left: dict[int, list[Point]], ends: Mapping[Point, list[int]]) -> list[Point]:
    """The line extended by every piece that continues from its last point, as long as there is just one."""
    while True:
        here = _key(line[-1])
        next_ = [n for n in ends[here] if n in left]
        if len(next_) != 1 or len(ends[here]) != 2:
            return line
        piece = left.pop(next_[0])
        line = line + (piece[1:] if _key(piece[0]) == here else piece[-2::-1])


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def smooth(points: Sequence[Point]) -> list[Point]:
    """A curve near every point of a path, from the first to the last."""
    if len(points) < 3:
        return list(points)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    line = [points[0]]
    for a, node, b in zip(middles, points[1:-1], middles[1:], strict=False):
        line += bend(a, node, b)
    return [*line, points[-1]]


def evenly_spaced(points: Sequence[Point], step: float) -> list[Point]:
    """Points along a line, about `step` pixels apart, including both ends."""
    whole = sum(math.dist(a, b) for a, b in pairwise(points))
    count = max(1, round(whole / step))
    spaced, n, done = [points[0]], 0, 0.0
    for a, b in pairwise(points):
        size = math.dist(a, b)
        while n + 1 < count and done + size >= whole * (n + 1) / count:
            n += 1
            share = (whole * n / count - done) / size
            spaced.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        done += size
    return [*spaced, points[-1]]


def shortened(points: Sequence[Point], head: float, tail: float) -> list[Point]:
    """The line without its first `head` and last `tail` pixels."""
    return _cut(_cut(list(points), head)[::-1], tail)[::-1]


def _cut(points: list[Point], length: float) -> list[Point]:
    while len(points) > 1:
        step = math.dist(points[0], points[1])
        if step > length:
            share = length / step
            (ax, ay), (bx, by) = points[0], points[1]
            return [(ax + (bx - ax) * share, ay + (by - ay) * share), *points[1:]]
        length -= step
        points = points[1:]
    return points


def shifted(points: Sequence[Point], by: float) -> list[Point]:
    """The line moved `by` pixels to the right of its direction."""
    if not by or len(points) < 2:
        return list(points)
    moved = []
    for n, (x, y) in enumerate(points):
        a, b = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        size = math.dist(a, b) or 1.0
        moved.append((x - (b[1] - a[1]) / size * by, y + (b[0] - a[0]) / size * by))
    return moved


def arrow_head(points: Sequence[Point], length: float, width: float) -> tuple[list[Point], list[Point]]:
    """An arrow's shaft, shortened to end inside its head, and the head's three corners."""
    tip = points[-1]
    shaft = shortened(points, 0, length * 0.8)
    base = shaft[-1]
    size = math.dist(base, tip) or 1.0
    ux, uy = (tip[0] - base[0]) / size, (tip[1] - base[1]) / size
    bx, by = tip[0] - ux * length, tip[1] - uy * length
    w = width / 2
    return shaft, [tip, (bx - uy * w, by + ux * w), (bx + uy * w, by - ux * w)]


def star(centre: Point, radius: float, points: int = 5, inner: float = 0.42) -> list[Point]:
    """The corners of a star that stands on two of its points."""
    corners = []
    for n in range(points * 2):
        r = radius if n % 2 == 0 else radius * inner
        angle = math.pi * n / points - math.pi / 2
        corners.append((centre[0] + r * math.cos(angle), centre[1] + r * math.sin(angle)))
    return corners
