"""A moment of a film, as the caller hands it over. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass

from engine.view import View
from render.caption import Caption


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmFrame:
    """A moment: what is seen, its words, what happens in it, how long it is shown. `shorter`: how the same is
    said where there is no room for `text`, longest first."""

    view: View
    caption: Caption
    text: str = ""
    shorter: tuple[str, ...] = ()
    milliseconds: int = 1200
