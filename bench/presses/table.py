"""The bot on a sandbox in this process, with two people and a game between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import yarl

from bot.client import Grognard
from bot.connection.timeouts import Timeouts
from bot.core.game import Game
from sandbox import Person, Sandbox
from storage import Store

CHANNEL, WELCOME = "battle", "tutorial"
PEOPLE = ("Anna", "Bruno")
EPHEMERAL = 64
PATIENCE = 60.0
"""Seconds in which the first answer is taken: the browser keeps the machine busy."""


class Table:
    """Where it is played."""

    def __init__(self, sandbox: Sandbox, bot: Grognard, store: Store) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.store = store

    async def seat(self, scenario: str) -> None:
        """A lobby with a side for each of the two; the same dice every time."""
        self.bot.games.secret = lambda size: b"\x07" * size
        anna, bruno = (self.sandbox.person(name) for name in PEOPLE)
        await anna.slash(CHANNEL, "game new", battle=scenario)
        await bruno.slash(CHANNEL, "game join")
        await self.quiet()

    async def begin(self) -> None:
        """The game starts."""
        await self.sandbox.person(PEOPLE[0]).slash(CHANNEL, "game start")
        await self.quiet()

    async def game(self) -> Game:
        """The game."""
        return await self.bot.games.game((await self.store.games.all())[-1].id)

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do."""
        while True:
            await self.sandbox.settled(quiet=0.02)
            workers = self.bot.workers
            idle = workers.status_messages.idle and workers.turn_pings.rounds.idle and workers.deadlines.idle
            if idle and not self.bot.interactions.busy and not await self.store.outbox.waiting():
                return
            await asyncio.sleep(0.02)

    def player(self, game: Game, side: str) -> str:
        """The name of who plays a side."""
        user = str(game.seat(side).user)
        return next(name for name in PEOPLE if self.sandbox.person(name).id == user)

    def pictures(self, person: Person) -> set[str]:
        """The ids of all pictures that a person can see in the channel."""
        return {str(p["id"]) for message in person.sees(CHANNEL) for p in message.pictures}

    def posted(self) -> tuple[set[str], set[str]]:
        """The ids of all messages of the bot that there ever were: public ones, and private ones."""
        made = [n.body["message"] for n in self.sandbox.broadcaster.notices if n.body["t"] == "message"]
        ours = [m for m in made if m["author"].get("bot")]
        private = {m["id"] for m in ours if m["flags"] & EPHEMERAL}
        return {m["id"] for m in ours} - private, private

    def sent(self) -> int:
        """The bytes of all that the bot has sent so far."""
        return sum(e.size for e in map(_Sent, self.sandbox.exchanges))


class _Sent:
    """One request of the bot."""

    def __init__(self, exchange: Any) -> None:
        files = sum(file["size"] for file in exchange.files)
        self.size = files + (0 if exchange.json is None else len(str(exchange.json).encode()))


@asynccontextmanager
async def opened(folder: Path, **options: Any) -> AsyncIterator[Table]:
    """A running bot on a sandbox; `options` are for the bot."""
    async with Sandbox(folder / "discord", window=PATIENCE, join_delay=0.1) as sandbox:
        discord.http.Route.BASE = sandbox.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
        store = await Store.open(folder / "grognard.db")
        patient = Timeouts(too_late=PATIENCE - 2, form=PATIENCE - 2, acknowledged=PATIENCE - 2)
        settings: dict[str, Any] = {"cache": folder / "cache", "timeouts": patient, **options}
        bot = Grognard(store, calm=0.0, lock_step=0.0, guild_ready_timeout=0.03, **settings)
        running = asyncio.create_task(bot.start(sandbox.token))
        await sandbox.ready()
        await bot.wait_until_ready()
        sandbox.activity.working = lambda: bool(bot.interactions.busy)
        table = Table(sandbox, bot, store)
        try:
            await sandbox.person(PEOPLE[0]).until(WELCOME, "")
            await table.quiet()
            yield table
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await store.close()
