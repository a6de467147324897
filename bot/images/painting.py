"""What runs in the drawing process: a picture, a chart, a film.

The bot's own process imports this module to name these functions; so what draws is imported inside them, and
nothing here needs asyncio.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot.images.view_transfer import FilmParcel, Parcel, unpack_film, unpack_view
from bot.runtime import allocator
from bot.ui.page import ChartImage
from render.chart import Chart

if TYPE_CHECKING:
    from render.film import FilmDrawing

TRIM_EVERY = 5
"""Pictures after which free memory is given back to the system."""
LARGE = 128 * 1024
"""Bytes of an image that lies by itself, not on the heap, where it would leave a hole."""
FILM_STEP = 0.1
"""Seconds of processor time for which a film is drawn at a time, between other pictures."""
MOST_FILM = 2_000_000
"""Bytes of a film: what plays on a phone without waiting."""
BESIDE = frozenset({"header", "beside_map", "legend", "inset"})
"""The layers that a card and a thumbnail do without."""

NICENESS = 5
"""Added to the niceness: where the machine has one processor for both, answers go first."""

_shelf: Path | None = None
"""The folder where printed maps and counters are kept."""
_films: dict[int, FilmDrawing] = {}
"""The film that is being drawn, by its number; at most one."""
_drawn = 0
"""How many pictures the process has drawn."""


def paint(parcel: Parcel) -> bytes:
    """The PNG of the picture in a parcel."""
    import render
    from render.page import share_card, thumbnail

    global _drawn
    _drawn += 1
    if _drawn % TRIM_EVERY == 0:
        allocator.give_back()
    picture = unpack_view(parcel)
    layers = frozenset(render.LAYERS) - BESIDE if picture.card is not None or picture.square else None
    box = render.BOX if picture.card is None else share_card.map_size(picture.card)
    image = render.draw(
        picture.view,
        picture.caption,
        theme=picture.theme,
        symbols=picture.symbols,
        layers=layers,
        crop=picture.crop,
        size=None if picture.full or picture.square else box,
        tallest=render.TALLEST if picture.card is None else None,
        margin=picture.margin,
        max_bytes=picture.most,
        cache_folder=_shelf,
    )
    if picture.square:
        return thumbnail.square(image, picture.square)
    return image if picture.card is None else share_card.draw_card(picture.card, image, theme=picture.theme)


def sketch(drawing: ChartImage) -> bytes:
    """The PNG of a chart."""
    from render.league.drawing import draw_league
    from render.page import luck_chart

    if isinstance(drawing.chart, Chart):
        return luck_chart.draw_chart(drawing.chart, theme=drawing.theme)
    return draw_league(drawing.chart, theme=drawing.theme)


def begin_film(number: int, parcel: FilmParcel) -> None:
    """Begin to draw a film, in place of any that was not drawn to its end."""
    from render.film import FilmDrawing

    wanted = unpack_film(parcel)
    drawing = FilmDrawing(
        wanted.frames,
        theme=wanted.theme,
        symbols=wanted.symbols,
        crop=wanted.crop,
        max_bytes=min(MOST_FILM, wanted.most or MOST_FILM),
        cache_folder=_shelf,
    )
    _films.clear()
    _films[number] = drawing


def film_step(number: int) -> bytes | None:
    """Go on with a film for a moment: the GIF, None until it is drawn; no bytes where it is lost, since the
    process was started again."""
    drawing, until = _films.get(number), time.process_time() + FILM_STEP
    if drawing is None:
        return b""
    while (data := drawing.step()) is None and time.process_time() < until:
        pass
    if data is not None:
        del _films[number]
    return data


def begin(parent: int, shelf: Path | None, memory: int | None) -> int:
    """In a new process: leave signals to the parent, end when it ends, keep within its memory. The bytes that
    it keeps for later pictures."""
    from render.paint import caches

    global _shelf
    _shelf = shelf
    allocator.economise(LARGE)
    if memory is not None:
        caches.set_budget(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(0)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    import_module("render.picture")  # what draws, before it is set aside
    allocator.set_aside()
    return caches.BUDGET if memory is None else memory
