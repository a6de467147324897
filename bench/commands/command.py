"""The time of one command (goal 10), compared with a bot without any library and a bare one.

Every bot is a process of its own and talks to its own look-alike of Discord, all of which are served from
here. What those take until a command is out and until a call is noted is in every time, ours and theirs.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.commands.bot_process import CHANNEL, MeasuredBot, measured_bot
from bench.commands.bots import TEXT
from bench.commands.stall import run as stalls
from bench.harness import Figure, agree, figure, milliseconds, ratio
from storage import Store

NAME = "command"
STATUS, MOVE = 2.0, 3.0  # goals
BATTLE = "ormes"

Times = dict[str, list[float]]


def run(quick: bool) -> Iterator[Figure]:
    """The commands, then what a command waits while pictures are drawn."""
    with TemporaryDirectory(prefix="grognard-") as folder:
        times = asyncio.run(_commands(Path(folder), 2 if quick else 60))
    yield figure(
        "/game status, first byte v raw aiohttp", ratio(times, "status", "raw"), STATUS, better="less"
    )
    name = "/move, durable and answered in words, v a bare discord.py text"
    yield figure(name, ratio(times, "worded", "bare"), MOVE, better="less")
    yield figure("durable /move v a bare discord.py text", ratio(times, "move", "bare"), MOVE, better="less")
    for name, what in (
        ("raw", "raw aiohttp, first byte"),
        ("bare", "bare discord.py, first byte of a text"),
        ("status", "/game status, first byte"),
        ("move", "/move, on the disk"),
        ("worded", "/move, answered in words"),
        ("moved", "/move, answered with its picture"),
        ("sending", "of each, the look-alike before the command is out"),
    ):
        yield milliseconds(what, times[name])
    yield from stalls(quick)


async def _commands(folder: Path, count: int) -> Times:
    times: Times = {name: [] for name in ("raw", "bare", "status", "move", "worded", "moved", "sending")}
    async with AsyncExitStack() as stack:
        raw, bare, ours, wordy = [
            await stack.enter_async_context(measured_bot(kind, folder / name))
            for kind, name in (("raw", "raw"), ("bare", "bare"), ("ours", "ours"), ("ours", "words"))
        ]
        move = await _begin(ours)
        agree(await _begin(wordy) == move, "the moves of two equal games")
        await wordy.use("me look", pictures="words")

        async def text(of: MeasuredBot, name: str) -> None:
            seconds, reply = await of.first_byte("ping")
            agree(reply.text == TEXT, f"the {name} bot's answer")
            times[name].append(seconds)

        async def status() -> None:
            seconds, reply = await ours.first_byte("game status")
            agree(reply.ephemeral and "Ormes" in reply.words, "the answer to /game status")
            times["status"].append(seconds)

        async def moved() -> None:
            durable, answered, reply = await ours.durable("move", **move)
            agree(reply.ephemeral and bool(reply.attachments), "the answer to /move")
            times["move"].append(durable)
            times["moved"].append(answered)
            await ours.use("undo")

        async def worded() -> None:
            _, answered, reply = await wordy.durable("move", **move)
            agree(reply.ephemeral and not reply.attachments, "the answer to /move in words")
            times["worded"].append(answered)
            await wordy.use("undo")

        ways: list[Callable[[], Awaitable[None]]] = [
            lambda: text(raw, "raw"),
            lambda: text(bare, "bare"),
            status,
            moved,
            worded,
        ]
        await _rounds(ways, times, count)
        times["sending"] = [await _sending(ours) for _ in range(count)]
    await _check(folder / "ours" / "grognard.db", count + 1)
    return times


async def _rounds(ways: list[Callable[[], Awaitable[None]]], times: Times, count: int) -> None:
    """Every way once a round, beginning with another one each time; a round before them is not counted."""
    for number in range(count + 1):
        first = number % len(ways)
        for way in ways[first:] + ways[:first]:
            await way()
        if number == 0:
            for seconds in times.values():
                seconds.clear()


async def _begin(ours: MeasuredBot) -> dict[str, str]:
    """Begin a battle in which Anna plays both sides; a move she can make."""
    await ours.anna.slash(CHANNEL, "game new", {"battle": BATTLE, "side": "both"})
    await ours.anna.slash(CHANNEL, "game start")
    await ours.sandbox.settled(60, quiet=0.5)
    while (move := await ours.move()) is None:
        await ours.use("done")
    return move


async def _sending(ours: MeasuredBot) -> float:
    """Seconds the look-alike takes to word a command and to queue it for the socket."""
    await ours.sandbox.settled(60, quiet=0.01)
    start = perf_counter()
    reply = await ours.anna.slash(CHANNEL, "game status", wait=False)
    seconds = perf_counter() - start
    await ours.sandbox.settled(60, quiet=0.01)
    agree(reply.interaction.acknowledged is not None, "the answer to /game status")
    return seconds


async def _check(path: Path, moves: int) -> None:
    """Every move that was measured is in the log, and was taken back."""
    store = await Store.open(path)
    entries = await store.log.entries(1)
    await store.close()
    undone = [entry for entry in entries if entry.kind == "order" and entry.struck is not None]
    agree(len(undone) == moves and os.path.getsize(path) > 0, "the moves on the disk")
