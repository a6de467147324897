"""The file with the games, made by the bot's own desk before it starts; and where in them players are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.load import scripts
from bench.load.scripts import Script
from bot import opening
from bot.desk import By, Desk
from sandbox import Sandbox
from storage import Store


@dataclass(slots=True, kw_only=True)
class Going:
    """A game and how far it is: its number, its channel, who plays it (both sides), and the orders taken.
    `lost`: an order had no answer, and nobody knows whether it was taken; the game is not played on."""

    number: int
    channel: str
    player: str
    script: Script
    taken: int = 0
    lost: bool = False

    @property
    def over(self) -> bool:
        """Whether every order of its script was given, or none more can be."""
        return self.lost or self.taken >= len(self.script.steps)


async def begin(path: Path, sandbox: Sandbox, written: Sequence[Script]) -> list[Going]:
    """Open a game in every channel, and start it; the posts about it wait for the bot."""
    people = [user["id"] for user, _ in sandbox.state.people()]
    places = [c for c in sandbox.state.records.channels.values() if str(c["name"]).startswith("game-")]
    store = await Store.open(path)
    number, found = 0, list[Going]()
    for place in places:
        script = written[len(found) % len(written)]
        desk = Desk(store, secret=partial(scripts.secret, script.number))
        player = people[len(found) // 4 % len(people)]  # in time everybody plays every battle
        by = [
            By(
                user=int(player),
                name="Player",
                interaction=number + n,
                guild=int(place["guild_id"]),
                channel=int(place["id"]),
            )
            for n in (1, 2)
        ]
        number += 2
        table = await opening.open_game(desk, by[0], script.battle, opening.BOTH, None)
        await opening.start(desk, table.game.id, by[1])
        found.append(Going(number=table.game.id, channel=place["id"], player=player, script=script))
    await store.close()
    return found
