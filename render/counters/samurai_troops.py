"""Weapons of feudal Japan as troop symbols. Sizes in pixels."""

from __future__ import annotations

import math

from render.paint.pen import AnyPen, Box, Nib
from render.paint.theme import Theme
from render.paint.unit_box import UnitBox


def _horse(nib: Nib, s: UnitBox, thick: float) -> None:
    """The cavalryman's diagonal."""
    nib.line(s.at((0, 1), (1, 0)), thick * 0.8)


def _spear(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.5, 0.3), (0.5, 0.94)), thick)
    nib.polygon(s.at((0.5, 0.03), (0.59, 0.36), (0.41, 0.36)))


def _glaive(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.34, 0.95), (0.56, 0.4)), thick)
    nib.polygon(s.at((0.53, 0.44), (0.62, 0.04), (0.74, 0.2), (0.61, 0.48)))


def _swords(nib: Nib, s: UnitBox, thick: float) -> None:
    for near, far in ((0.2, 0.8), (0.8, 0.2)):
        nib.line(s.at((near, 0.92), (far, 0.08)), thick)
        hilt = 0.075 if near < far else -0.075
        x = near + (far - near) * 0.25
        nib.line(s.at((x - hilt, 0.6), (x + hilt, 0.82)), thick * 0.9)


def _bow(nib: Nib, s: UnitBox, thick: float) -> None:
    steps = [math.pi * (n / 12 - 0.5) for n in range(13)]
    nib.line(s.at(*((0.4 + 0.24 * math.cos(a), 0.5 + 0.46 * math.sin(a)) for a in steps)), thick)
    nib.line(s.at((0.4, 0.04), (0.4, 0.96)), thick * 0.5)
    nib.line(s.at((0.24, 0.5), (0.82, 0.5)), thick * 0.7)
    nib.polygon(s.at((0.95, 0.5), (0.78, 0.34), (0.78, 0.66)))


def _bow_and_sword(nib: Nib, s: UnitBox, thick: float) -> None:
    _bow(nib, s, thick)
    nib.line(s.at((0.05, 0.86), (0.95, 0.7)), thick)
    nib.line(s.at((0.26, 0.68), (0.3, 0.98)), thick * 0.8)


def _musket(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.14, 0.78), (0.94, 0.22)), thick * 1.15)
    nib.polygon(s.at((0.04, 0.76), (0.28, 0.58), (0.34, 0.74), (0.13, 0.98)))
    nib.dot(s.at((0.42, 0.34))[0], thick * 0.9)


def _star_knife(nib: Nib, s: UnitBox, thick: float) -> None:
    corners = []
    for n in range(8):
        far, angle = (0.5 if n % 2 == 0 else 0.15), math.pi * n / 4 - math.pi / 2
        corners.append((0.5 + far * math.cos(angle) * s.h / s.w, 0.5 + far * math.sin(angle)))
    nib.polygon(s.at(*corners))


def _beads(nib: Nib, s: UnitBox, thick: float) -> None:
    _glaive(nib, s, thick * 0.9)
    for n in range(5):
        angle = math.pi * (0.1 + 0.2 * n)
        nib.dot(s.at((0.28 + 0.18 * math.cos(angle), 0.42 - 0.32 * math.sin(angle)))[0], thick * 0.55)


def _fan(nib: Nib, s: UnitBox, thick: float) -> None:
    """The general's fan."""
    rim = [math.pi * (1.06 + 0.88 * n / 10) for n in range(11)]
    nib.polygon(s.at((0.5, 0.9), *((0.5 + 0.43 * math.cos(a), 0.78 + 0.7 * math.sin(a)) for a in rim)))


SAMURAI = {
    "ashigaru_yari": (_spear, False),
    "ashigaru_archers": (_bow, False),
    "ashigaru_arquebus": (_musket, False),
    "samurai_naginata": (_glaive, False),
    "samurai_swordsmen": (_swords, False),
    "samurai_archers": (_bow_and_sword, False),
    "monks": (_beads, False),
    "mounted_samurai": (_spear, True),
    "mounted_samurai_archers": (_bow, True),
    "ninja": (_star_knife, False),
    "general_staff": (_fan, False),
}


def draw_samurai(name: str, pen: AnyPen, box: Box, theme: Theme, thick: float) -> None:
    """Draw the weapon of that name in a box, with lines `thick` pixels wide."""
    draw, mounted = SAMURAI[name]
    sheet = UnitBox(box)
    with pen.ink(theme.symbol_ink) as nib:
        if mounted:
            _horse(nib, sheet, thick)
        draw(nib, sheet, thick)
