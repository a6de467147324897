"""The database of games for the load test, made in advance, and the progress of players in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bench.load import scripts
from bench.load.scripts import Script
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from sandbox import Sandbox
from storage import Entry, Store

GOLDEN = (5**0.5 - 1) / 2


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


async def open_games(path: Path, sandbox: Sandbox, written: Sequence[Script], left: int) -> list[OngoingGame]:
    """Open a game in every channel, start it, and bring it as far as it is to be: some have just begun, some
    have `left` orders of their script left, the others are evenly between. The posts about the start wait for
    the bot."""
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
        begun = OngoingGame(number=game.record.id, channel=place["id"], player=player, script=script)
        begun.orders_taken = _spread(len(going), max(0, len(script.steps) - left))
        await _bring_on(store, begun)
        going.append(begun)
    await store.close()
    return going


def _spread(number: int, most: int) -> int:
    """From 0 to `most`, evenly over the numbers, neighbours far apart."""
    return int(number * GOLDEN % 1 * (most + 1))


async def _bring_on(store: Store, game: OngoingGame) -> None:
    """Write the orders that are taken as given, as the bot would have written them."""
    async with store.writing() as tx:
        for seq, step in enumerate(game.script.steps[: game.orders_taken], start=1):
            entry = Entry(
                kind="order",
                side=step.side,
                who=int(game.player),
                command=step.command,
                events=step.events,
                at=datetime.now(UTC),
            )
            await tx.log.append(game.number, seq, entry)
