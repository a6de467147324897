"""Napoleonic soldiers and guns in the colours of their side. For a box 1.25 times as wide as high."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.paint.pen import AnyPen, Box, Nib
from render.paint.theme import Army, Theme
from render.paint.unit_box import UnitBox

Draw = Callable[[AnyPen, UnitBox, Theme, Army], None]


def _legs(nib: Nib, s: UnitBox) -> None:
    """A marching soldier's legs, musket, pack and shako."""
    s.stroke(nib, 0.1, (0.5, 0.62), (0.36, 0.8), (0.22, 0.97))
    s.stroke(nib, 0.1, (0.52, 0.62), (0.66, 0.8), (0.74, 0.97))
    s.stroke(nib, 0.05, (0.7, 0.62), (0.62, 0.02))
    s.shape(nib, (0.1, 0.34), (0.34, 0.31), (0.34, 0.55), (0.12, 0.57))
    s.shape(nib, (0.3, 0.05), (0.68, 0.05), (0.62, 0.2), (0.34, 0.2))


def _soldier(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A soldier marching to the right with a shouldered musket, in a box 0.45 times as wide as high."""
    with pen.ink(theme.symbol_ink) as nib:
        _legs(nib, s)
        s.disc(nib, 0.48, 0.24, 0.075)
        s.shape(nib, (0.22, 0.28), (0.76, 0.28), (0.74, 0.69), (0.24, 0.69))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.33, 0.335), (0.65, 0.335), (0.64, 0.63), (0.34, 0.63))
    with pen.ink(theme.white) as nib:
        s.stroke(nib, 0.04, (0.36, 0.35), (0.6, 0.6))


def _infantry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    for left in (0.06, 0.35, 0.64):
        _soldier(pen, s.part(left, 0.04, left + 0.34, 1.0), theme, army)


def _light_infantry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A skirmisher who takes aim, with a tall plume."""
    s = s.part(0.0, 0.08, 1.0, 1.02)
    with pen.ink(theme.symbol_ink) as nib:
        s.stroke(nib, 0.1, (0.38, 0.64), (0.26, 0.8), (0.17, 0.96))
        s.stroke(nib, 0.1, (0.42, 0.64), (0.54, 0.76), (0.53, 0.96))
        s.shape(nib, (0.3, 0.3), (0.5, 0.28), (0.51, 0.7), (0.28, 0.7))
        s.disc(nib, 0.43, 0.22, 0.08)
        s.shape(nib, (0.33, 0.02), (0.52, 0.04), (0.5, 0.18), (0.36, 0.18))
        s.stroke(nib, 0.055, (0.38, 0.36), (0.98, 0.24))
        s.stroke(nib, 0.09, (0.36, 0.37), (0.5, 0.33))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.345, 0.35), (0.46, 0.34), (0.46, 0.64), (0.335, 0.64))
    with pen.ink(theme.support) as nib:
        s.stroke(nib, 0.1, (0.35, 0.06), (0.28, -0.06))


def _guard(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A grenadier's head and shoulders under the bearskin."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, *s.arc(0.5, 0.33, 0.32, 180, 360), (0.68, 0.56), (0.32, 0.56))
        s.shape(nib, (0.12, 1.0), (0.16, 0.82), (0.34, 0.72), (0.66, 0.72), (0.84, 0.82), (0.88, 1.0))
        s.shape(nib, (0.4, 0.5), (0.6, 0.5), (0.58, 0.78), (0.42, 0.78))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.18, 1.0), (0.21, 0.86), (0.36, 0.77), (0.64, 0.77), (0.79, 0.86), (0.82, 1.0))
    with pen.ink(theme.white) as nib:
        s.shape(nib, (0.405, 0.55), (0.595, 0.55), (0.57, 0.66), (0.5, 0.7), (0.43, 0.66))
        s.stroke(nib, 0.07, (0.35, 0.8), (0.62, 1.0))
        s.stroke(nib, 0.07, (0.65, 0.8), (0.38, 1.0))
    with pen.ink(theme.clash) as nib:
        s.stroke(nib, 0.13, (0.74, 0.12), (0.77, 0.38))


def _horse(nib: Nib, s: UnitBox, wide: float = 0.075) -> None:
    """A galloping horse's body, neck, head, legs and tail."""
    s.shape(
        nib, (0.17, 0.56), (0.26, 0.49), (0.6, 0.5), (0.7, 0.34), (0.78, 0.24), (0.82, 0.17), (0.85, 0.25),
        (0.97, 0.39), (0.93, 0.45), (0.82, 0.4), (0.8, 0.56), (0.72, 0.69), (0.5, 0.69), (0.24, 0.73),
        (0.17, 0.66),
    )  # fmt: skip
    s.stroke(nib, wide, (0.71, 0.62), (0.87, 0.7), (0.85, 0.86))
    s.stroke(nib, wide, (0.67, 0.64), (0.76, 0.8), (0.93, 0.9))
    s.stroke(nib, wide, (0.24, 0.66), (0.17, 0.82), (0.04, 0.9))
    s.stroke(nib, wide, (0.3, 0.68), (0.32, 0.82), (0.19, 0.95))
    s.stroke(nib, wide * 0.9, (0.19, 0.56), (0.07, 0.58), (0.03, 0.74))


def mount(pen: AnyPen, s: UnitBox, theme: Theme, black: bool) -> None:
    """The horse: black, or white with a dark rim."""
    with pen.ink(theme.symbol_ink) as nib:
        _horse(nib, s, 0.08)
    if not black:
        with pen.ink(theme.white) as nib:
            s.shape(
                nib, (0.21, 0.58), (0.27, 0.53), (0.62, 0.54), (0.73, 0.36), (0.8, 0.26), (0.83, 0.31),
                (0.91, 0.39), (0.8, 0.35), (0.76, 0.54), (0.7, 0.65), (0.5, 0.65), (0.25, 0.68),
            )  # fmt: skip


def rider(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A rider's body and leg, without arms or hat."""
    with pen.ink(theme.symbol_ink) as nib:
        s.stroke(nib, 0.09, (0.46, 0.52), (0.57, 0.66), (0.52, 0.8))
        s.shape(nib, (0.36, 0.22), (0.57, 0.22), (0.56, 0.58), (0.37, 0.58))
        s.disc(nib, 0.47, 0.16, 0.075)
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.4, 0.28), (0.53, 0.28), (0.52, 0.53), (0.41, 0.53))


def _shako(nib: Nib, s: UnitBox) -> None:
    s.shape(nib, (0.4, -0.02), (0.55, -0.02), (0.53, 0.12), (0.42, 0.12))


def _sabre(nib: Nib, s: UnitBox) -> None:
    """An arm stretched out, with a curved blade."""
    s.stroke(nib, 0.085, (0.53, 0.3), (0.68, 0.2))
    s.stroke(nib, 0.055, (0.66, 0.2), (0.78, 0.12), (0.86, -0.02))


def _cavalry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    s = s.part(0.0, 0.1, 1.0, 1.04)
    mount(pen, s, theme, False)
    rider(pen, s, theme, army)
    with pen.ink(theme.symbol_ink) as nib:
        _shako(nib, s)
        _sabre(nib, s)


def _light_cavalry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A lancer with a pennon."""
    s = s.part(0.0, 0.1, 1.0, 1.04)
    mount(pen, s, theme, False)
    rider(pen, s, theme, army)
    with pen.ink(theme.symbol_ink) as nib:
        _shako(nib, s)
        s.stroke(nib, 0.085, (0.5, 0.32), (0.62, 0.42))
        s.stroke(nib, 0.05, (0.48, 0.62), (0.76, -0.04))
    with pen.ink(theme.clash) as nib:
        s.shape(nib, (0.76, -0.04), (0.98, 0.03), (0.88, 0.08), (0.95, 0.17), (0.7, 0.12))


def _heavy_cavalry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A cuirassier on a black horse: crested helmet, breastplate, straight sword."""
    s = s.part(0.0, 0.1, 1.0, 1.04)
    mount(pen, s, theme, True)
    rider(pen, s, theme, army)
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.37, 0.12), (0.41, 0.0), (0.57, 0.02), (0.56, 0.12))
        s.shape(nib, (0.3, 0.24), (0.34, 0.02), (0.47, -0.08), (0.6, -0.02), (0.45, 0.02), (0.36, 0.22))
        s.stroke(nib, 0.09, (0.53, 0.32), (0.68, 0.26))
        s.stroke(nib, 0.06, (0.64, 0.27), (0.98, 0.1))
    with pen.ink(theme.white) as nib:
        s.shape(nib, (0.4, 0.27), (0.54, 0.27), (0.53, 0.46), (0.41, 0.46))


def _leader(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A general's head and shoulders under the bicorne."""
    s = s.part(0.0, 0.06, 1.0, 1.0)
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.05, 0.5), (0.18, 0.3), (0.34, 0.06), (0.5, 0.0), (0.66, 0.06), (0.82, 0.3),
                (0.95, 0.5), (0.72, 0.46), (0.5, 0.4), (0.28, 0.46))  # fmt: skip
        s.shape(nib, (0.1, 1.0), (0.15, 0.84), (0.36, 0.72), (0.64, 0.72), (0.85, 0.84), (0.9, 1.0))
        s.shape(nib, (0.37, 0.42), (0.63, 0.42), (0.6, 0.78), (0.4, 0.78))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.16, 1.0), (0.2, 0.88), (0.37, 0.77), (0.63, 0.77), (0.8, 0.88), (0.84, 1.0))
    with pen.ink(theme.white) as nib:
        s.shape(nib, (0.405, 0.47), (0.595, 0.47), (0.58, 0.62), (0.5, 0.68), (0.42, 0.62))
    with pen.ink(theme.selection) as nib:
        for left, right in ((0.13, 0.3), (0.7, 0.87)):
            s.stroke(nib, 0.1, (left + 0.03, 0.88), (right - 0.03, 0.84 if left < 0.5 else 0.88))
    with pen.ink(theme.clash) as nib:
        s.disc(nib, 0.66, 0.2, 0.075)


def wheel(nib: Nib, s: UnitBox, u: float, v: float, radius: float, spokes: int = 3) -> None:
    """A wheel with its spokes, as a line."""
    nib.line(s.at(*s.arc(u, v, radius, 0, 360)), 0.07 * s.h)
    for n in range(spokes):
        a = math.pi * (n / spokes + 0.1)
        du, dv = radius * math.cos(a) * s.h / s.w, radius * math.sin(a)
        s.stroke(nib, 0.04, (u - du, v - dv), (u + du, v + dv))


def _gun(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A gun on its carriage, its muzzle to the right."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.04, 0.98), (0.02, 0.88), (0.34, 0.52), (0.5, 0.5), (0.5, 0.64), (0.42, 0.66))
        s.shape(nib, (0.24, 0.38), (0.3, 0.34), (0.95, 0.12), (1.0, 0.24), (0.94, 0.28), (0.34, 0.58),
                (0.25, 0.52))  # fmt: skip
        s.disc(nib, 0.22, 0.47, 0.06)
    with pen.ink(theme.symbol) as nib:
        s.disc(nib, 0.5, 0.66, 0.36)
    with pen.ink(army.body) as nib:
        s.disc(nib, 0.5, 0.66, 0.1)
    with pen.ink(theme.symbol_ink) as nib:
        wheel(nib, s, 0.5, 0.66, 0.3)


def _horse_artillery(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A gun, and a horse galloping before it."""
    with pen.ink(theme.symbol_ink) as nib:
        _horse(nib, s.part(0.4, -0.12, 1.0, 0.5), 0.09)
    _gun(pen, s.part(0.02, 0.3, 0.72, 1.0), theme, army)


def _engineers(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """An axe and a spade, crossed."""
    with pen.ink(theme.symbol_ink) as nib:
        s.stroke(nib, 0.09, (0.24, 0.95), (0.72, 0.12))
        s.stroke(nib, 0.09, (0.76, 0.95), (0.3, 0.15))
        s.shape(nib, (0.62, 0.2), (0.7, 0.04), (0.98, 0.2), (0.92, 0.5), (0.76, 0.36))
        s.shape(nib, (0.38, 0.3), (0.22, 0.42), (0.08, 0.2), (0.14, 0.0), (0.3, 0.06))


def _train(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A waggon under its tilt."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, *s.arc(0.5, 0.44, 0.42, 180, 360), (0.88, 0.7), (0.12, 0.7))
        s.stroke(nib, 0.06, (0.8, 0.7), (1.0, 0.62))
    with pen.ink(theme.white) as nib:
        s.shape(nib, *s.arc(0.5, 0.44, 0.35, 180, 360))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.2, 0.5), (0.8, 0.5), (0.8, 0.64), (0.2, 0.64))
    for u in (0.28, 0.72):
        with pen.ink(theme.symbol) as nib:
            s.disc(nib, u, 0.8, 0.21)
        with pen.ink(theme.symbol_ink) as nib:
            wheel(nib, s, u, 0.8, 0.16, 2)


NAPOLEONIC: dict[str, Draw] = {
    "infantry": _infantry,
    "guard": _guard,
    "light_infantry": _light_infantry,
    "cavalry": _cavalry,
    "light_cavalry": _light_cavalry,
    "heavy_cavalry": _heavy_cavalry,
    "artillery": _gun,
    "horse_artillery": _horse_artillery,
    "leader": _leader,
    "general": _leader,
    "engineers": _engineers,
    "train": _train,
}


def draw_napoleonic(name: str, pen: AnyPen, box: Box, theme: Theme, army: Army) -> None:
    """Draw the troop type of that name in a box."""
    NAPOLEONIC[name](pen, UnitBox(box), theme, army)
