"""The database of games for the load test, made in advance, and the progress of players in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.load import scripts
from bench.load.scripts import Script
from bot.core.game_access import Actor
from bot.core.game_service import GameService
from bot.features.lobby import seating
from sandbox import Sandbox
from storage import Store


@dataclass(slots=True, kw_only=True)
class OngoingGame:
    """A game and how far it is: its number, its channel, who plays it (both sides), and the orders taken.
    `lost`: an order had no answer, so it is unknown whether it was accepted; the game is not continued."""

    number: int
    channel: str
    player: str
    script: Script
    orders_taken: int = 0
    lost: bool = False

    @property
    def over(self) -> bool:
        """Whether every order of its script was given, or none more can be."""
        return self.lost or self.orders_taken >= len(self.script.steps)


async def open_games(path: Path, sandbox: Sandbox, written: Sequence[Script]) -> list[OngoingGame]:
    """Open a game in every channel, and start it; the posts about it wait for the bot."""
    people = [user["id"] for user, _ in sandbox.state.people()]
    places = [c for c in sandbox.state.records.channels.values() if str(c["name"]).startswith("game-")]
    store = await Store.open(path)
    number, going = 0, list[OngoingGame]()
    for place in places:
        script = written[len(going) % len(written)]
        games = GameService(store, secret=partial(scripts.secret, script.number))
        player = people[len(going) // 4 % len(people)]  # in time everybody plays every battle
        by = [
            Actor(
                user=int(player),
                name="Player",
                interaction=number + n,
                guild=int(place["guild_id"]),
                channel=int(place["id"]),
            )
            for n in (1, 2)
        ]
        number += 2
        game = await seating.create_game(games, by[0], script.battle, seating.BOTH, None)
        await seating.start(games, game.record.id, by[1])
        going.append(OngoingGame(number=game.record.id, channel=place["id"], player=player, script=script))
    await store.close()
    return going
