"""Gateway faults: unreachable, closing, flooding, silent, garbled. Games go on."""

from __future__ import annotations

import asyncio
import copy
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli.database_advice import CLOSED
from bot.cli.settings import Settings
from bot.cli.supervisor import NOT_AGAIN, Supervisor
from bot.connection.gateway import DAY, IdentifyBudget
from bot.runtime.health_server import HealthServer
from bot.runtime.metrics import Metrics
from sandbox import Fault, Sandbox
from sandbox.tests.judge import judge
from storage import Store
from tests.bot.manual_clock import ManualClock
from tests.empty_database import empty_database
from tests.patience import PATIENCE

END = b"\x00\x00\xff\xff"
"""Ends a message in a compressed stream."""


class ConnectedBot:
    """A bot as `grognard run` keeps it connected, within this process and without its pauses."""

    def __init__(
        self, sandbox: Sandbox, store: Store, folder: Path, sessions: IdentifyBudget, clock: ManualClock
    ) -> None:
        self.sandbox = sandbox
        self.clock = clock
        self.store = store
        self.watch = HealthServer(store, Metrics())
        self.settings = Settings(
            data=folder,
            cache=folder / "cache",
            backups=folder,
            token=sandbox.token,
            api=sandbox.api_base,
            gateway=sandbox.gateway_url,
        )
        self.sessions = sessions
        self.stop = asyncio.Event()
        self.running: asyncio.Task[int] = None  # type: ignore[assignment]

    def start(self, **options: Any) -> None:
        supervisor = Supervisor(
            self.watch,
            self.settings,
            self.stop,
            identify_budget=self.sessions,
            timeout=0.03,
            pauses=(0.01, 0.02),
            calm=0.0,
            lock_step=0.0,
            steady=self.clock.steady,
            **options,
        )
        self.running = asyncio.create_task(supervisor.run())

    async def ready(self) -> None:
        """Wait until it is connected and all it does then is done."""
        await self.sandbox.ready(PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while self.watch.client is None or self.watch.client.is_closed() or self.watch.client.away:
                await asyncio.sleep(0.005)

    async def line(self) -> None:
        """Wait until it is connected, whatever it has still to do."""
        async with asyncio.timeout(PATIENCE):
            while not self.sandbox.gateway.online:
                await self.sandbox.broadcaster.wait_for_change(0.1)

    async def connection_attempts(self, before: int) -> None:
        """Wait until it has begun more sessions than before."""
        async with asyncio.timeout(PATIENCE):
            while self.sandbox.gateway.identifies == before:
                await self.sandbox.broadcaster.wait_for_change(0.1)

    async def end(self) -> int:
        self.stop.set()
        return await asyncio.wait_for(self.running, PATIENCE)

    async def plays(self) -> None:
        """A player sends a command and gets an answer."""
        reply = await self.sandbox.person("Anna").slash("battle", "game status")
        assert reply.message is not None


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[..., Any]:
    """Makes a host. All that went over the wire is judged in the end."""

    @asynccontextmanager
    async def made(sessions: IdentifyBudget | None = None, **options: Any) -> AsyncIterator[ConnectedBot]:
        clock = ManualClock()
        sandbox = Sandbox(tmp_path / "table", join_delay=0.05, clock=clock.unix)
        store = await Store.open(empty_database(tmp_path / "grognard.db"))
        async with sandbox:
            connected_bot = ConnectedBot(sandbox, store, tmp_path, sessions or IdentifyBudget(pace=()), clock)
            connected_bot.start(**options)
            try:
                yield connected_bot
            finally:
                await connected_bot.end()
                await store.close()
        assert judge(sandbox.exchanges) == []

    return made


# --- down at the start ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.promise(6)
@pytest.mark.fault(66)
async def test_it_waits_for_an_absent_discord_and_rarely_tries_to_connect(make_bot: Any) -> None:
    async with make_bot() as connected_bot:
        connected_bot.sandbox.gateway.up = False
        connected_bot.sandbox.faults.append(Fault(path="/users/@me", status=503, times=3))
        await asyncio.sleep(0.5)
        assert not connected_bot.running.done()
        before = connected_bot.sandbox.gateway.identifies
        connected_bot.sandbox.gateway.up = True
        await connected_bot.ready()

        await connected_bot.plays()

        assert connected_bot.sandbox.gateway.identifies - before == 1


@pytest.mark.fault(66)
def test_no_more_than_nine_sessions_a_minute_and_so_many_a_day_whichever_process(tmp_path: Path) -> None:
    clock = Seconds()
    begun, in_process = list[float](), list[list[float]]()
    for _ in range(40):  # processes that die, again and again
        sessions = IdentifyBudget(tmp_path / "sessions", clock=clock, most=100)
        in_process.append([])
        for _ in range(12):
            clock.now += sessions.wait()
            sessions.begin()
            begun.append(clock.now)
            in_process[-1].append(clock.now)
        clock.now += 10

    assert all(b - a >= DAY - 1 for a, b in zip(begun, begun[100:], strict=False))
    assert all(b - a >= 60 for one in in_process for a, b in zip(one, one[9:], strict=False))
    assert begun[99] - begun[0] < 1000, "and no fewer than may be"


class Seconds:
    now = 1e9

    def __call__(self) -> float:
        return self.now


@pytest.mark.fault(66)
async def test_without_sessions_left_today_it_does_not_try_to_connect(make_bot: Any, tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text(f"garbage\n{int(time.time())}\n" * 900)

    async with make_bot(IdentifyBudget(tmp_path / "sessions")) as connected_bot:
        await asyncio.sleep(0.2)

        assert not connected_bot.running.done()
        assert not connected_bot.sandbox.exchanges
    assert connected_bot.running.result() == 0


# --- closing, storming, silent -------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.promise(5)
@pytest.mark.fault(67, 69, 70, 71, 72)
async def test_interactions_during_a_lost_connection_are_answered_later(make_bot: Any) -> None:
    async with make_bot(heartbeat_timeout=0.5) as connected_bot:
        connected_bot.sandbox.gateway.heartbeat_interval = 100
        await connected_bot.ready()
        gateway, anna = connected_bot.sandbox.gateway, connected_bot.sandbox.person("Anna")
        await anna.slash("battle", "game new", battle="tutorial", partner=True)
        await anna.slash("battle", "game start")
        first = gateway.identifies

        for code in (1000, 1001, 4000, 4007, 4009):
            await gateway.close(code)
            await connected_bot.plays()
        for _ in range(10):
            gateway.reconnect()
            await connected_bot.plays()
        for breaks in (gateway.abort, gateway.reset, gateway.fall_silent):
            breaks()
            await connected_bot.plays()
        gateway.invalidate(resumable=True)
        await connected_bot.plays()
        gateway.refuse_resumes += [True]
        await gateway.close(4000)
        await connected_bot.plays()
        assert gateway.identifies == first

        gateway.invalidate(resumable=False)
        await connected_bot.connection_attempts(first)
        await connected_bot.ready()
        await connected_bot.plays()
        gateway.refuse_resumes += [False]
        await gateway.close(4009)
        await connected_bot.connection_attempts(first + 1)
        await connected_bot.ready()
        await connected_bot.plays()

        assert not connected_bot.running.done()
        assert len(await connected_bot.store.games.all("playing")) == 1
        bot, gateway.up = connected_bot.watch.client, False
        gateway.abort()
        while not bot.away:
            await asyncio.sleep(0.01)
        connected_bot.clock.passes(seconds=301)  # the library would wait up to 17 minutes by now
        while connected_bot.watch.client is bot:
            await asyncio.sleep(0.01)
        gateway.up = True
        await connected_bot.ready()
        await connected_bot.plays()


@pytest.mark.long
@pytest.mark.fault(68)
async def test_a_final_close_code_is_explained_and_not_retried(
    make_bot: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    async with make_bot() as connected_bot:
        for code in (4004, 4010, 4011, 4012, 4013, 4014):
            await connected_bot.line()
            await connected_bot.sandbox.gateway.close(code)

            assert await asyncio.wait_for(connected_bot.running, PATIENCE) == NOT_AGAIN
            assert CLOSED[code] in capsys.readouterr().err
            connected_bot.start()


# --- garbled -------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.promise(5)
@pytest.mark.fault(73)
async def test_after_an_unreadable_frame_it_reconnects(make_bot: Any) -> None:
    whole = zlib.compress(b'{"op": 11, "d": null, "s": null, "t": null}')
    async with make_bot() as connected_bot:
        for frame in (
            b"garbage\x00\x00\xff\xff",
            whole[: len(whole) // 2] + b"\x00\x00\xff\xff",
            b"\x00" * 9,
        ):
            await connected_bot.line()
            before = connected_bot.sandbox.gateway.identifies
            connected_bot.sandbox.gateway.send_raw(frame)
            connected_bot.sandbox.gateway.send_raw(END)
            await connected_bot.connection_attempts(before)
        await connected_bot.ready()

        await connected_bot.plays()


@pytest.mark.long
@pytest.mark.promise(5)
@pytest.mark.fault(74)
async def test_every_event_of_a_new_session_without_each_of_its_keys(make_bot: Any) -> None:
    async with make_bot() as connected_bot:
        gateway = connected_bot.sandbox.gateway
        await connected_bot.ready()
        needed = ("user", "guilds", "session_id", "resume_gateway_url")
        for spoil in (*map(without, needed), lambda body: {k: body[k] for k in needed}, lambda body: None):
            await connected_bot.line()
            gateway.spoils["READY"] = spoil
            before = gateway.identifies
            gateway.invalidate(resumable=False)
            await connected_bot.connection_attempts(before)
        await connected_bot.ready()
        for spoil in (lambda body: None, lambda body: []):
            gateway.spoils["RESUMED"] = spoil
            gateway.reconnect()
            while "RESUMED" in gateway.spoils:
                await connected_bot.sandbox.broadcaster.wait_for_change(0.1)
            await connected_bot.ready()

        await connected_bot.plays()


def without(key: str) -> Callable[[Any], Any]:
    return lambda body: {name: value for name, value in body.items() if name != key}


@pytest.mark.long
@pytest.mark.promise(5)
@pytest.mark.fault(74)
async def test_a_malformed_event_is_ignored_alone(make_bot: Any) -> None:
    async with make_bot() as connected_bot:
        await connected_bot.ready()
        sandbox, anna = connected_bot.sandbox, connected_bot.sandbox.person("Anna")
        await anna.slash("battle", "game new", battle="tutorial", partner=True)
        await anna.slash("battle", "game start")
        panel = next(m for m in anna.sees("battle") if m.buttons)
        await anna.click(panel, panel.buttons[0]["custom_id"])
        session, bot = next(iter(sandbox.gateway.sessions.values())), connected_bot.watch.client
        events = [(name, body) for _, name, body in session.history if name != "READY"] + made_up(sandbox)
        assert {name for name, _ in events} >= {"GUILD_CREATE", "INTERACTION_CREATE"}
        sent = 0
        for name, body in events:
            for spoilt in spoilings(body):
                session.tell(name, spoilt)
                sent += 1
            await connected_bot.plays()
        for connection in sandbox.gateway.connections:
            connection.send(99, {"what": "is this"})
        session.tell("NOBODY_KNOWS_THIS", {"id": "1"})

        await connected_bot.plays()

        assert sent > 300
        assert connected_bot.watch.client is bot, "the connection has ended"
        assert sandbox.gateway.identifies == 1
        assert len(await connected_bot.store.games.all("playing")) == 1


def spoilings(body: Any) -> Iterator[Any]:
    """An event without each of its keys, with nothing there, with something else there, deeper too."""
    yield None
    yield []
    for path in list(paths(body)):
        *way, last = path
        for value in (..., None, "x", [1], {"y": 2}):
            if value is not ... and len(path) > 1:
                continue
            spoilt = copy.deepcopy(body)
            inner = spoilt
            for step in way:
                inner = inner[step]
            if value is ...:
                del inner[last]
            else:
                inner[last] = value
            yield spoilt


def paths(body: Any, depth: int = 3) -> Iterator[tuple[Any, ...]]:
    """The ways to every key of an event; of lists the first member stands for all."""
    if depth and isinstance(body, dict):
        for key, value in body.items():
            yield (key,)
            yield from ((key, *rest) for rest in paths(value, depth - 1))
    elif depth and isinstance(body, list) and body and isinstance(body[0], dict):
        yield from ((0, *rest) for rest in paths(body[0], depth))


def made_up(sandbox: Sandbox) -> list[tuple[str, Any]]:
    """The other events that the bot may be told."""
    records = sandbox.state.records
    guild, channel = next(iter(records.guilds)), sandbox.channel("battle")
    role = copy.deepcopy(sandbox.state.guild(guild)["roles"][0]) | {"id": "77"}
    thread = channel | {
        "id": "88",
        "type": 11,
        "parent_id": channel["id"],
        "owner_id": "1",
        "guild_id": guild,
    }
    thread |= {"thread_metadata": {"archived": False, "auto_archive_duration": 60, "locked": False}}
    thread["thread_metadata"]["archive_timestamp"] = "2026-01-01T00:00:00+00:00"
    other = channel | {"id": "99", "name": "other"}
    here: dict[str, Any] = {"guild_id": guild, "channel_id": channel["id"]}
    return [
        ("GUILD_UPDATE", sandbox.state.guild(guild)),
        ("GUILD_DELETE", {"id": "66", "unavailable": True}),
        ("CHANNEL_CREATE", other),
        ("CHANNEL_UPDATE", other),
        ("CHANNEL_DELETE", other),
        ("CHANNEL_PINS_UPDATE", here | {"last_pin_timestamp": None}),
        ("THREAD_CREATE", thread),
        ("THREAD_UPDATE", thread),
        ("THREAD_LIST_SYNC", {"guild_id": guild, "threads": [thread], "members": []}),
        ("THREAD_MEMBERS_UPDATE", {"id": "88", "guild_id": guild, "member_count": 1, "added_members": []}),
        ("THREAD_DELETE", {"id": "88", "guild_id": guild, "parent_id": channel["id"], "type": 11}),
        ("GUILD_ROLE_CREATE", {"guild_id": guild, "role": role}),
        ("GUILD_ROLE_UPDATE", {"guild_id": guild, "role": role}),
        ("GUILD_ROLE_DELETE", {"guild_id": guild, "role_id": "77"}),
        ("MESSAGE_DELETE", here | {"id": "55"}),
        ("MESSAGE_DELETE_BULK", here | {"ids": ["55", "56"]}),
        ("INTEGRATION_CREATE", {"guild_id": guild, "id": "5", "name": "x", "type": "discord"}),
        ("GUILD_INTEGRATIONS_UPDATE", {"guild_id": guild}),
        ("STAGE_INSTANCE_CREATE", here | {"id": "4", "topic": "x", "privacy_level": 2}),
        ("USER_UPDATE", copy.deepcopy(sandbox.state.bot)),
        (
            "ENTITLEMENT_CREATE",
            {"id": "3", "sku_id": "2", "application_id": "1", "type": 8, "deleted": False},
        ),
        ("APPLICATION_COMMAND_PERMISSIONS_UPDATE", {"id": "2", "application_id": "1", "guild_id": guild}),
    ]
