"""The bot on a sandbox over real sockets, with a real database; nothing in it is replaced."""

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
from bot.computer_player.thinking_process import ThinkingProcess
from bot.connection.timeouts import Timeouts
from bot.core.game_service import GameService
from bot.transport import autocomplete
from bot.transport.pending_answers import PendingAnswers
from sandbox import Sandbox
from storage import Store
from tests.bot.log_capture import captured_log, leaked_lines
from tests.bot.manual_clock import ManualClock
from tests.bot.page_limits import recorded_excesses
from tests.bot.personal_data_scan import untold
from tests.bot.shared_drawing_process import SharedDrawingProcess
from tests.empty_database import empty_database
from tests.patience import PATIENCE

PATIENT = Timeouts(too_late=28.0, form=15.0, early=10.0, at_once=5.0, lesson=10.0, acknowledged=20.0)
"""Ten times what Discord allows: whether the bot keeps to 3 seconds is measured by benchmarks, on a quiet
machine, and tests run on a busy one."""
WINDOW = 30.0
"""Seconds in which the sandbox takes the first answer to an interaction."""


def printed_maps(folder: Path) -> Path:
    """A folder for printed maps that all tests of a run share, whichever worker runs them."""
    run = folder.parent.parent if "PYTEST_XDIST_WORKER" in os.environ else folder.parent
    return run / "printed-maps"


_SYNCED: list[tuple[str, list[Any]]] = []
"""The hash of the commands that a bot of this process has synced, and what Discord then listed."""


class BotHarness:
    """A sandbox, a database, and one life of the bot after another."""

    def __init__(self, sandbox: Sandbox, folder: Path, clock: ManualClock) -> None:
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
        self.thinking: ThinkingProcess | None = None
        """In which the computer player thinks; without one it plays by rules of thumb, which is quicker."""
        self.database: Path | str = folder / "grognard.db"

    def person(self, name: str) -> Any:
        return self.sandbox.person(name)

    async def open(self) -> None:
        """Start the bot, and wait until it has met the servers."""
        discord.http.Route.BASE = self.sandbox.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.sandbox.gateway_url)
        if isinstance(self.database, Path) and not self.database.exists():
            empty_database(self.database)
        self.store = await Store.open(self.database, clock=self.clock)
        synced, cache = self.folder / "commands", printed_maps(self.folder)
        self._know_commands(synced)
        self.bot = Grognard(
            self.store,
            synced=synced,
            cache=cache,
            steady=self.clock.steady,
            pending_answers=PendingAnswers(self.folder / "owed"),
            drawing_process=await SharedDrawingProcess.begun(cache=cache),
            thinking=self.thinking or ThinkingProcess(enabled=False),
            guild_ready_timeout=0.03,
            **{"timeouts": PATIENT, "clock": self.clock, "calm": 0.0, "lock_step": 0.0, "demo_pace": 0.0}
            | self.options,
        )
        self._running = asyncio.create_task(self.bot.start(self.sandbox.token))
        ready = asyncio.create_task(self.sandbox.ready())
        await asyncio.wait([self._running, ready], return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            self._running.result()
        await ready
        self.sandbox.activity.working = lambda: bool(self.bot.interactions.busy)
        await self.bot.wait_until_ready()
        if not _SYNCED and synced.exists():
            _SYNCED.append((synced.read_text().split()[-1], [*self.sandbox.state.records.commands.values()]))

    def _know_commands(self, synced: Path) -> None:
        """As after a first start: Discord has the commands, and the bot knows which it has. They are synced
        once, not for each test."""
        records, application = self.sandbox.state.records, self.sandbox.state.bot["id"]
        if _SYNCED and not synced.exists() and not records.commands:
            mark, listed = _SYNCED[0]
            records.commands |= {c["id"]: c | {"application_id": application} for c in listed}
            synced.write_text(f"{application} {self.sandbox.api_base} {mark}")

    async def close(self) -> None:
        """Stop the bot and close the database."""
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()
        self.bot.interactions.pending_answers.close()

    async def again(self) -> None:
        """A restart."""
        await self.close()
        await self.open()

    async def later(self, **time: Any) -> None:
        """Let time pass without any action, then do what is due."""
        await self.quiet()
        self.clock.passes(**time)
        self.bot.workers.deadlines.wake(None)
        await self.bot.workers.tournaments.wake_all()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is under way: no interaction, no letter, no order of the computer player."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.sandbox.settled(quiet=0.01)  # the rest is asked of the bot itself
                if not self._working() and not await self._owing() and not self._working():
                    return  # asked again: the last letter wakes the boards
                await asyncio.sleep(0.02)

    def _working(self) -> bool:
        """Whether anything of the bot is at work."""
        bot, workers = self.bot, self.bot.workers
        at_rest = (
            workers.deadlines.idle,
            workers.status_messages.idle,
            workers.turn_pings.rounds.idle,
            workers.turn_films.rounds.idle,
            workers.public_dice.rounds.idle,
            workers.tournaments.idle,
            workers.missing_results.done,
            workers.ratings.steps.idle,
            workers.matchmaker.rounds.idle,
            bot.services.lost_permissions.idle,
        )
        writing = self.store._writers.busy  # what it has written can be read before its listeners know of it
        return bool(writing or workers.computer_player._tasks or bot.interactions.busy) or not all(at_rest)

    async def _owing(self) -> bool:
        """Whether a letter waits, or an order of the computer player."""
        return bool(await self.store.outbox.waiting_channels()) or await self._partner_owes()

    async def _partner_owes(self) -> bool:
        playing = await self.store.games.ids_playing()
        return any([(await self.bot.games.game(game)).computer_side for game in playing])

    async def untold(self) -> list[str]:
        """Where in the database people are named without storage/personal_columns.py knowing it."""
        meta = self.sandbox.state.records.meta
        people = {int(key[7:]): about["name"] for key, about in meta.items() if key.startswith("person:")}
        return [] if self.store._closed else await untold(self.store, people)

    async def game(self) -> Any:
        """The newest game."""
        return await self.bot.games.game((await self.store.games.all())[-1].id)


@contextlib.asynccontextmanager
async def open_harness(
    folder: Path, bot: dict[str, Any] | None = None, database: str | None = None, **options: Any
) -> AsyncIterator[BotHarness]:
    """A running bot on a sandbox; `bot` are options for the bot. Its traffic is judged at the end, as all is
    (conftest.py at the root)."""
    folder.mkdir(parents=True, exist_ok=True)
    clock = ManualClock()
    options = {"clock": clock.unix, "window": WINDOW, "join_delay": 0.1} | options
    async with Sandbox(**options) as sandbox:
        harness = BotHarness(sandbox, folder, clock)
        harness.options |= bot or {}
        harness.database = database or harness.database
        await harness.open()
        try:
            with (
                pytest.MonkeyPatch.context() as patch,
                recorded_excesses(patch) as too_much,
                captured_log() as log,
            ):
                patch.setattr(autocomplete, "WITHIN", PATIENT.acknowledged)
                yield harness
            strange = await harness.untold()
            leaks = await leaked_lines(harness, log)
        finally:
            await harness.close()
        assert [i.name for i in sandbox.neglected] == harness.neglected, "nobody has answered"
        assert too_much == [], "this would be cut off"
        assert leaks == [], "the log tells what is nobody's business"
        assert strange == [], "say in storage/personal_columns.py that people are named there"


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[GameService]:
    """Games over an empty database, without Discord."""
    store = await Store.open(empty_database(tmp_path / "games.db"))
    yield GameService(store)
    await store.close()


@pytest.fixture
async def harness(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[BotHarness]:
    """The running bot; a test fails if the bot logs an error that the test does not expect."""
    async with open_harness(tmp_path) as harness:
        yield harness
    errors = [r.getMessage() for r in caplog.get_records("call") if r.levelname == "ERROR"]
    assert errors == harness.broken


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Any]:
    """A factory of bots with a custom sandbox."""
    return lambda **options: open_harness(tmp_path, **options)
