"""The memory of the bot with its drawing process, over thousands of mixed pictures of all battles.

The bot runs as a host runs it, in a process of its own; the look-alike of Discord is served from here and
not counted. Games of all rulebooks are played in turn, and between two orders a player asks for a map: whole
or in part, with an overlay, in one of the four themes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import count, cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.harness import Figure, Missing, WrongOutput, figure, spread
from bench.load import processes, scripts
from bench.load.games import OngoingGame, open_games
from bench.load.players import Players
from bench.load.processes import MEGABYTE, Process, let_go, resident, resident_together
from engine.view.overlays import NEEDS_UNIT, OVERLAYS
from sandbox import Reply

GOAL = 300.0
"""Megabytes, both processes together."""
PICTURES, CHANNELS, ORDERS = 5_000, 60, 60
SMALL = "20"
"""Megabytes for later pictures: as many as on a machine of 512."""
LOOK_EVERY = 10
"""Pictures between two looks at the memory."""
AREAS = ("", "action", "whole", "fight")
SHOWN = ("", *(name for name in OVERLAYS if name not in NEEDS_UNIT))
THEMES = ("", "", "dark", "", "print", "", "contrast")


def run(quick: bool) -> Iterator[Figure]:
    """The most that both took in the second half of the run, when everything that is kept was full."""
    if not Path("/proc/self/statm").exists():
        raise Missing("memory is read from /proc")
    pictures, channels, orders = (8, 3, 2) if quick else (PICTURES, CHANNELS, ORDERS)
    looks = asyncio.run(_looks(pictures, channels, orders))
    late = looks[len(looks) // 2 :]
    note = f"{pictures:,} pictures"
    both = [look.together for look in late]
    yield Figure(
        name="bot and drawing process, at most", value=max(both), goal=GOAL, unit="MB",
        better="less", note=note,
    )  # fmt: skip
    yield figure("bot and drawing process", spread(both), unit="MB", better="less")
    yield figure("bot", spread([look.bot for look in late]), unit="MB", better="less")
    yield figure("drawing process", spread([look.painter for look in late]), unit="MB", better="less")
    yield Figure(name="growth over the second half", value=both[-1] - both[0], unit="MB", better="less")


class Look(NamedTuple):
    """Megabytes of the bot, of its drawing process, and of both together: the code of Python and of what both
    load is in each of the first two, and in memory once."""

    bot: float
    painter: float
    together: float


async def _looks(pictures: int, channels: int, orders: int) -> list[Look]:
    """Their memory, again and again until so many pictures have come."""
    with TemporaryDirectory(prefix="grognard-") as name:
        folder, looks = Path(name), list[Look]()
        sandbox, meter = processes.discord(processes.world(channels))
        async with sandbox:
            database = folder / "grognard.db"
            written = scripts.written(min(channels, 2 * len(scripts.BATTLES)), orders)
            games = await open_games(database, sandbox, written, orders // 2)
            async with processes.grognard(folder, sandbox, GROGNARD_PICTURE_MEMORY=SMALL) as bot:
                with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as readable:
                    players, seen, after = Players(sandbox, meter, readable), 0, 0
                    async for reply in _replies(players, games):
                        seen += len(reply.attachments)
                        if seen >= after:
                            looks.append(_look(bot))
                            after = seen + LOOK_EVERY
                        if seen >= pictures:
                            break
                if await bot.stop():
                    raise WrongOutput("the bot did not end in good order")
            if players.wrong:
                raise WrongOutput(players.wrong[0])
    return looks


def _look(bot: Process) -> Look:
    pids = [pid for pid in (bot.pid, bot.painter) if pid]
    sizes = [resident(pid) * MEGABYTE for pid in pids]
    return Look(sizes[0], sum(sizes[1:]), resident_together(pids) * MEGABYTE)


async def _replies(players: Players, games: list[OngoingGame]) -> AsyncIterator[Reply]:
    """What comes of an order in each game in turn, and of a request for a map of it."""
    wishes = cycle(product(AREAS, SHOWN, THEMES))
    last: dict[int, Reply] = {}
    for number in count():
        game = games[number % len(games)]
        if not game.over:
            reply = await players.order(None, game, last.get(game.number))
            if reply is None:
                raise WrongOutput(players.wrong[-1])
            last[game.number] = reply
            yield reply
        area, overlay, theme = next(wishes)
        wish = {"area": area, "overlay": overlay, "theme": theme}
        options = {name: word for name, word in wish.items() if word}
        asked = await players.use(None, game.player, game.channel, "map", options)
        if asked is None:
            raise WrongOutput(players.wrong[-1])
        yield asked
        let_go(players.sandbox, asked.interaction)
