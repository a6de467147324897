"""Victorian soldiers, guns and warriors. For a box 1.25 times as wide as high."""

from __future__ import annotations

from render.counters.napoleonic_troops import Draw, mount, rider, wheel
from render.paint.pen import AnyPen, Box, Nib
from render.paint.theme import Army, Theme
from render.paint.unit_box import UnitBox


def _helmet(nib: Nib, s: UnitBox, u: float, v: float, size: float) -> None:
    """A sun helmet with its brim and spike; `v` is its brim."""
    dome = s.arc(u, v, size, 180, 360)
    s.shape(nib, *dome)
    tall = size * s.h / s.w
    s.shape(nib, (u - tall * 1.5, v + size * 0.12), (u - tall, v - size * 0.3), (u + tall, v - size * 0.3),
            (u + tall * 1.5, v + size * 0.12))  # fmt: skip
    s.stroke(nib, size * 0.34, (u, v - size), (u, v - size * 1.5))


def _soldier(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A soldier in a sun helmet marching to the right, in a box 0.45 times as wide as high."""
    with pen.ink(theme.symbol_ink) as nib:
        s.stroke(nib, 0.1, (0.5, 0.62), (0.36, 0.8), (0.22, 0.97))
        s.stroke(nib, 0.1, (0.52, 0.62), (0.66, 0.8), (0.74, 0.97))
        s.stroke(nib, 0.05, (0.74, 0.62), (0.66, 0.0))
        s.disc(nib, 0.46, 0.25, 0.075)
        s.shape(nib, (0.22, 0.31), (0.76, 0.31), (0.74, 0.69), (0.24, 0.69))
        _helmet(nib, s, 0.44, 0.21, 0.13)
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.33, 0.365), (0.65, 0.365), (0.64, 0.63), (0.34, 0.63))
    with pen.ink(theme.white) as nib:
        s.stroke(nib, 0.045, (0.36, 0.38), (0.6, 0.6))


def _line_infantry(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    for left in (0.06, 0.35, 0.64):
        _soldier(pen, s.part(left, 0.06, left + 0.34, 1.0), theme, army)


def _skirmishers(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A kneeling soldier taking aim."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.28, 0.42), (0.5, 0.38), (0.52, 0.76), (0.28, 0.78))
        s.stroke(nib, 0.11, (0.46, 0.74), (0.66, 0.66), (0.66, 0.96))
        s.stroke(nib, 0.11, (0.34, 0.74), (0.36, 0.94), (0.12, 0.94))
        s.disc(nib, 0.45, 0.3, 0.085)
        _helmet(nib, s, 0.42, 0.26, 0.15)
        s.stroke(nib, 0.06, (0.34, 0.46), (1.0, 0.36))
        s.stroke(nib, 0.1, (0.4, 0.5), (0.62, 0.44))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.335, 0.48), (0.46, 0.46), (0.47, 0.7), (0.335, 0.72))


def _mounted(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A rider with a slouch hat and a carbine."""
    s = s.part(0.0, 0.1, 1.0, 1.04)
    mount(pen, s, theme, False)
    rider(pen, s, theme, army)
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.33, 0.13), (0.4, 0.07), (0.41, -0.03), (0.54, -0.03), (0.55, 0.07), (0.62, 0.1))
        s.stroke(nib, 0.05, (0.44, 0.5), (0.76, 0.04))
        s.stroke(nib, 0.085, (0.5, 0.3), (0.62, 0.26))


def _machine_gun(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A gun with many barrels and a crank, on its carriage."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.02, 0.98), (0.0, 0.88), (0.3, 0.5), (0.44, 0.48), (0.44, 0.64))
        s.shape(nib, (0.16, 0.18), (0.42, 0.14), (0.42, 0.5), (0.16, 0.5))
        for n in range(4):
            s.stroke(nib, 0.055, (0.4, 0.18 + n * 0.085), (1.0, 0.15 + n * 0.085))
        s.shape(nib, (0.88, 0.1), (0.94, 0.1), (0.94, 0.48), (0.88, 0.48))
        s.stroke(nib, 0.06, (0.16, 0.34), (0.04, 0.34), (0.04, 0.18))
        s.shape(nib, (0.26, -0.06), (0.34, -0.06), (0.34, 0.16), (0.26, 0.16))
    with pen.ink(theme.symbol) as nib:
        s.disc(nib, 0.46, 0.7, 0.33)
    with pen.ink(army.body) as nib:
        s.disc(nib, 0.46, 0.7, 0.09)
    with pen.ink(theme.symbol_ink) as nib:
        wheel(nib, s, 0.46, 0.7, 0.27)


def _shoulders(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A head and shoulders in the colour of the side."""
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.1, 1.0), (0.15, 0.84), (0.36, 0.74), (0.64, 0.74), (0.85, 0.84), (0.9, 1.0))
        s.shape(nib, (0.36, 0.4), (0.64, 0.4), (0.61, 0.8), (0.39, 0.8))
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.16, 1.0), (0.2, 0.88), (0.37, 0.79), (0.63, 0.79), (0.8, 0.88), (0.84, 1.0))


def _chief(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """An officer with a sun helmet and a moustache."""
    _shoulders(pen, s, theme, army)
    with pen.ink(theme.symbol) as nib:
        s.shape(nib, (0.4, 0.46), (0.6, 0.46), (0.58, 0.64), (0.5, 0.71), (0.42, 0.64))
    with pen.ink(theme.symbol_ink) as nib:
        s.shape(nib, (0.14, 0.5), (0.3, 0.36), *s.arc(0.5, 0.38, 0.29, 180, 360), (0.7, 0.36), (0.86, 0.5))
        s.stroke(nib, 0.1, (0.5, 0.1), (0.5, 0.0))
        s.stroke(nib, 0.06, (0.41, 0.6), (0.59, 0.6))
    with pen.ink(theme.selection) as nib:
        s.stroke(nib, 0.06, (0.31, 0.385), (0.69, 0.385))
        s.stroke(nib, 0.1, (0.17, 0.89), (0.27, 0.85))
        s.stroke(nib, 0.1, (0.73, 0.85), (0.83, 0.89))


def _warriors(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A tall shield before two crossed spears."""
    with pen.ink(theme.symbol_ink) as nib:
        for foot, tip in ((0.12, 0.84), (0.88, 0.16)):
            s.stroke(nib, 0.055, (foot, 0.98), (tip, 0.1))
            lean = 0.05 if tip > foot else -0.05
            s.shape(nib, (tip + lean * 1.4, -0.06), (tip + lean + 0.06, 0.24), (tip - lean - 0.02, 0.2))
        s.shape(nib, (0.5, 0.02), (0.65, 0.22), (0.69, 0.5), (0.65, 0.78), (0.5, 0.98), (0.35, 0.78),
                (0.31, 0.5), (0.35, 0.22))  # fmt: skip
    with pen.ink(army.body) as nib:
        s.shape(nib, (0.5, 0.1), (0.6, 0.26), (0.635, 0.5), (0.6, 0.74), (0.5, 0.9), (0.4, 0.74),
                (0.365, 0.5), (0.4, 0.26))  # fmt: skip
    with pen.ink(theme.white) as nib:
        s.stroke(nib, 0.05, (0.5, 0.12), (0.5, 0.88))
        for v in (0.34, 0.5, 0.66):
            s.stroke(nib, 0.05, (0.44, v), (0.56, v))


def _war_chief(pen: AnyPen, s: UnitBox, theme: Theme, army: Army) -> None:
    """A warrior's head with plumes."""
    _shoulders(pen, s, theme, army)
    with pen.ink(theme.symbol_ink) as nib:
        s.disc(nib, 0.5, 0.46, 0.2)
        for tip in (0.2, 0.35, 0.5, 0.65, 0.8):
            s.stroke(nib, 0.085, (0.5 + (tip - 0.5) * 0.4, 0.36), (tip, 0.02 + abs(tip - 0.5) * 0.3))
    with pen.ink(theme.selection) as nib:
        s.stroke(nib, 0.07, (0.37, 0.38), (0.63, 0.38))
    with pen.ink(theme.clash) as nib:
        for n in (-1, 0, 1):
            s.disc(nib, 0.5 + n * 0.09, 0.73 + 0.03 * (1 - abs(n)), 0.04)


VICTORIAN: dict[str, Draw] = {
    "line_infantry": _line_infantry,
    "skirmishers": _skirmishers,
    "mounted_infantry": _mounted,
    "machine_gun": _machine_gun,
    "chief": _chief,
    "warriors": _warriors,
    "war_chief": _war_chief,
}


def draw_victorian(name: str, pen: AnyPen, box: Box, theme: Theme, army: Army) -> None:
    """Draw the troop type of that name in a box."""
    VICTORIAN[name](pen, UnitBox(box), theme, army)
