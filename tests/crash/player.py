"""Plays one battle after another at a real desk, alone, as fast as it can, and says each order once it is
confirmed: `game seq interaction`. A process to be killed: `python -m tests.crash.player DATABASE`."""

from __future__ import annotations

import asyncio
import sys
import time

import opponent
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from storage import Store

ANNA = 7
BATTLES = ("tutorial", "ormes", "gue", "nonaka", "puits")


async def play(path: str) -> None:
    """Play until killed."""
    store = await Store.open(path)
    games = GameService(store)
    number = time.time_ns()

    def next_actor(channel: int) -> Actor:
        nonlocal number
        number += 1
        return Actor(user=ANNA, name="Anna", interaction=number, guild=1, channel=channel)

    print("open", flush=True)
    known = await store.games.all()
    for id_ in (game.id for game in known if game.status == "playing"):
        await finish(games, id_, next_actor)
    for channel in range(1000 + len(known), 10**6):
        new_game = await seating.create_game(
            games, next_actor(channel), BATTLES[channel % len(BATTLES)], seating.BOTH, None
        )
        await seating.start(games, new_game.record.id, next_actor(channel))
        await finish(games, new_game.record.id, next_actor)


async def finish(games: GameService, id_: int, next_actor: object) -> None:
    """Play a battle to its end."""
    assert callable(next_actor)
    while (game := await games.game(id_)).state.result is None:
        side = game.owing[0]
        command = opponent.choose(game.system, game.scenario, game.state, side)
        actor = next_actor(game.record.channel)
        outcome = await games.order(id_, actor, command)
        print(id_, outcome.entry.seq, actor.interaction, flush=True)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
