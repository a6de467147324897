"""NATO unit symbols, adapted to older wars. For a box 1.5 times as wide as high.

A cross is infantry, a slanting line cavalry, a dot guns. A filled corner or edge shows the kind: at the top
elite troops, at the sides heavy foot, at the bottom light foot; a bow is a bow.
"""

from __future__ import annotations

from collections.abc import Callable

from render.geometry.curves import star
from render.paint.pen import AnyPen, Box, Nib
from render.paint.theme import Theme
from render.paint.unit_box import UnitBox

Draw = Callable[[Nib, UnitBox, float], None]


def _foot(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0, 0), (1, 1)), thick)
    nib.line(s.at((0, 1), (1, 0)), thick)


def _horse(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0, 1), (1, 0)), thick)


def _heavy_horse(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 0), (1, 0), (0, 1))


def _guns(nib: Nib, s: UnitBox, thick: float) -> None:
    s.disc(nib, 0.5, 0.5, 0.27)


def _light(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0.34, 1), (0.66, 1), (0.5, 0.71))


def _saddle(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.5, 0), (0.5, 1)), thick)


def _picked(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 0), (1, 0), (0.5, 0.5))


def _heavy(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 0), (0.3, 0.5), (0, 1))
    s.shape(nib, (1, 0), (0.7, 0.5), (1, 1))


def _scouts(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 1), (1, 1), (0.5, 0.5))


def _bow(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at(*s.arc(0.5, 1.3, 0.62, 205, 335)), thick)


def _powder(nib: Nib, s: UnitBox, thick: float) -> None:
    s.disc(nib, 0.5, 0.82, 0.15)


def _faith(nib: Nib, s: UnitBox, thick: float) -> None:
    s.disc(nib, 0.5, 0.5, 0.22)


def _star(nib: Nib, s: UnitBox, thick: float) -> None:
    (x, y), _ = s.at((0.5, 0.5), (0, 0))
    nib.polygon(star((x, y + thick * 0.4), s.h * 0.5))


def _war_star(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 1), (1, 1), (1, 0.84), (0, 0.84))
    x, y = s.at((0.5, 0.44))[0]
    nib.polygon(star((x, y), s.h * 0.4))


def _staff(nib: Nib, s: UnitBox, thick: float) -> None:
    s.shape(nib, (0, 0), (1, 0), (1, 0.2), (0, 0.2))
    x, y = s.at((0.5, 0.62))[0]
    nib.polygon(star((x, y), s.h * 0.38))


def _bridge(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.22, 0.75), (0.22, 0.28), (0.78, 0.28), (0.78, 0.75)), thick)
    nib.line(s.at((0.5, 0.28), (0.5, 0.75)), thick)


def _supply(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0, 0.68), (1, 0.68)), thick)


def _machine_gun(nib: Nib, s: UnitBox, thick: float) -> None:
    nib.line(s.at((0.5, 0.9), (0.5, 0.2)), thick)
    s.shape(nib, (0.5, 0.02), (0.4, 0.36), (0.6, 0.36))
    nib.line(s.at((0.32, 0.88), (0.68, 0.88)), thick)
    nib.line(s.at((0.38, 0.64), (0.62, 0.64)), thick * 0.8)


def _shield(nib: Nib, s: UnitBox, thick: float) -> None:
    rim = [(0.5, 0.06), (0.64, 0.3), (0.64, 0.7), (0.5, 0.94), (0.36, 0.7), (0.36, 0.3)]
    s.shape(nib, *rim)


NATO: dict[str, tuple[Draw, ...]] = {
    "infantry": (_foot,),
    "guard": (_foot, _picked),
    "light_infantry": (_foot, _light),
    "cavalry": (_horse,),
    "light_cavalry": (_horse,),
    "heavy_cavalry": (_heavy_horse,),
    "artillery": (_guns,),
    "horse_artillery": (_horse, _guns),
    "leader": (_star,),
    "general": (_star,),
    "engineers": (_bridge,),
    "train": (_supply,),
    "ashigaru_yari": (_foot,),
    "ashigaru_archers": (_foot, _bow),
    "ashigaru_arquebus": (_foot, _powder),
    "samurai_naginata": (_foot, _picked),
    "samurai_swordsmen": (_foot, _heavy),
    "samurai_archers": (_foot, _picked, _bow),
    "monks": (_foot, _faith),
    "mounted_samurai": (_heavy_horse,),
    "mounted_samurai_archers": (_horse, _bow),
    "ninja": (_foot, _scouts),
    "general_staff": (_staff,),
    "machine_gun": (_machine_gun,),
    "chief": (_star,),
    "war_chief": (_war_star,),
    "line_infantry": (_foot,),
    "skirmishers": (_foot, _light),
    "mounted_infantry": (_foot, _saddle),
    "warriors": (_foot, _shield),
}


def draw_nato(name: str, pen: AnyPen, box: Box, theme: Theme, thick: float) -> None:
    """Draw the symbol of that name in a box, with lines `thick` pixels wide."""
    with pen.ink(theme.symbol_ink) as nib:
        for draw in NATO[name]:
            draw(nib, UnitBox(box), thick)
