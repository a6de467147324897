"""How long other requests wait while pictures are drawn back to back (the last part of goal 10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from statistics import quantiles
from time import perf_counter

from bench.harness import Figure, agree, figure, milliseconds, ratio
from bench.pictures import scene
from bot.images.drawing_process import DrawingProcess
from bot.ui.page import Picture

OF_IDLE = 10.0  # goal
TICK = 0.001  # seconds the loop is asked to wait
PNG = b"\x89PNG"


def run(quick: bool) -> Iterator[Figure]:
    """The 99th percentile of how late the loop comes: idle, and beside the drawing process."""
    times = asyncio.run(_measured(2 if quick else 9, 0.3 if quick else 1.5, quick))
    yield figure("loop stall p99 while drawing v idle", ratio(times, "ours", "idle"), OF_IDLE, better="less")
    for name, seconds in times.items():
        yield milliseconds(f"loop stall p99, {name}", seconds)


async def _measured(count: int, seconds: float, quick: bool) -> dict[str, list[float]]:
    of = scene.scene(8, 6) if quick else scene.scene()
    caption = scene.caption(of.view)
    views = cycle([of.view, *(view for view, _ in zip(scene.phases(of), range(20), strict=False))])
    drawing_process = DrawingProcess()

    async def ours() -> None:
        png = await drawing_process.draw(Picture(view=next(views), caption=caption, alt=""))
        agree(png.startswith(PNG), "a picture of the drawing process")

    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "idle": lambda: asyncio.sleep(seconds),
        "ours": ours,
    }
    try:
        await ours()
        return await _rounds(ways, count, seconds)
    finally:
        await drawing_process.close()


async def _rounds(
    ways: dict[str, Callable[[], Awaitable[None]]], count: int, seconds: float
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for number in range(count):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            times[name].append(await _stall(ways[name], seconds))
    return times


async def _stall(work: Callable[[], Awaitable[None]], seconds: float) -> float:
    """The 99th percentile of the loop's lateness while the work is done again and again."""

    async def again() -> None:
        while True:
            await work()

    working = asyncio.create_task(again())
    late = []
    end = perf_counter() + seconds
    while (start := perf_counter()) < end:
        await asyncio.sleep(TICK)
        late.append(perf_counter() - start - TICK)
        if working.done():
            working.result()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    return quantiles(late, n=100, method="inclusive")[98]
