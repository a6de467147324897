"""A long game, played by the sparring partner against itself through the desk, as players would."""

from __future__ import annotations

from itertools import count

import opponent
import scenarios
from bot import opening
from bot.desk import By, Desk
from bot.table import Table
from engine import box
from engine.commands import Command
from storage import Seat, Store

BATTLE = "ormes"
TURNS = "99"  # as printed, the battle is over long before
PLAYER = 11
CHANNEL = 1


async def play(store: Store, events: int) -> Table:
    """The table of a game of that many events at least, which is on the disk; the same one every time."""
    secret = (bytes([n % 256]) * 32 for n in count(1))
    desk = Desk(store, secret=lambda size: next(secret)[:size])
    game = await _lobby(store, next(secret))
    asking = (By(user=PLAYER, name="Anna", interaction=n, guild=1, channel=CHANNEL) for n in count(1))
    table = await opening.start(desk, game, next(asking))
    happened = sum(len(entry.events) for entry in table.entries)
    while happened < events and table.playing:
        outcome = await desk.order(game, next(asking), _partner)
        table = outcome.table
        happened += len(outcome.entry.events)
    return table


async def _lobby(store: Store, seed: bytes) -> int:
    """A game that is about to begin, one player on every side."""
    printed = {**scenarios.load(BATTLE).printed, "turns": TURNS}
    battle = box.build(printed)
    async with store.writing() as w:
        return await w.create_game(
            guild=1,
            channel=CHANNEL,
            scenario=battle.id,
            printed=printed,
            options={},
            seed=seed,
            seats=[Seat(side=side, user=PLAYER, name="Anna") for side in battle.side_ids],
            owner=PLAYER,
        )


def _partner(table: Table, side: str) -> Command:
    return opponent.choose(table.system, table.scenario, table.state, side)
