"""Plays one battle after another at a real desk, alone, as fast as it can, and says each order once it is
confirmed: `game seq interaction`. A process to be killed: `python -m tests.crash.player DATABASE`."""

from __future__ import annotations

import asyncio
import sys
import time

import opponent
from bot import opening
from bot.desk import By, Desk
from storage import Store

ANNA = 7
BATTLES = ("tutorial", "ormes", "gue", "nonaka", "puits")


async def play(path: str) -> None:
    """Play until killed."""
    store = await Store.open(path)
    desk = Desk(store)
    number = time.time_ns()

    def by(channel: int) -> By:
        nonlocal number
        number += 1
        return By(user=ANNA, name="Anna", interaction=number, guild=1, channel=channel)

    print("open", flush=True)
    known = await store.games()
    for id_ in (game.id for game in known if game.status == "playing"):
        await finish(desk, id_, by)
    for channel in range(1000 + len(known), 10**6):
        table = await opening.open_game(
            desk, by(channel), BATTLES[channel % len(BATTLES)], opening.BOTH, None
        )
        await opening.start(desk, table.game.id, by(channel))
        await finish(desk, table.game.id, by)


async def finish(desk: Desk, id_: int, by: object) -> None:
    """Play a battle to its end."""
    assert callable(by)
    while (table := await desk.table(id_)).state.result is None:
        side = table.owing[0]
        command = opponent.choose(table.system, table.scenario, table.state, side)
        asked = by(table.game.channel)
        outcome = await desk.order(id_, asked, lambda table, side: command)  # noqa: B023 - awaited at once
        print(id_, outcome.entry.seq, asked.interaction, flush=True)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
