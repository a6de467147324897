"""The sandbox as a process of its own, and discord.py without any change, over TLS."""

import asyncio
import os
import signal
import socket
import ssl
import sys

import aiohttp
import discord
import pytest
import trustme
from aiohttp.abc import AbstractResolver

from sandbox import Sandbox
from sandbox.tests.conftest import connected
from sandbox.tests.tiny_bot import TinyBot


class ToLoopback(AbstractResolver):
    """Answers 127.0.0.1 and one port for every name."""

    def __init__(self, port):
        self.port = port

    async def resolve(self, host, port=0, family=socket.AF_INET):
        where = {"hostname": host, "host": "127.0.0.1", "port": self.port}
        return [where | {"family": socket.AF_INET, "proto": 0, "flags": 0}]

    async def close(self):
        pass


async def test_an_unchanged_bot_over_tls(monkeypatch):
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")
    default = discord.gateway.yarl.URL("wss://gateway.discord.gg/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", default)
    authority = trustme.CA()
    server, client = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context()
    authority.issue_cert("discord.com", "*.discord.gg", "127.0.0.1").configure_cert(server)
    authority.configure_trust(client)
    async with Sandbox(tls=server, join_delay=0.1) as sandbox:
        sandbox.gateway.resume_url = "wss://gateway-eu-1.discord.gg"
        connector = aiohttp.TCPConnector(limit=0, resolver=ToLoopback(sandbox.port), ssl=client)
        bot = TinyBot(connector=connector)
        async with connected(sandbox, bot, unchanged=True):
            assert (await sandbox.person("Anna").slash("battle", "ping")).text == "pong"
            await sandbox.gateway.close(4000)
            async with asyncio.timeout(5):
                while not sandbox.gateway.resumes:
                    await sandbox.broadcaster.wait_for_change(1)
            assert (await sandbox.person("Anna").slash("battle", "ping")).text == "pong"


async def started(directory, *more):
    """A sandbox process, and the address it printed."""
    command = (sys.executable, "-m", "sandbox", "--dir", str(directory), *more)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    line = (await process.stdout.readline()).decode()
    assert line.startswith("sandbox: http://127.0.0.1:")
    return process, line.split()[1]


@pytest.mark.long
async def test_a_process_serves_and_ends_on_a_signal(tmp_path):
    process, address = await started(tmp_path, "--token", "T")
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{address}/table/world") as answer:
            assert (await answer.json())["guild"]["name"] == "The local table"
        headers = {"Authorization": "Bot T"}
        async with session.get(f"{address}/api/v10/users/@me", headers=headers) as answer:
            assert answer.headers["Content-Type"] == "application/json"

    process.send_signal(signal.SIGTERM)

    assert await process.wait() == 0


async def test_a_process_ends_with_its_parent(tmp_path):
    script = (
        "import os, subprocess, sys, time; "
        "own = ['--with-parent', str(os.getpid()), '--dir', sys.argv[1]]; "
        "p = subprocess.Popen([sys.executable, '-m', 'sandbox', *own]); "
        "print(p.pid, flush=True); time.sleep(60)"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    child = int(await parent.stdout.readline())
    assert (await parent.stdout.readline()).startswith(b"sandbox: ")

    parent.kill()

    async with asyncio.timeout(10):
        while alive(child):
            await asyncio.sleep(0.05)
    await parent.wait()


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().split()[2] != "Z"
