"""Two people who play against each other as the sparring partner would, and what that costs a channel."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.desk import By
from bot.partner import choose

_NUMBERS = count(1)
CHANNEL = "battle"


@dataclass
class Cost:
    """What was posted in a channel: every message that was ever sent, and those that are still there."""

    orders: int = 0
    sent: list[Any] = field(default_factory=list)
    left: list[Any] = field(default_factory=list)
    edits: int = 0

    @property
    def calls(self) -> list[Any]:
        """Those that mention somebody."""
        return [m for m in self.sent if m["mentions"]]


async def begin(house: Any, scenario: str, **options: Any) -> tuple[Any, Any]:
    """Anna and Bruno sit opposite each other, the game has begun."""
    house.bot.desk.secret = lambda n: (
        b"\x07" * n
    )  # the same dice every time: how many are called depends on them
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash(CHANNEL, "game new", scenario=scenario, **options)
    await bruno.slash(CHANNEL, "game join")
    await anna.slash(CHANNEL, "game start")
    await house.quiet()
    return anna, bruno


def by(house: Any, user: int) -> By:
    """One of them gives an order."""
    channel = house.sandbox.channel(CHANNEL)
    return By(
        user=user,
        name=str(user),
        interaction=next(_NUMBERS),
        guild=int(channel["guild_id"]),
        channel=int(channel["id"]),
    )


async def order(house: Any) -> None:
    """Whoever is to decide first gives an order; then everything is delivered."""
    table = await house.game()
    side = table.owing[0]
    user = table.seat(side).user
    command = choose(table, side)
    await house.bot.desk.order(table.game.id, by(house, user), lambda table, side: command)
    await house.quiet()


async def play(house: Any, turns: int = 1, most: int = 400) -> Cost:
    """Both play so many game turns; what it cost."""
    table = await house.game()
    last, cost = table.state.turn + turns, Cost()
    known = {m.id for m in house.sandbox.messages(CHANNEL, "Clara")}
    seen: dict[str, Any] = {}
    before = {id(e) for e in house.sandbox.exchanges}
    while (await house.game()).playing and (await house.game()).state.turn < last and cost.orders < most:
        await order(house)
        cost.orders += 1
        seen |= {m.id: m.json for m in house.sandbox.messages(CHANNEL, "Clara") if m.id not in known}
    here = {m.id for m in house.sandbox.messages(CHANNEL, "Clara")}
    since = [e for e in house.sandbox.exchanges if id(e) not in before]
    made = [e for e in since if e.method == "POST" and e.path.endswith("/messages")]
    edits = [e for e in since if e.method == "PATCH" and "/channels/" in e.path]
    assert len(made) == len(seen), "a message was posted and taken away before anybody could see it"
    cost.sent, cost.left, cost.edits = (
        list(seen.values()),
        [m for k, m in seen.items() if k in here],
        len(edits),
    )
    return cost
