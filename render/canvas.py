"""What a layer gets to draw on."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image

from render.caption import Caption
from render.layout import Layout, Point
from render.lettering import write
from render.pen import Pen
from render.theme import Army, Colour, Theme


@dataclass(frozen=True, kw_only=True)
class Canvas:
    """An RGB image, where things lie on it, in which colours, with which words. `sides` in order of play."""

    image: Image.Image
    layout: Layout
    theme: Theme
    sides: tuple[str, ...]
    caption: Caption = field(default_factory=Caption)
    pen: Pen = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pen", Pen(self.image))

    @property
    def r(self) -> float:
        """Pixels of a hex's radius: most things are measured in it."""
        return self.layout.radius

    def army(self, side: str) -> Army:
        """The colours of a side."""
        return self.theme.armies[self.theme.place(side, self.sides)]

    def text(
        self,
        at: Point,
        text: str,
        *,
        size: float,
        colour: Colour,
        face: str = "bold",
        anchor: str = "mm",
        halo: Colour | None = None,
    ) -> None:
        """Text at a point of the page; see `lettering.write`."""
        pixels = max(7, round(size))
        stroke = max(1, round(pixels * 0.13))
        write(
            self.image,
            at,
            text,
            face=face,
            size=pixels,
            colour=colour,
            anchor=anchor,
            halo=halo,
            halo_width=stroke,
        )
