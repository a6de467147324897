"""A long game that the computer player plays against itself through the game service, like players."""

from __future__ import annotations

from itertools import count

import opponent
import scenarios
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine import scenario_builder
from engine.commands import Command
from storage import Seat, Store

BATTLE = "ormes"
TURNS = "99"  # as printed, the battle is over long before
PLAYER = 11
CHANNEL = 1


async def play(store: Store, events: int) -> Game:
    """The table of a game of that many events at least, which is on the disk; the same one every time."""
    secret = (bytes([n % 256]) * 32 for n in count(1))
    games = GameService(store, secret=lambda size: next(secret)[:size])
    game_id = await _lobby(store, next(secret))
    asking = (Actor(user=PLAYER, name="Anna", interaction=n, guild=1, channel=CHANNEL) for n in count(1))
    game = await seating.start(games, game_id, next(asking))
    happened = sum(len(entry.events) for entry in game.entries)
    while happened < events and game.playing:
        outcome = await games.order(game_id, next(asking), _ai_order(game))
        game = outcome.game
        happened += len(outcome.entry.events)
    return game


async def _lobby(store: Store, seed: bytes) -> int:
    """A game that is about to begin, one player on every side."""
    printed = {**scenarios.load(BATTLE).printed, "turns": TURNS}
    battle = scenario_builder.build(printed)
    async with store.writing() as tx:
        return await tx.games.create(
            guild=1,
            channel=CHANNEL,
            scenario=battle.id,
            printed=printed,
            options={},
            seed=seed,
            seats=[Seat(side=side, user=PLAYER, name="Anna") for side in battle.side_ids],
            owner=PLAYER,
        )


def _ai_order(game: Game) -> Command:
    return opponent.choose(game.system, game.scenario, game.state, game.side_for(PLAYER))
