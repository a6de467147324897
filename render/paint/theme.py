"""Themes: light, dark, print, contrast. Every colour of a picture, and functions of colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from render.paint import map_colours, side_colours
from render.paint.side_colours import Army as Army

Colour = map_colours.Colour

PAPER: Colour = (246, 241, 226)
INK: Colour = (38, 32, 28)
RED: Colour = (198, 24, 32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme(map_colours.MapColours):
    """Every colour of a picture: those of the map and those below."""

    name: str = "light"
    page: Colour = PAPER
    page_ink: Colour = INK
    page_faint: Colour = (128, 116, 98)
    page_rule: Colour = (190, 176, 150)
    armies: tuple[Army, ...] = side_colours.DAY
    neutral: Colour = (92, 86, 78)
    symbol: Colour = (252, 249, 240)
    symbol_ink: Colour = (24, 20, 18)
    shadow: Colour = (30, 22, 12, 110)
    clash: Colour = RED
    support: Colour = (14, 122, 62)
    charge: Colour = RED
    pursuit: Colour = (22, 138, 60)
    reach: Colour = (255, 238, 96, 96)
    costs: tuple[Colour, ...] = ((150, 226, 110, 110), (255, 238, 96, 104), (250, 176, 70, 112))
    selection: Colour = (255, 226, 40)
    fighter_hex: Colour = (255, 255, 255, 215)
    front: Colour = (250, 250, 240)
    flank: Colour = (230, 142, 14)
    rear: Colour = (100, 12, 60)
    white: Colour = (255, 255, 255)
    grey: Colour = (206, 206, 206)

    def place(self, side: str, sides: Sequence[str]) -> int:
        """The index of a side's colours in `armies`: those of its name, else the first that are free."""
        names = [army.name for army in self.armies]
        if side in names:
            return names.index(side)
        free = [n for n, name in enumerate(names) if name not in sides] or [*range(len(names))]
        others = [s for s in sides if s not in names]
        return free[(others.index(side) if side in others else len(others)) % len(free)]


LIGHT = Theme()
DARK = replace(
    LIGHT,
    **asdict(map_colours.NIGHT),
    name="dark",
    armies=side_colours.NIGHT,
    page=(43, 41, 38),
    page_ink=(240, 234, 218),
    page_faint=(170, 160, 140),
    page_rule=(96, 88, 74),
)
PRINT = replace(
    LIGHT,
    **asdict(map_colours.PRINT),
    name="print",
    armies=side_colours.PRINT,
    symbol=(255, 255, 255),
    symbol_ink=(0, 0, 0),
    shadow=(90, 90, 90, 110),
    clash=(176, 0, 16),
    support=(0, 96, 44),
    charge=(176, 0, 16),
    pursuit=(0, 110, 44),
    reach=(90, 90, 90, 44),
    costs=((90, 90, 90, 20), (90, 90, 90, 44), (90, 90, 90, 72)),
    selection=(255, 214, 0),
    fighter_hex=(255, 255, 255, 235),
    front=(255, 255, 255),
    flank=(136, 136, 136),
    rear=(16, 16, 16),
    page=(255, 255, 255),
    page_ink=(16, 16, 16),
    page_faint=(104, 104, 104),
    page_rule=(150, 150, 150),
)
CONTRAST = replace(
    PRINT,
    name="contrast",
    armies=side_colours.CONTRAST,
    tree=((38, 84, 44), (150, 190, 144), (214, 232, 208)),
    copse=((38, 84, 44), (168, 204, 160), (222, 238, 216)),
    fir=((30, 70, 40), (128, 170, 128), (196, 216, 194)),
    roof=((132, 36, 24), (206, 120, 96), (70, 20, 14)),
    road=(255, 246, 214),
    water=(112, 170, 222),
    bank=(0, 56, 112),
    shallow=(206, 232, 250),
    page_ink=(0, 0, 0),
    page_faint=(80, 80, 80),
    number=(48, 48, 48, 255),
    clash=(190, 0, 20),
    support=(0, 100, 44),
    reach=(255, 226, 0, 90),
    costs=((255, 236, 110, 60), (255, 226, 0, 90), (255, 170, 0, 110)),
    selection=(255, 214, 0),
)
"""High contrast on a nearly white map: for low vision, bright light and poor screens."""
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT, "contrast": CONTRAST}


def dry_theme(theme: Theme) -> Theme:
    """The theme for dry country: sand for meadows, no fields."""
    return replace(theme, dry=True, **map_colours.DRY.get(theme.name, {}))


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


def text_colour_on(colour: Colour) -> Colour:
    """Black or white, whichever is read more easily on `colour`."""
    return max(((0, 0, 0), (255, 255, 255)), key=lambda ink: contrast(ink, colour))


def rim_colour(colour: Colour) -> Colour:
    """The rim for things of that colour on the map: white, or dark when they are white themselves."""
    return (255, 255, 255) if contrast(colour, (255, 255, 255)) > 1.2 else (40, 40, 40)
