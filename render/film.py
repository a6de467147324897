"""A film of a stretch of a game: a page for each moment, as an animated GIF. Plain arguments, like `draw`.

The first page is the last moment, so that a still shows the position as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from engine.hexes import Hex
from render.film_frame import FilmFrame
from render.geometry.layout import Layout
from render.layers import LAYER_NAMES
from render.page.framing import framed
from render.page.subtitle import subtitle, subtitle_height
from render.paint.canvas import Canvas
from render.paint.gif import encode_gif
from render.paint.palette import palette_colours
from render.paint.strip import Strip
from render.paint.strokes import Stroke, paint
from render.paint.theme import THEMES, Theme
from render.picture import Composition, compose_in, disk_cache, ground_of, ground_uncached

FILM_BOX = (880, 640)
"""Pixels of a film."""
WANTED = frozenset(LAYER_NAMES) - {"legend", "inset", "beside_map"}
"""The layers of a moving picture."""
SMALLER = 0.8  # share of its size at which a film is drawn again when its file is too large
LEAST_WIDTH = 440  # pixels; below it no film is drawn smaller


class FilmDrawing:
    """A film that is drawn one page at a time, then its file. Arguments as of `draw_film`."""

    def __init__(
        self,
        frames: Sequence[FilmFrame],
        *,
        theme: str = "light",
        symbols: str = "nato",
        crop: frozenset[Hex] | None = None,
        size: tuple[int, int] = FILM_BOX,
        max_bytes: int | None = None,
        cache_folder: Path | None = None,
    ) -> None:
        if not frames or theme not in THEMES:
            raise ValueError(f"no frames, or no such theme: {len(frames)}, {theme!r}")
        self._frames, self._theme, self._symbols, self._crop = frames, THEMES[theme], symbols, crop
        self._size, self._max_bytes, self._cache = size, max_bytes, disk_cache(cache_folder)
        self._begin(size)

    def _begin(self, size: tuple[int, int]) -> None:
        self._size, self._pages = size, list[Image.Image]()
        self._strip: Strip | None = None
        self._layout = _layout(self._frames[-1], self._crop, size)

    def step(self) -> bytes | None:
        """Draw the next page, or after the last one the file: that, or None until then."""
        if len(self._pages) < len(self._frames):
            self._pages.append(self._page(self._frames[len(self._pages)]))
            return None
        lengths = [frame.milliseconds for frame in self._frames]
        *before, last = self._pages
        data = encode_gif([last, *before], [lengths[-1], *lengths[:-1]], palette_colours(self._theme.name))
        smaller = (round(self._size[0] * SMALLER), round(self._size[1] * SMALLER))
        if self._max_bytes is None or len(data) <= self._max_bytes or smaller[0] < LEAST_WIDTH:
            return data
        self._begin(smaller)
        return None

    def _page(self, frame: FilmFrame) -> Image.Image:
        """A page (P); all are laid out alike."""
        theme = self._theme
        page = compose_in(self._layout, frame.view, frame.caption, theme, self._symbols, WANTED, self._cache)
        if self._strip is None:
            self._strip = Strip(page.layout.page, theme.name)
        ground = ground_of(frame.view, page, theme, WANTED, self._cache)
        self._strip.update([*page.strokes, *_words(page, frame, theme)], ground)
        return self._strip.image


def draw_film(
    frames: Sequence[FilmFrame],
    *,
    theme: str = "light",
    symbols: str = "nato",
    crop: frozenset[Hex] | None = None,
    size: tuple[int, int] = FILM_BOX,
    max_bytes: int | None = None,
    cache_folder: Path | None = None,
) -> bytes:
    """A GIF of the frames, in which the hexes of `crop` are seen (all when None). Above `max_bytes` it is
    drawn smaller, down to LEAST_WIDTH. Raises ValueError without a frame, or for a theme that does not
    exist."""
    drawing = FilmDrawing(
        frames, theme=theme, symbols=symbols, crop=crop, size=size, max_bytes=max_bytes,
        cache_folder=cache_folder,
    )  # fmt: skip
    while (data := drawing.step()) is None:
        pass
    return data


def draw_pages_uncached(
    frames: Sequence[FilmFrame],
    *,
    theme: str = "light",
    symbols: str = "nato",
    crop: frozenset[Hex] | None = None,
    size: tuple[int, int] = FILM_BOX,
) -> list[Image.Image]:
    """The pages (RGB) drawn whole, without caches, in all their colours: what a film is measured by."""
    colours, pages, ground = THEMES[theme], list[Image.Image](), None
    layout = _layout(frames[-1], crop, size)
    for frame in frames:
        page = compose_in(layout, frame.view, frame.caption, colours, symbols, WANTED)
        ground = ground or ground_uncached(frame.view, page, colours, WANTED)
        image = ground.copy()
        for stroke in [*page.strokes, *_words(page, frame, colours)]:
            paint(image, stroke)
        pages.append(image)
    return pages


def _layout(last: FilmFrame, crop: frozenset[Hex] | None, size: tuple[int, int]) -> Layout:
    """What all pages share: the map above, the words of a page below."""
    above = (size[0], size[1] - subtitle_height(size[0]))
    return replace(framed(last.view, last.caption, crop, above, WANTED), page=size, inset=None)


def _words(page: Composition, frame: FilmFrame, theme: Theme) -> list[Stroke]:
    """What happens, in words."""
    canvas = Canvas(layout=page.layout, theme=theme, sides=())
    subtitle(canvas, (frame.text, *frame.shorter))
    return canvas.recorder.strokes
