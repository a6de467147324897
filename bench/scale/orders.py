"""Orders by one process over a shared database, as fast as it can: `python -m bench.scale.orders URL NUMBER
SECONDS`. It says `ready`, begins when a line comes, and says as JSON what it has done."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import perf_counter, process_time

from bench.load import processes, scripts
from bench.load.scripts import Script
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from storage import Store

AT_ONCE = 4
"""Games in which orders are given at the same time."""
LENGTH = 60
PLAYER = 7


async def play(url: str, number: int, seconds: float) -> None:
    """Give orders in games that no other number plays."""
    store = await Store.open(url, shared=True)
    games, interactions, channels = GameService(store), count((number + 1) << 40), count((number + 1) << 24)
    written = scripts.written(len(scripts.BATTLES), LENGTH)
    taken = commits = 0

    def committed(_: float) -> None:
        nonlocal commits
        commits += 1

    store.subscribe(committed)

    def actor(channel: int) -> Actor:
        return Actor(
            user=PLAYER, name="Anna", interaction=next(interactions), guild=number + 1, channel=channel
        )

    async def opened(script: Script) -> tuple[int, int]:
        channel = next(channels)
        opening = GameService(store, secret=partial(scripts.secret, script.number))
        game = await seating.create_game(opening, actor(channel), script.battle, seating.BOTH, None)
        await seating.start(opening, game.record.id, actor(channel))
        return game.record.id, channel

    async def player(scripts_in_turn: Iterator[Script], until: float) -> None:
        nonlocal taken
        while perf_counter() < until:
            script = next(scripts_in_turn)
            game_id, channel = await opened(script)
            for step in script.steps:  # one order at least, however slow the machine
                await games.order(game_id, actor(channel), step.command)
                taken += 1
                if perf_counter() > until:
                    return

    in_turn = (written[n % len(written)] for n in count(number))
    await player(in_turn, perf_counter() + min(1.0, seconds / 2))  # warm
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    taken, commits, began, used = 0, 0, perf_counter(), process_time()
    await asyncio.gather(*(player(in_turn, began + seconds) for _ in range(AT_ONCE)))
    about = {
        "orders": taken,
        "commits": commits,
        "seconds": perf_counter() - began,
        "processor": process_time() - used,
        "memory": processes.resident(os.getpid()) * processes.MEGABYTE,
    }
    print(json.dumps(about), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await store.close()


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
