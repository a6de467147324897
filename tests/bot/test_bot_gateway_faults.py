"""The gateway at its worst: down, closing, storming, silent, garbled. Play goes on."""

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

from bot.cli.advice import CLOSED
from bot.cli.settings import Settings
from bot.cli.supervisor import NOT_AGAIN, Supervisor
from bot.gauges import Gauges
from bot.sessions import DAY, Sessions
from bot.watch import Watch
from sandbox import Fault, Sandbox
from sandbox.tests.judge import judge
from storage import Store
from tests.bot.hand_clock import HandClock

PATIENCE = 20.0
END = b"\x00\x00\xff\xff"
"""Ends a message in a compressed stream."""


class Host:
    """A bot as `grognard run` keeps it connected, within this process and without its pauses."""

    def __init__(
        self, sandbox: Sandbox, store: Store, folder: Path, sessions: Sessions, clock: HandClock
    ) -> None:
        self.sandbox = sandbox
        self.clock = clock
        self.store = store
        self.watch = Watch(store, Gauges())
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
            sessions=self.sessions,
            timeout=0.03,
            pauses=(0.01, 0.02),
            calm=0.0,
            steady=self.clock.steady,
            **options,
        )
        self.running = asyncio.create_task(supervisor.run())

    async def ready(self) -> None:
        """Wait until it is connected and all it does then is done."""
        await self.sandbox.ready(PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while self.watch.bot is None or self.watch.bot.is_closed() or self.watch.bot.away:
                await asyncio.sleep(0.005)

    async def line(self) -> None:
        """Wait until it is connected, whatever it has still to do."""
        async with asyncio.timeout(PATIENCE):
            while not self.sandbox.gateway.online:
                await self.sandbox.announcer.changed(0.1)

    async def knocks(self, before: int) -> None:
        """Wait until it has begun more sessions than before."""
        async with asyncio.timeout(PATIENCE):
            while self.sandbox.gateway.identifies == before:
                await self.sandbox.announcer.changed(0.1)

    async def end(self) -> int:
        self.stop.set()
        return await asyncio.wait_for(self.running, PATIENCE)

    async def plays(self) -> None:
        """Somebody asks and is answered."""
        reply = await self.sandbox.person("Anna").slash("battle", "game status")
        assert reply.message is not None


@pytest.fixture
def a_host(tmp_path: Path) -> Callable[..., Any]:
    """Makes a host. All that went over the wire is judged in the end."""

    @asynccontextmanager
    async def made(sessions: Sessions | None = None, **options: Any) -> AsyncIterator[Host]:
        clock = HandClock()
        sandbox = Sandbox(tmp_path / "table", join_delay=0.05, clock=clock.unix)
        store = await Store.open(tmp_path / "grognard.db")
        async with sandbox:
            host = Host(sandbox, store, tmp_path, sessions or Sessions(pace=()), clock)
            host.start(**options)
            try:
                yield host
            finally:
                await host.end()
                await store.close()
        assert judge(sandbox.exchanges) == []

    return made


# --- down at the start ---------------------------------------------------------------------------------


@pytest.mark.promise(6)
@pytest.mark.fault(66)
async def test_it_waits_for_a_discord_that_is_not_there_and_hardly_knocks(a_host: Any) -> None:
    async with a_host() as host:
        host.sandbox.gateway.up = False
        host.sandbox.faults.append(Fault(path="/users/@me", status=503, times=3))
        await asyncio.sleep(0.5)
        assert not host.running.done()
        before = host.sandbox.gateway.identifies
        host.sandbox.gateway.up = True
        await host.ready()

        await host.plays()

        assert host.sandbox.gateway.identifies - before == 1


@pytest.mark.fault(66)
def test_no_more_than_nine_sessions_a_minute_and_so_many_a_day_whichever_process(tmp_path: Path) -> None:
    clock = Seconds()
    begun, in_process = list[float](), list[list[float]]()
    for _ in range(40):  # processes that die, again and again
        sessions = Sessions(tmp_path / "sessions", clock=clock, most=100)
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
async def test_when_the_day_is_used_up_it_does_not_even_knock(a_host: Any, tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text(f"garbage\n{int(time.time())}\n" * 900)

    async with a_host(Sessions(tmp_path / "sessions")) as host:
        await asyncio.sleep(0.2)

        assert not host.running.done()
        assert not host.sandbox.exchanges
    assert host.running.result() == 0


# --- closing, storming, silent -------------------------------------------------------------------------


@pytest.mark.promise(5)
@pytest.mark.fault(67, 69, 70, 71, 72)
async def test_what_is_asked_while_the_line_is_broken_is_answered_after(a_host: Any) -> None:
    async with a_host(heartbeat_timeout=0.5) as host:
        host.sandbox.gateway.heartbeat_interval = 100
        await host.ready()
        gateway, anna = host.sandbox.gateway, host.sandbox.person("Anna")
        await anna.slash("battle", "game new", scenario="tutorial", partner=True)
        await anna.slash("battle", "game start")
        first = gateway.identifies

        for code in (1000, 1001, 4000, 4007, 4009):
            await gateway.close(code)
            await host.plays()
        for _ in range(10):
            gateway.reconnect()
            await host.plays()
        for breaks in (gateway.abort, gateway.reset, gateway.fall_silent):
            breaks()
            await host.plays()
        gateway.invalidate(resumable=True)
        await host.plays()
        gateway.refuse_resumes += [True]
        await gateway.close(4000)
        await host.plays()
        assert gateway.identifies == first

        gateway.invalidate(resumable=False)
        await host.knocks(first)
        await host.ready()
        await host.plays()
        gateway.refuse_resumes += [False]
        await gateway.close(4009)
        await host.knocks(first + 1)
        await host.ready()
        await host.plays()

        assert not host.running.done()
        assert len(await host.store.games("playing")) == 1
        bot, gateway.up = host.watch.bot, False
        gateway.abort()
        while not bot.away:
            await asyncio.sleep(0.01)
        host.clock.passes(seconds=301)  # the library would wait up to 17 minutes by now
        while host.watch.bot is bot:
            await asyncio.sleep(0.01)
        gateway.up = True
        await host.ready()
        await host.plays()


@pytest.mark.fault(68)
async def test_a_close_for_good_is_told_in_a_sentence_and_not_repeated(
    a_host: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_host() as host:
        for code in (4004, 4010, 4011, 4012, 4013, 4014):
            await host.line()
            await host.sandbox.gateway.close(code)

            assert await asyncio.wait_for(host.running, PATIENCE) == NOT_AGAIN
            assert CLOSED[code] in capsys.readouterr().err
            host.start()


# --- garbled -------------------------------------------------------------------------------------------


@pytest.mark.promise(5)
@pytest.mark.fault(73)
async def test_after_a_frame_of_garbage_it_connects_anew(a_host: Any) -> None:
    whole = zlib.compress(b'{"op": 11, "d": null, "s": null, "t": null}')
    async with a_host() as host:
        for frame in (
            b"garbage\x00\x00\xff\xff",
            whole[: len(whole) // 2] + b"\x00\x00\xff\xff",
            b"\x00" * 9,
        ):
            await host.line()
            before = host.sandbox.gateway.identifies
            host.sandbox.gateway.send_raw(frame)
            host.sandbox.gateway.send_raw(END)
            await host.knocks(before)
        await host.ready()

        await host.plays()


@pytest.mark.promise(5)
@pytest.mark.fault(74)
async def test_every_event_of_a_new_session_without_each_of_its_keys(a_host: Any) -> None:
    async with a_host() as host:
        gateway = host.sandbox.gateway
        await host.ready()
        needed = ("user", "guilds", "session_id", "resume_gateway_url")
        for spoil in (*map(without, needed), lambda body: {k: body[k] for k in needed}, lambda body: None):
            await host.line()
            gateway.spoils["READY"] = spoil
            before = gateway.identifies
            gateway.invalidate(resumable=False)
            await host.knocks(before)
        await host.ready()
        for spoil in (lambda body: None, lambda body: []):
            gateway.spoils["RESUMED"] = spoil
            gateway.reconnect()
            while "RESUMED" in gateway.spoils:
                await host.sandbox.announcer.changed(0.1)
            await host.ready()

        await host.plays()


def without(key: str) -> Callable[[Any], Any]:
    return lambda body: {name: value for name, value in body.items() if name != key}


@pytest.mark.promise(5)
@pytest.mark.fault(74)
async def test_an_event_that_is_not_as_it_should_be_costs_itself_alone(a_host: Any) -> None:
    async with a_host() as host:
        await host.ready()
        sandbox, anna = host.sandbox, host.sandbox.person("Anna")
        await anna.slash("battle", "game new", scenario="tutorial", partner=True)
        await anna.slash("battle", "game start")
        board = next(m for m in anna.sees("battle") if m.buttons)
        await anna.click(board, board.buttons[0]["custom_id"])
        session, bot = next(iter(sandbox.gateway.sessions.values())), host.watch.bot
        events = [(name, body) for _, name, body in session.history if name != "READY"] + made_up(sandbox)
        assert {name for name, _ in events} >= {"GUILD_CREATE", "INTERACTION_CREATE"}
        sent = 0
        for name, body in events:
            for spoilt in spoilings(body):
                session.tell(name, spoilt)
                sent += 1
            await host.plays()
        for connection in sandbox.gateway.connections:
            connection.send(99, {"what": "is this"})
        session.tell("NOBODY_KNOWS_THIS", {"id": "1"})

        await host.plays()

        assert sent > 300
        assert host.watch.bot is bot, "the connection has ended"
        assert sandbox.gateway.identifies == 1
        assert len(await host.store.games("playing")) == 1


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
