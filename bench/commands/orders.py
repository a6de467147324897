"""How many orders in words one processor takes: `/move` and `/undo`, half and half, by so many players at
once in games of their own, each answered with the panel after it; the bot on a processor of its own.

The goal is judged by the processor time that the bot's process spends, which depends less than the clock on
what else the machine does.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.commands.bot_process import CHANNEL, MeasuredBot, measured_bot
from bench.harness import Figure, agree, milliseconds
from bench.load.processes import cpu_seconds
from sandbox import GuildPlan, Person, PersonPlan, World

A_SECOND = 150.0  # goal
BATTLE = "ormes"
PLAYERS, QUICK_PLAYERS = 24, 2
AT_ONCE = (1, 4, 24)
Move = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What so many orders took: seconds of the processor and of the clock, and of each until its answer."""

    orders: int
    processor: float
    elapsed: float
    answered: list[float]


def run(quick: bool) -> Iterator[Figure]:
    """Orders by the processor time that they take, and as they came through."""
    with TemporaryDirectory(prefix="grognard-") as folder:
        rounds = asyncio.run(
            _measured(Path(folder), QUICK_PLAYERS if quick else PLAYERS, 4 if quick else 600)
        )
    most = rounds[max(rounds)]
    yield Figure(
        name="orders in words a second of processor time",
        value=most.orders / most.processor if most.processor else 0.0,
        goal=A_SECOND,
        unit="/s",
        note=f"{max(rounds)} players at once",
    )
    for players, played in rounds.items():
        who = f"{players} at once" if players > 1 else "one player"
        spent = 1000 * played.processor / played.orders
        yield Figure(name=f"processor time of an order, {who}", value=spent, unit="ms", better="less")
        yield Figure(name=f"orders a second, {who}", value=played.orders / played.elapsed, unit="/s")
        yield milliseconds(f"order answered, {who}", played.answered)


async def _measured(folder: Path, players: int, orders: int) -> dict[int, Played]:
    async with measured_bot("ours", folder / "ours", _world(players)) as ours:
        people = [ours.sandbox.person(f"Player {number}") for number in range(players)]
        for number, person in enumerate(people):
            await _begin(ours, person, f"game-{number}")
        move = await ours.move()
        while move is None:
            for number, person in enumerate(people):
                await person.slash(f"game-{number}", "done")
            move = await ours.move()
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        if len(cores) > 1:
            ours.process.pin({cores[0]})
            os.sched_setaffinity(0, set(cores[1:]))
        try:
            await _played(ours, people, move, len(people), orders // 4)  # so that everything is warm
            rounds = sorted({min(n, players) for n in AT_ONCE})
            return {n: await _played(ours, people, move, n, orders) for n in rounds}
        finally:
            if len(cores) > 1:
                os.sched_setaffinity(0, set(cores))


def _world(players: int) -> World:
    """A server with a channel for each player."""
    names = [f"game-{number}" for number in range(players)]
    people = [PersonPlan(name=f"Player {number}") for number in range(players)]
    club = GuildPlan(name="The club", channels=(CHANNEL, *names))
    return World(guilds=(club,), people=(PersonPlan(name="Anna"), *people))


async def _begin(ours: MeasuredBot, person: Person, channel: str) -> None:
    """Begin a battle in which one person plays both sides, and is told in words."""
    await person.slash(channel, "me look", pictures="words")
    await person.slash(channel, "game new", {"battle": BATTLE, "side": "both"})
    await person.slash(channel, "game start")
    await ours.sandbox.settled(60, quiet=0.2)


async def _played(ours: MeasuredBot, people: list[Person], move: Move, at_once: int, orders: int) -> Played:
    """So many orders, half of them moves and half of them undos, by so many people at once."""
    await ours.sandbox.settled(60, quiet=0.5)
    answered: list[float] = []
    each = max(1, orders // (2 * at_once))

    async def play(number: int) -> None:
        person, channel = people[number], f"game-{number}"
        for _ in range(each):
            for name, options in (("move", move), ("undo", {})):
                start = perf_counter()
                reply = await person.slash(channel, name, options)
                answered.append(perf_counter() - start)
                agree(reply.ephemeral and not reply.attachments, f"the answer to /{name} in words")

    used, began = cpu_seconds(ours.process.pid), perf_counter()
    await asyncio.gather(*(play(number) for number in range(at_once)))
    elapsed = perf_counter() - began
    await ours.sandbox.settled(60, quiet=0.2)
    return Played(
        orders=len(answered),
        processor=cpu_seconds(ours.process.pid) - used,
        elapsed=elapsed,
        answered=answered,
    )
