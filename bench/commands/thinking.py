"""How late acknowledgements are while the computer player thinks: one request after another, alone and
while the computer plays both sides at the level *hard*."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.commands.bot_process import CHANNEL, MeasuredBot, measured_bot
from bench.harness import Figure, agree, milliseconds
from sandbox import Person

ACKNOWLEDGED = 100.0  # goal, in milliseconds
BATTLE = "ormes"
LEVEL = "hard"


def run(quick: bool) -> Iterator[Figure]:
    """The 99th percentile of acknowledgements beside a computer that thinks."""
    with TemporaryDirectory(prefix="grognard-") as folder:
        times = asyncio.run(_measured(Path(folder), 8 if quick else 400))
    p99 = quantiles(times["thinking"], n=100, method="inclusive")[98] * 1000
    yield Figure(
        name="acknowledgement while the computer thinks, p99",
        value=p99,
        goal=ACKNOWLEDGED,
        unit="ms",
        better="less",
    )
    yield milliseconds("acknowledgement, no computer thinking", times["alone"])
    yield milliseconds("acknowledgement while the computer thinks", times["thinking"])


async def _measured(folder: Path, count: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}
    async with measured_bot("ours", folder / "ours") as ours:
        bruno = ours.sandbox.person("Bruno")
        await ours.anna.slash(CHANNEL, "game new", {"battle": BATTLE, "side": "both"})
        await ours.anna.slash(CHANNEL, "game start")
        times["alone"] = [await _status(ours, bruno) for _ in range(count)]
        sure = await ours.anna.slash(CHANNEL, "game resign")
        await ours.anna.click(sure, "Yes, give up")
        levels = {"first": LEVEL, "second": LEVEL}
        begun = await ours.anna.slash(CHANNEL, "game demo", {"battle": BATTLE, **levels})
        agree("demonstration" in begun.words, "the answer to /game demo")
        times["thinking"] = [await _status(ours, bruno) for _ in range(count)]
    return times


async def _status(ours: MeasuredBot, who: Person) -> float:
    """Seconds until a request for the status is acknowledged."""
    at = perf_counter()
    reply = await who.slash(CHANNEL, "game status")
    return ours.first_calls[reply.interaction.id] - at
