"""Colours, and nothing but colours. The first two sides differ in lightness as well as in hue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

Colour = tuple[int, ...]
"""Red, green, blue from 0 to 255, and alpha where it matters."""

PAPER: Colour = (246, 241, 226)
INK: Colour = (38, 32, 28)
BLUE: Colour = (30, 77, 155)
ORANGE: Colour = (240, 150, 44)
RED: Colour = (198, 24, 32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """The colours of one side: its counters, the letters on them, its zones, its corps from first to last.

    A side called by the `name` of an army wears its colours, wherever it stands in the order of play.
    """

    name: str
    body: Colour
    letters: Colour
    zone: Colour
    edge: Colour
    corps: tuple[Colour, Colour]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Every colour of a picture."""

    name: str = "light"
    page: Colour = PAPER
    page_ink: Colour = INK
    page_faint: Colour = (128, 116, 98)
    page_rule: Colour = (190, 176, 150)
    lowland: Colour = (205, 214, 160)
    upland: Colour = (222, 184, 124)
    levels: int = 5
    grid: Colour = (74, 66, 48, 84)
    border: Colour = (74, 66, 48)
    number: Colour = (66, 58, 44, 230)
    number_on_dark: Colour = (255, 252, 236)
    name_ink: Colour = (44, 30, 22)
    halo: Colour = (250, 246, 232)
    ground: Mapping[str, Colour] = field(
        default_factory=lambda: {
            "rough": (198, 184, 142, 150),
            "coppice": (170, 190, 120, 190),
            "orchard": (188, 206, 132, 190),
            "woods": (124, 158, 92, 235),
            "village": (222, 204, 176, 225),
            "marsh": (168, 196, 182, 215),
            "light_woods": (168, 192, 118, 210),
            "heavy_woods": (110, 146, 82, 240),
            "rice_fields": (186, 210, 176, 235),
            "rocky_ground": (196, 186, 160, 200),
            "ravine": (176, 160, 124, 210),
        }
    )
    tree: tuple[Colour, Colour, Colour] = ((52, 84, 44), (84, 124, 62), (120, 158, 86))
    shrub: tuple[Colour, Colour, Colour] = ((88, 112, 56), (122, 148, 78), (156, 178, 106))
    fruit: tuple[Colour, Colour, Colour] = ((78, 110, 46), (112, 148, 62), (150, 182, 92))
    stone: Colour = (112, 94, 66)
    reed: Colour = (58, 96, 92)
    pool: Colour = (112, 160, 186)
    roof: tuple[Colour, Colour, Colour] = ((156, 62, 44), (194, 92, 66), (88, 40, 30))
    slope: Colour = (112, 72, 36)
    water: Colour = (62, 124, 178)
    bank: Colour = (34, 80, 130)
    road: Colour = (250, 240, 208)
    road_edge: Colour = (108, 74, 44)
    track: Colour = (116, 80, 46)
    bridge: Colour = (42, 36, 32)
    armies: tuple[Army, ...] = (
        Army(name="blue", body=BLUE, letters=(255, 255, 255), zone=(14, 48, 128), edge=(10, 32, 76),
             corps=((120, 200, 246), (92, 60, 176))),
        Army(name="orange", body=ORANGE, letters=(26, 18, 10), zone=(206, 88, 0), edge=(110, 58, 4),
             corps=((252, 226, 86), (190, 34, 30))),
        Army(name="red", body=(247, 139, 113), letters=(34, 8, 6), zone=(229, 65, 41), edge=(112, 20, 14),
             corps=((252, 210, 150), (168, 30, 60))),
        Army(name="green", body=(58, 122, 78), letters=(255, 255, 255), zone=(30, 104, 60), edge=(18, 58, 34),
             corps=((170, 222, 150), (30, 110, 90))),
        Army(name="purple", body=(196, 168, 206), letters=(34, 16, 42), zone=(130, 60, 150),
             edge=(80, 34, 96), corps=((240, 190, 226), (120, 40, 130))),
    )  # fmt: skip
    nobody: Colour = (92, 86, 78)
    symbol: Colour = (252, 249, 240)
    symbol_ink: Colour = (24, 20, 18)
    shadow: Colour = (30, 22, 12, 110)
    clash: Colour = RED
    support: Colour = (14, 122, 62)
    charge: Colour = RED
    reach: Colour = (255, 238, 96, 96)
    chosen: Colour = (255, 226, 40)
    stage: Colour = (255, 255, 255, 215)
    white: Colour = (255, 255, 255)
    grey: Colour = (206, 206, 206)

    def place(self, side: str, sides: Sequence[str]) -> int:
        """Which of the armies' colours a side wears: those of its name, else by the order of play."""
        named = [n for n, army in enumerate(self.armies) if army.name == side]
        by_order = sides.index(side) if side in sides else len(sides)
        return named[0] if named else by_order % len(self.armies)


LIGHT = Theme()
DARK = replace(
    LIGHT,
    name="dark",
    page=(43, 41, 38),
    page_ink=(240, 234, 218),
    page_faint=(170, 160, 140),
    page_rule=(96, 88, 74),
    border=(20, 18, 14),
)
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}


def blend(a: Colour, b: Colour, share: float) -> Colour:
    """The colour `share` of the way from a to b.

    >>> blend((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return tuple(round(x + (y - x) * share) for x, y in zip(a[:3], b[:3], strict=True))


def luminance(colour: Colour) -> float:
    """Relative luminance from 0 (black) to 1 (white), as WCAG 2 defines it."""
    parts = [c / 255 for c in colour[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours, from 1 (the same) to 21 (black on white), as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def letters_on(colour: Colour) -> Colour:
    """Black or white, whichever is read more easily on `colour`."""
    return max(((0, 0, 0), (255, 255, 255)), key=lambda ink: contrast(ink, colour))
