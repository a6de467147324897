"""Badges on the edge of a counter, and bands across it, for a unit's states. Sizes in pixels."""

from __future__ import annotations

from collections.abc import Callable

from render.geometry.curves import star
from render.geometry.layout import Point
from render.paint.pen import AnyPen, Box
from render.paint.theme import Theme


def _badge_fired(pen: AnyPen, at: Point, r: float) -> None:
    with pen.ink((255, 214, 60)) as nib:
        nib.polygon(star(at, r * 0.86, 8, 0.5))
    with pen.ink((206, 60, 20)) as nib:
        nib.dot(at, r * 0.32)


def _badge_moved(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        for dx in (-0.34, 0.2):
            nib.line([(x + dx * r - r * 0.14, y - r * 0.46), (x + dx * r + r * 0.28, y),
                      (x + dx * r - r * 0.14, y + r * 0.46)], r * 0.26)  # fmt: skip


def _badge_attacked(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    k = r * 0.5
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x - k, y - k), (x + k, y + k)], r * 0.26)
        nib.line([(x - k, y + k), (x + k, y - k)], r * 0.26)


def _badge_stuck(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        for n in (-1, 0, 1):
            wave = [
                (x - r * 0.56 + r * 0.28 * k, y + n * r * 0.36 + (r * 0.1 if k % 2 else -r * 0.1))
                for k in range(5)
            ]
            nib.line(wave, r * 0.17)


def _badge_disordered(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x, y - r * 0.58), (x, y + r * 0.14)], r * 0.3)
        nib.dot((x, y + r * 0.52), r * 0.18)


def _badge_defended(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    k = r * 0.5
    shield = [(x - k, y - k), (x + k, y - k), (x + k, y + k * 0.1), (x, y + k * 1.25), (x - k, y + k * 0.1)]
    with pen.ink((255, 255, 255)) as nib:
        nib.polygon(shield)


def _badge_stopped(pen: AnyPen, at: Point, r: float) -> None:
    """A raised bar: no farther."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.rectangle((x - r * 0.46, y - r * 0.46, x + r * 0.46, y + r * 0.46), r * 0.08)


def _badge_charged(pen: AnyPen, at: Point, r: float) -> None:
    """A sabre."""
    x, y = at
    blade = ((-0.5, 0.46), (-0.08, 0.16), (0.28, -0.2), (0.46, -0.6))
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x + u * r, y + v * r) for u, v in blade], r * 0.2)
        nib.line([(x - r * 0.52, y + r * 0.04), (x - r * 0.08, y + r * 0.5)], r * 0.16)


def _badge_uncommanded(pen: AnyPen, at: Point, r: float) -> None:
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.polygon(star((x, y + r * 0.04), r * 0.7))
    with pen.ink((188, 30, 34)) as nib:
        nib.line([(x - r * 0.62, y + r * 0.62), (x + r * 0.62, y - r * 0.62)], r * 0.24)


def _bars(pen: AnyPen, at: Point, r: float, count: int) -> None:
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        for n in range(count):
            dx = (n - (count - 1) / 2) * r * 0.42
            nib.line([(x + dx, y - r * 0.46), (x + dx, y + r * 0.46)], r * 0.24)


def _badge_hesitant(pen: AnyPen, at: Point, r: float) -> None:
    _bars(pen, at, r, 1)


def _badge_shaken(pen: AnyPen, at: Point, r: float) -> None:
    _bars(pen, at, r, 2)


def _badge_panicked(pen: AnyPen, at: Point, r: float) -> None:
    _bars(pen, at, r, 3)


def _badge_flees(pen: AnyPen, at: Point, r: float) -> None:
    """An arrow that turns back."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.line(
            [(x + r * 0.5, y + r * 0.4), (x + r * 0.5, y - r * 0.14), (x - r * 0.1, y - r * 0.14)], r * 0.24
        )
        nib.polygon([(x - r * 0.66, y - r * 0.14), (x - r * 0.08, y - r * 0.6), (x - r * 0.08, y + r * 0.32)])


def _badge_honor(pen: AnyPen, at: Point, r: float) -> None:
    with pen.ink((92, 58, 8)) as nib:
        nib.polygon(star((at[0], at[1] + r * 0.06), r * 0.72))


def _badge_commander(pen: AnyPen, at: Point, r: float) -> None:
    """A banner on its pole."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x - r * 0.32, y - r * 0.62), (x - r * 0.32, y + r * 0.66)], r * 0.18)
        nib.polygon([(x - r * 0.3, y - r * 0.6), (x + r * 0.5, y - r * 0.46), (x + r * 0.5, y + r * 0.12),
                     (x - r * 0.3, y + r * 0.14)])  # fmt: skip


def _badge_hidden(pen: AnyPen, at: Point, r: float) -> None:
    """A leaf."""
    x, y = at
    leaf = ((-0.52, 0.52), (-0.5, -0.12), (-0.04, -0.5), (0.56, -0.56), (0.5, 0.04), (0.12, 0.5))
    with pen.ink((226, 244, 206)) as nib:
        nib.polygon([(x + u * r, y + v * r) for u, v in leaf])


def _badge_tired(pen: AnyPen, at: Point, r: float) -> None:
    """A drop of sweat."""
    x, y = at
    with pen.ink((206, 232, 250)) as nib:
        nib.dot((x, y + r * 0.16), r * 0.42)
        nib.polygon([(x, y - r * 0.66), (x + r * 0.37, y - r * 0.02), (x - r * 0.37, y - r * 0.02)])


def _badge_fragile(pen: AnyPen, at: Point, r: float) -> None:
    """A crack from edge to edge."""
    x, y = at
    crack = ((0.1, -0.86), (-0.24, -0.34), (0.18, -0.1), (-0.2, 0.3), (0.12, 0.86))
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x + u * r, y + v * r) for u, v in crack], r * 0.26)


def _badge_low_ammo(pen: AnyPen, at: Point, r: float) -> None:
    """One cartridge."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.rectangle((x - r * 0.24, y - r * 0.06, x + r * 0.24, y + r * 0.62))
        nib.polygon([(x - r * 0.2, y - r * 0.14), (x - r * 0.12, y - r * 0.5), (x, y - r * 0.66),
                     (x + r * 0.12, y - r * 0.5), (x + r * 0.2, y - r * 0.14)])  # fmt: skip
    with pen.ink((196, 120, 20)) as nib:
        nib.line([(x - r * 0.24, y + r * 0.42), (x + r * 0.24, y + r * 0.42)], r * 0.12, ends=False)


def _badge_commanded(pen: AnyPen, at: Point, r: float) -> None:
    """A die not yet assigned."""
    x, y = at
    k = r * 0.48
    with pen.ink((255, 255, 255)) as nib:
        nib.rectangle((x - k, y - k, x + k, y + k), r * 0.14)
    with pen.ink((30, 84, 120)) as nib:
        for u, v in ((-0.22, -0.22), (0, 0), (0.22, 0.22)):
            nib.dot((x + u * r, y + v * r), r * 0.12)


def _badge_activated(pen: AnyPen, at: Point, r: float) -> None:
    """Go."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.polygon([(x - r * 0.34, y - r * 0.54), (x + r * 0.6, y), (x - r * 0.34, y + r * 0.54)])


def _badge_done(pen: AnyPen, at: Point, r: float) -> None:
    """A tick."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x - r * 0.5, y), (x - r * 0.12, y + r * 0.42), (x + r * 0.54, y - r * 0.44)], r * 0.26)


def _badge_active(pen: AnyPen, at: Point, r: float) -> None:
    """A star on green: its turn to give orders."""
    with pen.ink((255, 255, 255)) as nib:
        nib.polygon(star((at[0], at[1] + r * 0.06), r * 0.76))


def _badge_deactivated(pen: AnyPen, at: Point, r: float) -> None:
    """An empty star: its orders are given."""
    x, y = at[0], at[1] + r * 0.06
    for colour, size in (((255, 255, 255), 0.8), ((84, 84, 84), 0.44)):
        with pen.ink(colour) as nib:
            nib.polygon(star((x, y), r * size))


def _badge_routed(pen: AnyPen, at: Point, r: float) -> None:
    """A white flag."""
    x, y = at
    cloth = ((-0.38, -0.62), (0.06, -0.5), (0.56, -0.62), (0.56, 0.02), (0.06, 0.14), (-0.38, 0.02))
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x - r * 0.4, y - r * 0.6), (x - r * 0.4, y + r * 0.66)], r * 0.16)
        nib.polygon([(x + u * r, y + v * r) for u, v in cloth])


def _badge_at_risk(pen: AnyPen, at: Point, r: float) -> None:
    """Cross hairs."""
    x, y = at
    for colour, size in (((255, 255, 255), 0.56), ((178, 26, 30), 0.34)):
        with pen.ink(colour) as nib:
            nib.dot(at, r * size)
    with pen.ink((255, 255, 255)) as nib:
        nib.line([(x - r * 0.8, y), (x + r * 0.8, y)], r * 0.15)
        nib.line([(x, y - r * 0.8), (x, y + r * 0.8)], r * 0.15)


def _badge_smoke(pen: AnyPen, at: Point, r: float) -> None:
    """A cloud."""
    x, y = at
    with pen.ink((255, 255, 255)) as nib:
        for u, v, size in ((-0.36, 0.16, 0.3), (0.0, -0.16, 0.38), (0.38, 0.14, 0.3), (0.0, 0.24, 0.26)):
            nib.dot((x + u * r, y + v * r), r * size)


BADGES: dict[str, tuple[tuple[int, int, int], Callable[[AnyPen, Point, float], None]]] = {
    "fired": ((44, 40, 38), _badge_fired),
    "moved": ((70, 78, 88), _badge_moved),
    "attacked": ((178, 26, 30), _badge_attacked),
    "defended": ((34, 92, 120), _badge_defended),
    "uncommanded": ((64, 58, 54), _badge_uncommanded),
    "stopped": ((176, 96, 24), _badge_stopped),
    "charged": ((150, 24, 64), _badge_charged),
    "stuck": ((98, 74, 44), _badge_stuck),
    "disordered": ((142, 52, 140), _badge_disordered),
    "commander": ((150, 100, 14), _badge_commander),
    "honor": ((240, 196, 60), _badge_honor),
    "hesitant": ((178, 26, 30), _badge_hesitant),
    "shaken": ((178, 26, 30), _badge_shaken),
    "panicked": ((178, 26, 30), _badge_panicked),
    "flees": ((124, 60, 128), _badge_flees),
    "hidden": ((44, 96, 52), _badge_hidden),
    "tired": ((60, 66, 74), _badge_tired),
    "fragile": ((206, 40, 24), _badge_fragile),
    "low_ammo": ((122, 76, 20), _badge_low_ammo),
    "commanded": ((34, 92, 120), _badge_commanded),
    "activated": ((22, 128, 62), _badge_activated),
    "done": ((84, 84, 84), _badge_done),
    "routed": ((124, 60, 128), _badge_routed),
    "smoke": ((120, 124, 132), _badge_smoke),
    "active": ((22, 128, 62), _badge_active),
    "deactivated": ((84, 84, 84), _badge_deactivated),
    "at_risk": ((178, 26, 30), _badge_at_risk),
}


def draw_badge(pen: AnyPen, state: str, at: Point, radius: float) -> None:
    """A state as a round badge."""
    ground, draw = BADGES[state]
    with pen.ink((255, 255, 255)) as nib:
        nib.dot(at, radius)
    with pen.ink(ground) as nib:
        nib.dot(at, radius * 0.87)
    draw(pen, at, radius * 0.87)


def draw_sash(pen: AnyPen, box: Box, width: float, theme: Theme) -> None:
    """The white and red band of a demoralised unit, from the upper left to the lower right of a box."""
    x0, y0, x1, y1 = box
    for colour, share in ((theme.clash, 1.0), (theme.white, 0.68), (theme.clash, 0.22)):
        with pen.ink(colour) as nib:
            nib.line([(x0, y0), (x1, y1)], width * share, ends=False)
