"""What many requests of one person cost another: a `/map` of Bruno's, alone and while Anna asks for 1,500
different ones.

The goal of acknowledgements is that of the others: Bruno, and Clara, who asks for the status again and again.
Anna's own, most of which say that her last pictures are still being drawn, are listed without a goal: nothing
can answer a thousand requests of one instant at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice, product
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.commands.bot_process import CHANNEL, MeasuredBot, measured_bot
from bench.harness import Figure, agree, figure, milliseconds, spread
from engine.scenario import SYMBOL_SETS
from engine.view.overlays import NEEDS_UNIT, OVERLAYS
from render import THEMES
from sandbox import Person

OF_ALONE, ACKNOWLEDGED = 2.0, 150.0  # goals; the second in milliseconds
BATTLE = "ormes"
AREAS = ("whole", "action")
AT_ONCE = 25
"""Requests of the flood between two looks of the look-alike at its sockets."""
Wish = dict[str, str]


def run(quick: bool) -> Iterator[Figure]:
    """The other's map beside the same map alone, and how late the acknowledgements are."""
    with TemporaryDirectory(prefix="grognard-") as folder:
        times = asyncio.run(_measured(Path(folder), 60 if quick else 1500, 2 if quick else 12))
    beside = [during / alone for during, alone in zip(times["during"], times["alone"], strict=True)]
    yield figure("/map under a flood v alone", spread(beside), OF_ALONE, better="less")
    p99 = quantiles(times["others"], n=100, method="inclusive")[98] * 1000
    yield Figure(
        name="acknowledgement of others under a flood, p99",
        value=p99,
        goal=ACKNOWLEDGED,
        unit="ms",
        better="less",
    )
    yield milliseconds("/map alone", times["alone"])
    yield milliseconds("/map under a flood", times["during"])
    yield milliseconds("acknowledgement of others under a flood", times["others"])
    yield milliseconds("acknowledgement of the flood", times["flood"])


def _wishes() -> list[Wish]:
    """Different maps to ask for."""
    plain = [name for name in OVERLAYS if name not in NEEDS_UNIT]
    ways = product(plain, plain, AREAS, SYMBOL_SETS, THEMES)
    return [
        {"overlay": f"{one} {other}", "area": area, "symbols": symbols, "theme": theme}
        for one, other, area, symbols, theme in ways
    ]


async def _measured(folder: Path, flood: int, count: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}
    async with measured_bot("ours", folder / "ours") as ours:
        bruno = ours.sandbox.person("Bruno")
        bruno.timeout = 120.0
        await ours.anna.slash(CHANNEL, "game new", {"battle": BATTLE})
        await bruno.slash(CHANNEL, "game join")
        await ours.anna.slash(CHANNEL, "game start")
        await ours.sandbox.settled(60, quiet=0.5)
        mine = [*islice((w for w in _wishes() if w["theme"] == "light"), 1, None, 7)][: 2 * count]
        for theme, area in product(THEMES, AREAS):  # so that the maps are printed: that is another figure
            await _map(ours, bruno, {"theme": theme, "area": area})
        times["alone"] = [(await _map(ours, bruno, wish))[1] for wish in mine[:count]]
        ours.first_calls.clear()
        flooding = asyncio.create_task(_flood(ours, flood))
        clara = asyncio.create_task(_statuses(ours))
        await asyncio.sleep(0.05)
        others = [await _map(ours, bruno, wish) for wish in mine[count:]]
        clara.cancel()
        sent = await flooding
        await ours.sandbox.settled(120, quiet=0.5)
        times["during"] = [answered for _, answered in others]
        times["others"] = [acknowledged for acknowledged, _ in others]
        times["others"] += (await asyncio.gather(clara))[0]
        times["flood"] = [ours.first_calls[id_] - at for id_, at in sent if id_ in ours.first_calls]
    return times


async def _flood(ours: MeasuredBot, number: int) -> list[tuple[str, float]]:
    """So many maps asked for by Anna as fast as they can be sent: the interactions, and when."""
    sent = []
    for n, wish in enumerate(islice(cycle(_wishes()), number)):
        if n % AT_ONCE == 0:
            await asyncio.sleep(0.005)
        at = perf_counter()
        reply = await ours.anna.slash(CHANNEL, "map", wish, wait=False)
        sent.append((reply.interaction.id, at))
    return sent


async def _statuses(ours: MeasuredBot) -> list[float]:
    """Seconds until each of Clara's requests is acknowledged, one after another until it is cancelled."""
    times = []
    clara = ours.sandbox.person("Clara")
    with suppress(asyncio.CancelledError):
        while True:
            at = perf_counter()
            reply = await clara.slash(CHANNEL, "game status")
            times.append(ours.first_calls[reply.interaction.id] - at)
            await asyncio.sleep(0.02)
    return times


async def _map(ours: MeasuredBot, who: Person, wish: Wish) -> tuple[float, float]:
    """Seconds until a map is acknowledged, and until it is there."""
    at = perf_counter()
    reply = await who.slash(CHANNEL, "map", wish)
    answered = perf_counter() - at
    agree(bool(reply.attachments), "the answer to /map")
    return ours.first_calls[reply.interaction.id] - at, answered
