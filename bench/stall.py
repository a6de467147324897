"""How long everybody else waits while pictures are drawn back to back (the last part of goal 10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from statistics import quantiles
from time import perf_counter

from bench import naive, scene
from bench.harness import Figure, agree, figure, milliseconds, ratio
from bench.pictures import radius
from bot.page import Picture
from bot.painter import Painter

OF_IDLE, OF_NAIVE = 10.0, 5.0  # goals
TICK = 0.001  # seconds the loop is asked to wait
PNG = b"\x89PNG"


def run(quick: bool) -> Iterator[Figure]:
    """The 99th percentile of how late the loop comes: idle, beside our painter, beside a drawing thread."""
    times = asyncio.run(_measured(2 if quick else 9, 0.3 if quick else 1.5, quick))
    yield figure("loop stall p99 while drawing v idle", ratio(times, "ours", "idle"), OF_IDLE, better="less")
    yield figure("loop stall p99, naive in a thread v ours", ratio(times, "naive", "ours"), OF_NAIVE)
    for name, seconds in times.items():
        yield milliseconds(f"loop stall p99, {name}", seconds)


async def _measured(count: int, seconds: float, quick: bool) -> dict[str, list[float]]:
    of = scene.scene(8, 6) if quick else scene.scene()
    caption, page = scene.caption(of.view), (640, 480) if quick else (2177, 1692)
    views = cycle([of.view, *(view for view, _ in zip(scene.phases(of), range(20), strict=False))])
    painter = Painter()

    async def ours() -> None:
        png = await painter.draw(Picture(view=next(views), caption=caption, alt=""))
        agree(png.startswith(PNG), "a picture of the painter")

    async def by_thread() -> None:
        png = await asyncio.to_thread(naive.draw, next(views), caption, page, radius(quick))
        agree(png.startswith(PNG), "a naive picture")

    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "idle": lambda: asyncio.sleep(seconds),
        "ours": ours,
        "naive": by_thread,
    }
    try:
        await ours()
        return await _rounds(ways, count, seconds)
    finally:
        await painter.close()


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
