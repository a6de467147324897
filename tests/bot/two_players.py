"""Two people who play like the computer against each other, and the messages that takes in a channel."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.core.requests.actor import Actor
from bot.workers.computer_player import choose

_NUMBERS = count(1)
CHANNEL = "battle"


@dataclass
class TurnCost:
    """What was posted in a channel: every message that was ever sent, and those that are still there."""

    orders: int = 0
    sent: list[Any] = field(default_factory=list)
    left: list[Any] = field(default_factory=list)
    edits: int = 0

    @property
    def calls(self) -> list[Any]:
        """Those that mention a person."""
        return [m for m in self.sent if m["mentions"]]


async def begin(harness: Any, scenario: str, **options: Any) -> tuple[Any, Any]:
    """Anna and Bruno sit opposite each other, the game has begun."""
    harness.bot.games.secret = lambda n: (
        b"\x07" * n
    )  # the same dice every time: how many are called depends on them
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash(CHANNEL, "game new", battle=scenario, **options)
    await bruno.slash(CHANNEL, "game join")
    await anna.slash(CHANNEL, "game start")
    await harness.quiet()
    return anna, bruno


def actor(harness: Any, user: int) -> Actor:
    """One of them gives an order."""
    channel = harness.sandbox.channel(CHANNEL)
    return Actor(
        user=user,
        name=str(user),
        interaction=next(_NUMBERS),
        guild=int(channel["guild_id"]),
        channel=int(channel["id"]),
    )


async def order(harness: Any) -> None:
    """The side that decides first gives an order; then everything is delivered."""
    game = await harness.game()
    side = game.owing[0]
    user = game.seat(side).user
    command = choose(game, side)
    await harness.bot.games.order(game.record.id, actor(harness, user), command)
    await harness.quiet()


async def play(harness: Any, turns: int = 1, most: int = 400) -> TurnCost:
    """Both play so many game turns; what it cost."""
    game = await harness.game()
    last, cost = game.state.turn + turns, TurnCost()
    known = {m.id for m in harness.sandbox.messages(CHANNEL, "Clara")}
    seen: dict[str, Any] = {}
    before = {id(e) for e in harness.sandbox.exchanges}
    while (await harness.game()).playing and (await harness.game()).state.turn < last and cost.orders < most:
        await order(harness)
        cost.orders += 1
        seen |= {m.id: m.json for m in harness.sandbox.messages(CHANNEL, "Clara") if m.id not in known}
    here = {m.id for m in harness.sandbox.messages(CHANNEL, "Clara")}
    since = [e for e in harness.sandbox.exchanges if id(e) not in before]
    made = [e for e in since if e.method == "POST" and e.path.endswith("/messages")]
    edits = [e for e in since if e.method == "PATCH" and "/channels/" in e.path]
    assert len(made) == len(seen), "a message was posted and taken away before anybody could see it"
    cost.sent, cost.left, cost.edits = (
        list(seen.values()),
        [m for k, m in seen.items() if k in here],
        len(edits),
    )
    return cost
