"""The processes of the compose files in deploy/, started as these say over a PostgreSQL with a password, on
the simulated Discord. Images, limits and networks of containers are not tried here."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from tests.bot.cli.shards.servers import one_server_a_shard
from tests.bot.cli.shards.test_killed_process import connected, until_all_are
from tests.bot.cli.test_run import ROOT, surroundings
from tests.patience import PATIENCE
from tests.storage.postgres_server import BIN, Postgres, a_server
from tests.tools.compose_file import Service, services

DEPLOY = ROOT / "deploy"
PASSWORD = "a password: with @ and /"
CHANNELS = ("north", "east")
SHARDS = len(CHANNELS)
WORLD = one_server_a_shard({name: (name,) for name in CHANNELS})
ONE_SERVER = one_server_a_shard({"server": CHANNELS})


def a_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """A server as that of the image: with a password, on a port, with the database that the file names."""
    port = a_port()
    monkeypatch.setenv("PGPORT", str(port))
    with a_server("listen_addresses=127.0.0.1", f"port={port}") as made:
        made.sql("postgres", f"ALTER ROLE grognard PASSWORD '{PASSWORD}'", "CREATE DATABASE grognard")
        rules = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (made.folder / "data" / "pg_hba.conf").write_text(rules)
        made.sql("postgres", "SELECT pg_reload_conf()")
        yield made


class Composed:
    """The services of a file, each in place of a container: the host `postgres` is this machine, `/data` a
    folder for each volume, and each has a port of its own to be watched at."""

    def __init__(self, sandbox: Sandbox, folder: Path, text: str) -> None:
        given = {"DISCORD_TOKEN": sandbox.token, "POSTGRES_PASSWORD": PASSWORD, "JOBS": "on"}
        self.services = services(text, DEPLOY / "Dockerfile", given, {"jobs"})
        self.running: dict[str, Any] = {}
        self._folder = folder
        self._token = sandbox.token
        self._watched = {name: f"127.0.0.1:{a_port()}" for name in self.services}
        self._discord = {"GROGNARD_API": sandbox.api_base, "GROGNARD_GATEWAY": sandbox.gateway_url}

    @asynccontextmanager
    async def started(self, name: str) -> AsyncIterator[Any]:
        service = self.services[name]
        with (self._folder / f"{name}.log").open("ab") as said:
            process = await asyncio.create_subprocess_exec(
                *self._here(service.command),
                cwd=self._data(service),
                env=self._environment(name),
                stdout=said,
                stderr=said,
            )
        self.running[name] = process
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def healthy(self, name: str) -> None:
        """Wait until a service is well, by its own check."""
        async with asyncio.timeout(PATIENCE):
            while True:
                check = await asyncio.create_subprocess_exec(
                    *self._here(self.services[name].health),
                    cwd=self._folder,
                    env=self._environment(name),
                    stdout=asyncio.subprocess.DEVNULL,
                )
                if await check.wait() == 0:
                    return
                await asyncio.sleep(0.5)

    async def stop(self, name: str) -> int:
        """As `docker compose stop` does; the exit code."""
        self.running[name].send_signal(signal.SIGTERM)
        await asyncio.wait_for(self.running[name].wait(), PATIENCE)
        return int(self.running[name].returncode)

    def said(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text()

    def check_what_was_said(self) -> None:
        """No process of ours has failed anywhere, or told a secret."""
        for name in self.running:
            assert "Traceback" not in self.said(name)
            assert PASSWORD not in self.said(name)
            assert self._token not in self.said(name)

    def _here(self, command: tuple[str, ...]) -> tuple[str, ...]:
        program, *words = command
        if program == "grognard":
            return (sys.executable, "-m", "bot", *words)
        found = str(BIN / program) if BIN is not None else shutil.which(program)
        assert found is not None
        return (found, *words)

    def _data(self, service: Service) -> Path:
        [volume] = (each.removesuffix(":/data") for each in service.volumes)
        data = self._folder / volume
        data.mkdir(exist_ok=True)
        return data

    def _environment(self, name: str) -> dict[str, str]:
        service = self.services[name]
        if not service.command:  # the image of PostgreSQL
            return {"PGHOST": "127.0.0.1", "PGPORT": os.environ["PGPORT"]}
        host = f"@127.0.0.1:{os.environ.get('PGPORT')}/"
        known = {key: value.replace("@postgres/", host) for key, value in service.environment.items()}
        known |= {"GROGNARD_DATA": str(self._data(service)), "GROGNARD_WATCH": self._watched[name]}
        return surroundings(**known, **(self._discord if "DISCORD_TOKEN" in known else {}))


@pytest.mark.long  # quick: tests/tools/test_deploy.py
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_what_the_compose_file_says_starts_plays_and_hands_over(
    tmp_path: Path, server: Postgres
) -> None:
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(world=WORLD, join_delay=0.05))
        sandbox.gateway.shards = SHARDS
        composed = Composed(sandbox, tmp_path, written("compose.shards.yaml"))
        bots = await start(composed, stack)
        assert bots == ["grognard-1", "grognard-2", "worker"]
        for name in bots:
            await composed.healthy(name)
        await until_all_are(sandbox, SHARDS)

        for channel in CHANNELS:
            await play(sandbox, channel)
        assert int(server.sql("grognard", "SELECT count(*) FROM grognard_jobs.results")) > 0

        assert composed.services["grognard-1"].grace > 10
        assert await composed.stop("grognard-1") == 0
        await until_all_are(sandbox, SHARDS)
        anna = sandbox.person("Anna")
        for channel in CHANNELS:
            assert (await anna.slash(channel, "game status")).message is not None
        assert [await composed.stop(name) for name in ("grognard-2", "worker")] == [0, 0]
        assert not connected(sandbox)
    composed.check_what_was_said()


@pytest.mark.long  # quick: tests/tools/test_deploy.py
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_of_the_pair_in_the_compose_file_the_one_that_waits_takes_over(
    tmp_path: Path, server: Postgres
) -> None:
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(world=ONE_SERVER, join_delay=0.05))
        composed = Composed(sandbox, tmp_path, written("compose.standby.yaml"))
        bots = await start(composed, stack)
        assert bots == ["grognard-1", "grognard-2"]
        await until_all_are(sandbox, 1)
        async with asyncio.timeout(PATIENCE):
            while not (waiting := [name for name in bots if "Standing by" in composed.said(name)]):
                await asyncio.sleep(0.1)
        [working] = {*bots} - {*waiting}
        await play(sandbox, CHANNELS[0])

        composed.running[working].kill()
        await composed.running[working].wait()
        await until_all_are(sandbox, 1)
        anna = sandbox.person("Anna")
        assert (await anna.slash(CHANNELS[0], "game status")).message is not None
        assert await composed.stop(*waiting) == 0
    composed.check_what_was_said()


@pytest.mark.long  # quick: tests/tools/test_deploy.py
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_the_one_process_of_the_compose_file_plays_and_stops(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(world=ONE_SERVER, join_delay=0.05))
        composed = Composed(sandbox, tmp_path, written("compose.yaml"))
        assert await start(composed, stack) == [*composed.services] == ["grognard"]
        await composed.healthy("grognard")
        await play(sandbox, CHANNELS[0])
        assert await composed.stop("grognard") == 0
    composed.check_what_was_said()


async def start(composed: Composed, stack: AsyncExitStack) -> list[str]:
    """Start the bots and workers at once, as compose does, when what they wait for is well; their names."""
    ours = [name for name, each in composed.services.items() if each.command]
    for name in {after for each in ours for after in composed.services[each].after}:
        await composed.healthy(name)
    for name in ours:
        await stack.enter_async_context(composed.started(name))
    return ours


def written(name: str) -> str:
    """A file of deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


async def play(sandbox: Sandbox, channel: str) -> None:
    """Begin a game and look at it."""
    anna = sandbox.person("Anna")
    anna.timeout = PATIENCE
    await anna.slash(channel, "game new", battle="tutorial", partner=True)
    assert (await anna.slash(channel, "game start")).message is not None
    assert (await anna.slash(channel, "map")).pictures


def test_a_variable_that_the_compose_file_asks_for_is_missed() -> None:
    with pytest.raises(KeyError, match="the token of the bot"):
        services(written("compose.shards.yaml"), DEPLOY / "Dockerfile", {}, {"jobs"})


def test_without_its_profile_there_is_no_worker() -> None:
    given = {"DISCORD_TOKEN": "a", "POSTGRES_PASSWORD": "b"}
    started = services(written("compose.shards.yaml"), DEPLOY / "Dockerfile", given, ())
    assert [*started] == ["grognard-1", "grognard-2", "postgres"]
    assert started["grognard-1"].environment["GROGNARD_JOBS"] == "off"
    assert started["grognard-1"].environment["GROGNARD_SHARDS"] == "auto/2"
    assert started["grognard-1"].command == ("grognard", "run", "--no-browser")
    assert started["grognard-1"].health == ("grognard", "health")
