"""Draw pictures in a separate process, so that drawing never delays an answer. Knows no Discord.

The process dies with its parent, is stopped when a picture takes too long, and restarted when it has ended.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

from bot.images.view_transfer import FilmParcel, Parcel, Sender, unpack_film, unpack_view
from bot.ui.page import ChartImage, FilmImage, Picture

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds a picture may take."""
TRIES = 2
MOST_FILM = 2_000_000
"""Bytes of a film: what plays on a phone without waiting."""
BESIDE = frozenset({"header", "beside_map", "legend", "inset"})
"""The layers that a card and a thumbnail do without."""

P = ParamSpec("P")
T = TypeVar("T")


class DrawingFailed(Exception):
    """The picture could not be drawn; the game goes on without it."""


_shelf: Path | None = None
"""In the painter's process: the folder where printed maps and counters are kept."""


def paint(parcel: Parcel) -> bytes:
    """The PNG of the picture in a parcel. Runs in the painter's process."""
    import render
    from render.page import share_card, thumbnail

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
        margin=picture.margin,
        max_bytes=picture.most,
        cache_folder=_shelf,
    )
    if picture.square:
        return thumbnail.square(image, picture.square)
    return image if picture.card is None else share_card.draw_card(picture.card, image, theme=picture.theme)


def sketch(drawing: ChartImage) -> bytes:
    """The PNG of a chart. Runs in the painter's process."""
    from render.page import luck_chart

    return luck_chart.draw_chart(drawing.chart, theme=drawing.theme)


def film(parcel: FilmParcel) -> bytes:
    """The GIF of a film. Runs in the painter's process."""
    from render.film import draw_film

    wanted = unpack_film(parcel)
    return draw_film(
        wanted.frames,
        theme=wanted.theme,
        symbols=wanted.symbols,
        crop=wanted.crop,
        max_bytes=min(MOST_FILM, wanted.most or MOST_FILM),
        cache_folder=_shelf,
    )


def _begin(parent: int, shelf: Path | None) -> None:
    """In the new process: leave signals to the parent, end when it ends."""
    global _shelf
    _shelf = shelf
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(0)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A process begun within it is deaf to Ctrl-C from its first moment."""
    if os.name == "nt":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DrawingProcess:
    """One drawing process. `patience` is in seconds; `cache` is a folder for what is printed, or None."""

    def __init__(
        self,
        patience: float = PATIENCE,
        job: Callable[[Parcel], bytes] = paint,
        *,
        cache: Path | None = None,
    ) -> None:
        self._patience = patience
        self._cache = cache
        self._sender = Sender()
        self._job = job
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._turn = asyncio.Lock()
        self._closed = False

    async def draw(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        """The PNG of a picture. Raises Unpainted when it cannot be drawn."""
        async with self._turn:
            for _ in range(TRIES):
                if self._closed:
                    break
                try:
                    return await self._draw(picture)
                except BrokenProcessPool:
                    log.warning("the drawing process has ended; starting another one")
                    self._drop()
                except TimeoutError:
                    log.warning("a picture took more than %s s; stopping the drawing process", self._patience)
                    self._drop()
                except Exception as error:
                    self._sender.forget()
                    log.exception("a picture could not be drawn")
                    raise DrawingFailed from error
        raise DrawingFailed

    async def _draw(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        await self._ready()
        if isinstance(picture, ChartImage):
            return await self._run(sketch, picture)
        if isinstance(picture, FilmImage):
            return await self._run(film, self._sender.wrap_film(picture))
        return await self._run(self._job, self._sender.wrap(picture))

    @property
    def busy(self) -> bool:
        """Whether a picture is being drawn, or waited for."""
        return self._turn.locked()

    async def warm_up(self) -> None:
        """Start the process, so that the first picture does not wait for it."""
        async with self._turn:
            try:
                await self._run(os.getpid)
            except (BrokenProcessPool, TimeoutError):
                self._drop()

    async def _ready(self) -> ProcessPoolExecutor:
        """The pool, its process begun."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            words = (os.getpid(), self._cache)
            self._pool = ProcessPoolExecutor(1, spawn, initializer=_begin, initargs=words)
            self._sender.forget()
            with _no_interrupt():
                first = asyncio.get_running_loop().run_in_executor(self._pool, os.getpid)
            self._pid = await asyncio.wait_for(first, self._patience)
        return self._pool

    async def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs
        pool = await self._ready()
        return await asyncio.wait_for(
            asyncio.get_running_loop().run_in_executor(pool, job, *args), self._patience
        )

    def _drop(self) -> None:
        """End the process, whatever it is doing."""
        pool, self._pool = self._pool, None
        if self._pid:
            try:
                os.kill(self._pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            except OSError:
                log.debug("the drawing process has already ended")
            self._pid = 0
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, True, cancel_futures=True)
