"""Plays the games of a database that other processes play, too, and says each order once it is confirmed:
`game seq interaction`. A process to be killed: `python -m tests.crash.shared_player URL SEED`."""

from __future__ import annotations

import asyncio
import random
import sys

import opponent
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from engine.errors import Refused
from storage import DatabaseTrouble, StaleTable, Store

ANNA = 7
AGAIN = 0.1


async def play(url: str, seed: int) -> None:
    """Play until killed."""
    store, dice = await opened(url), random.Random(seed)
    games, number = GameService(store), seed << 40
    print("open", flush=True)
    while True:
        number += 1
        await one_order(games, dice, number)


async def opened(url: str) -> Store:
    """The database, as soon as it is there."""
    while True:
        try:
            return await Store.open(url, shared=True)
        except DatabaseTrouble:
            await asyncio.sleep(AGAIN)


async def one_order(games: GameService, dice: random.Random, number: int) -> None:
    """Give one order in any game. What is not known to be written is given again, by the same interaction."""
    command = actor = None
    id_ = 0
    while True:
        try:
            if actor is None:
                id_ = dice.choice(sorted(await games.store.games.ids_playing()))
                game = await games.game(id_)
                about = {"guild": 1, "channel": game.record.channel}
                actor = Actor(user=ANNA, name="Anna", interaction=number, **about)
                command = opponent.choose(game.system, game.scenario, game.state, game.owing[0])
            assert command is not None
            outcome = await games.order(id_, actor, command)
        except (Refused, StaleTable, IndexError):  # others have played on meanwhile
            return
        except DatabaseTrouble:
            await asyncio.sleep(AGAIN)
        else:
            print(id_, outcome.entry.seq, number, flush=True)
            return


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2])))
