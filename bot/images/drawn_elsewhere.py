"""Pictures drawn by other processes, or drawn before by any, through the queue of jobs.

Here is what the bot asks, and what a worker answers. A job holds what is seen on one picture, which is what
its viewer may see, and not who that is.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.jobs import parcels
from bot.runtime import fair_queue
from bot.runtime.fair_queue import CLASS, FairQueue
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import in_thread
from bot.ui.page import ChartImage, FilmImage, Picture
from engine.view import View

if TYPE_CHECKING:
    from storage.jobs.queue import JobQueue

Image = Picture | ChartImage | FilmImage
DRAW, FILM = "draw", "film"
"""The kinds of jobs. Films have workers' turns of their own: they take long."""
PATIENCE = {DRAW: 4.0, FILM: 60.0}
"""Seconds after which a picture is drawn here instead."""
REST = 10.0
"""Seconds for which no other process is asked when one was late."""
AT_ONCE = 4
"""Pictures of one bot process that are in the queue at once; the others wait here, in fair turns."""
MOST_MAPS = 16
SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"GIF89a")
"""How a picture begins."""


def kinds() -> tuple[str, str]:
    """What pictures and films are called in the queue: only processes of the same program draw alike."""
    return f"{DRAW} {parcels.program()}", f"{FILM} {parcels.program()}"


class DrawnElsewhere:
    """Asks other processes for pictures."""

    def __init__(self, jobs: JobQueue, metrics: Metrics | None = None) -> None:
        self.queue = FairQueue(AT_ONCE)
        self._jobs = jobs
        self._gauges = metrics or Metrics()
        self._rests_until = 0.0
        self._maps: OrderedDict[int, tuple[object, bytes]] = OrderedDict()

    async def key(self, picture: Image) -> str:
        """The hash of what is seen on a picture."""
        return await in_thread(self._key, picture)

    async def draw(self, key: str, picture: Image) -> bytes | None:
        """A picture that another process draws, or has drawn; None where none does in time."""
        data = await self.queue.run(lambda: self._ask(key, picture))
        if data is not None and not data.startswith(SIGNATURES):
            data = None
        self._gauges.jobs_asked.labels(kind=_kind(picture), result="here" if data is None else "found").inc()
        return data

    async def keep(self, key: str, data: bytes) -> None:
        """Let other processes have a picture that was drawn here."""
        await self._jobs.keep(key, data)

    async def _ask(self, key: str, picture: Image) -> bytes | None:
        from storage.jobs.queue import Job

        now = asyncio.get_running_loop().time
        if (began := now()) < self._rests_until:
            return None

        async def payload() -> bytes:
            return await in_thread(parcels.pack, bare(picture))

        kind = _kind(picture)
        job = Job(
            kind=f"{kind} {parcels.program()}",
            key=key,
            payload=payload,
            priority=max(CLASS.values()) - CLASS[fair_queue.current().kind],
        )
        data = await self._jobs.ask(job, PATIENCE[kind])
        if data is None and now() - began >= PATIENCE[kind]:
            self._rests_until = now() + REST
        return data

    def _key(self, picture: Image) -> str:
        for view in _views(picture):
            self._learn(view.hexes)
            self._learn(view.hexsides)
        return f"{_kind(picture)} {parcels.program()} {parcels.digest(bare(picture), self._known).hex()}"

    def _learn(self, part: object) -> None:
        """Remember the hash of a part of the map, which is the same object in many pictures."""
        if self._known(part) is None:
            self._maps[id(part)] = part, parcels.digest(part)
            while len(self._maps) > MOST_MAPS:
                self._maps.popitem(last=False)

    def _known(self, part: object) -> bytes | None:
        found = self._maps.get(id(part))
        return found[1] if found is not None and found[0] is part else None


def _kind(picture: Image) -> str:
    return FILM if isinstance(picture, FilmImage) else DRAW


def _views(picture: Image) -> list[View]:
    if isinstance(picture, Picture):
        return [picture.view]
    return [frame.view for frame in picture.frames[:1]] if isinstance(picture, FilmImage) else []


def bare(picture: Image) -> Image:
    """A picture without what is not seen on it."""
    if isinstance(picture, ChartImage):
        return replace(picture, alt="", fixed=frozenset())
    return replace(picture, alt="", fixed=frozenset(), describe=None)


async def drawn(draw: Callable[[Image], Awaitable[bytes]], payload: bytes) -> bytes | None:
    """A worker's answer: the picture of a payload, drawn by `draw`."""
    picture = await in_thread(parcels.unpack, payload)
    if not isinstance(picture, Image):
        raise parcels.Unreadable(type(picture).__name__)
    return await draw(picture)
