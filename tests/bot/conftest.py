"""The bot itself on a sandbox over real sockets, with a real database. Nothing in it is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl

from bot.client import Grognard
from bot.owed import Owed
from sandbox import Sandbox
from storage import Store
from tests.bot.budgets import watched
from tests.bot.hand_clock import HandClock
from tests.bot.lasting import LastingPainter
from tests.bot.overheard import betrayed, overheard
from tests.bot.traces import untold


def printed_maps(folder: Path) -> Path:
    """A folder for printed maps that all tests of a run share, whichever worker runs them."""
    run = folder.parent.parent if "PYTEST_XDIST_WORKER" in os.environ else folder.parent
    return run / "printed-maps"


class House:
    """A sandbox, a database, and one life of the bot after another."""

    def __init__(self, sandbox: Sandbox, folder: Path, clock: HandClock) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.clock = clock
        self.bot: Grognard = None  # type: ignore[assignment]
        self.store: Store = None  # type: ignore[assignment]
        self._running: asyncio.Task[Any] | None = None
        self.broken: list[str] = []
        self.neglected: list[str] = []
        """The names of interactions that get no answer in this test, and why is said there."""
        self.options: dict[str, Any] = {}
        """What else the bot is made with."""
        self.database: Path | str = folder / "grognard.db"

    def person(self, name: str) -> Any:
        return self.sandbox.person(name)

    async def open(self) -> None:
        """Start the bot, and wait until it has met the servers."""
        discord.http.Route.BASE = self.sandbox.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.sandbox.gateway_url)
        self.store = await Store.open(self.database, clock=self.clock)
        synced, cache = self.folder / "commands", printed_maps(self.folder)
        self.bot = Grognard(
            self.store,
            synced=synced,
            cache=cache,
            clock=self.clock,
            steady=self.clock.steady,
            calm=0.0,
            owed=Owed(self.folder / "owed"),
            painter=LastingPainter(cache=cache),
            guild_ready_timeout=0.03,
            **self.options,
        )
        self._running = asyncio.create_task(self.bot.start(self.sandbox.token))
        ready = asyncio.create_task(self.sandbox.ready())
        await asyncio.wait([self._running, ready], return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            self._running.result()
        await ready
        await self.bot.wait_until_ready()

    async def close(self) -> None:
        """Stop the bot and close the database."""
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()
        self.bot.reception.owed.close()

    async def again(self) -> None:
        """A restart."""
        await self.close()
        await self.open()

    async def later(self, **time: Any) -> None:
        """So much time passes, in which nobody does anything; what is due then is done."""
        await self.quiet()
        self.clock.passes(**time)
        self.bot.alarm.wake(None)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is under way: no interaction, no letter, no order of the sparring partner."""
        async with asyncio.timeout(30):
            while True:
                await self.sandbox.settled(quiet=0.01)  # the rest is asked of the bot itself
                owing = await self.store.letters() or await self._partner_owes()
                working = self.bot.partner._tasks or self.bot.reception.busy or not self.bot.alarm.idle
                working = working or not self.bot.boards.idle or not self.bot.calls.rounds.idle
                working = working or not self.bot.rights.idle
                if not owing and not working:  # in this order: the last letter wakes the boards
                    return
                await asyncio.sleep(0.02)

    async def _partner_owes(self) -> bool:
        playing = await self.store.games("playing")
        return any([(await self.bot.desk.table(game.id)).partner_owes for game in playing])

    async def untold(self) -> list[str]:
        """Where in the database people are named without storage/privacy.py knowing it."""
        meta = self.sandbox.state.records.meta
        people = {int(key[7:]): about["name"] for key, about in meta.items() if key.startswith("person:")}
        return [] if self.store._closed else await untold(self.store, people)

    async def game(self) -> Any:
        """The table of the newest game."""
        return await self.bot.desk.table((await self.store.games())[-1].id)


@contextlib.asynccontextmanager
async def a_house(
    folder: Path, bot: dict[str, Any] | None = None, database: str | None = None, **options: Any
) -> AsyncIterator[House]:
    """A house that is open; `bot` are options for the bot. Its traffic is judged at the end, as all is
    (conftest.py at the root)."""
    clock = HandClock()
    async with Sandbox(folder / "table", join_delay=0.1, **{"clock": clock.unix} | options) as sandbox:
        house = House(sandbox, folder, clock)
        house.options |= bot or {}
        house.database = database or house.database
        await house.open()
        try:
            with pytest.MonkeyPatch.context() as patch, watched(patch) as too_much, overheard() as log:
                yield house
            strange = await house.untold()
            told = await betrayed(house, log)
        finally:
            await house.close()
        assert [i.name for i in sandbox.neglected] == house.neglected, "nobody has answered"
        assert too_much == [], "this would be cut off"
        assert told == [], "the log tells what is nobody's business"
        assert strange == [], "say in storage/privacy.py that people are named there"


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """An open house; nothing may have gone wrong on the bot's side unless the test says so."""
    async with a_house(tmp_path) as house:
        yield house
    errors = [r.getMessage() for r in caplog.get_records("call") if r.levelname == "ERROR"]
    assert errors == house.broken


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Any]:
    """Makes a house with a sandbox of one's own wishes."""
    return lambda **options: a_house(tmp_path, **options)
