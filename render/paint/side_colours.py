"""The colours of the sides in each theme. The first sides differ most in lightness.

Sides never differ by colour alone: their counters differ in shape (`side_shapes`), their zones in hatching.
"""

from __future__ import annotations

from dataclasses import dataclass

from render.paint.map_colours import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """The colours of one side: its counters, the letters on them, its zones, its corps from first to last.

    A side whose id is the `name` of an army has its colours, whatever its place in the order of play.
    """

    name: str
    body: Colour
    letters: Colour
    zone: Colour
    edge: Colour
    corps: tuple[Colour, Colour]


DAY = (
    Army(name="blue", body=(30, 77, 155), letters=(255, 255, 255), zone=(6, 32, 112), edge=(10, 32, 76),
         corps=((120, 200, 246), (92, 60, 176))),
    Army(name="orange", body=(240, 150, 44), letters=(26, 18, 10), zone=(184, 68, 0), edge=(110, 58, 4),
         corps=((252, 226, 86), (190, 34, 30))),
    Army(name="red", body=(247, 139, 113), letters=(34, 8, 6), zone=(206, 40, 24), edge=(112, 20, 14),
         corps=((252, 210, 150), (168, 30, 60))),
    Army(name="green", body=(58, 122, 78), letters=(255, 255, 255), zone=(30, 104, 60), edge=(18, 58, 34),
         corps=((170, 222, 150), (30, 110, 90))),
    Army(name="purple", body=(196, 168, 206), letters=(34, 16, 42), zone=(130, 60, 150), edge=(80, 34, 96),
         corps=((240, 190, 226), (120, 40, 130))),
)  # fmt: skip
NIGHT = (
    Army(name="blue", body=(38, 88, 172), letters=(255, 255, 255), zone=(112, 170, 255), edge=(8, 20, 48),
         corps=((120, 200, 246), (92, 60, 176))),
    Army(name="orange", body=(244, 160, 60), letters=(26, 18, 10), zone=(255, 212, 134), edge=(72, 36, 0),
         corps=((252, 226, 86), (190, 34, 30))),
    Army(name="red", body=(250, 148, 122), letters=(34, 8, 6), zone=(255, 212, 198), edge=(84, 14, 10),
         corps=((252, 210, 150), (168, 30, 60))),
    Army(name="green", body=(52, 118, 74), letters=(255, 255, 255), zone=(140, 220, 150), edge=(8, 34, 20),
         corps=((170, 222, 150), (30, 110, 90))),
    Army(name="purple", body=(202, 176, 212), letters=(34, 16, 42), zone=(226, 176, 240), edge=(56, 22, 68),
         corps=((240, 190, 226), (120, 40, 130))),
)  # fmt: skip
PRINT = (
    Army(name="blue", body=(62, 66, 74), letters=(255, 255, 255), zone=(0, 0, 0), edge=(0, 0, 0),
         corps=((255, 255, 255), (120, 126, 136))),
    Army(name="orange", body=(255, 255, 255), letters=(0, 0, 0), zone=(70, 70, 70), edge=(0, 0, 0),
         corps=((255, 255, 255), (150, 146, 140))),
    Army(name="red", body=(255, 255, 255), letters=(0, 0, 0), zone=(70, 70, 70), edge=(0, 0, 0),
         corps=((255, 255, 255), (150, 146, 140))),
    Army(name="green", body=(104, 110, 104), letters=(255, 255, 255), zone=(40, 40, 40), edge=(0, 0, 0),
         corps=((255, 255, 255), (120, 130, 120))),
    Army(name="purple", body=(206, 206, 206), letters=(0, 0, 0), zone=(90, 90, 90), edge=(0, 0, 0),
         corps=((255, 255, 255), (140, 140, 140))),
)  # fmt: skip
CONTRAST = (
    Army(name="blue", body=(0, 56, 168), letters=(255, 255, 255), zone=(0, 24, 130), edge=(0, 12, 64),
         corps=((120, 206, 255), (96, 40, 190))),
    Army(name="orange", body=(255, 170, 0), letters=(0, 0, 0), zone=(196, 72, 0), edge=(92, 44, 0),
         corps=((255, 236, 80), (190, 20, 20))),
    Army(name="red", body=(255, 140, 112), letters=(0, 0, 0), zone=(200, 28, 10), edge=(108, 8, 4),
         corps=((255, 214, 150), (160, 16, 56))),
    Army(name="green", body=(0, 110, 62), letters=(255, 255, 255), zone=(0, 100, 44), edge=(0, 48, 22),
         corps=((170, 230, 150), (16, 100, 84))),
    Army(name="purple", body=(206, 170, 222), letters=(0, 0, 0), zone=(128, 40, 156), edge=(72, 20, 92),
         corps=((244, 190, 232), (116, 24, 130))),
)  # fmt: skip
