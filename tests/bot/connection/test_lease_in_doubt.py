"""What a client does whose shard may be another process's: it takes no session from there, and what it sends
arrives soon or never."""

from __future__ import annotations

import asyncio
import socket
import time

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.connection.gateway import GatewayClient, IdentifyBudget
from bot.connection.sessions.prompt_connections import prompt_connector
from bot.connection.sessions.resuming_socket import ResumingWebSocket
from bot.runtime.metrics import Metrics
from storage import Lease, LeaseInDoubt, ShardSession, Share


@pytest.fixture
def client() -> GatewayClient:
    return GatewayClient(
        Metrics(), IdentifyBudget(pace=()), time.monotonic, command_prefix="!", intents=discord.Intents.none()
    )


async def test_it_connects_only_once_its_lease_is_certain(client: GatewayClient) -> None:
    lease = Lease(Share(1, 4), "one", 7)
    client.only_while(lease)
    client.resume(ShardSession("5e551011", "ws://127.0.0.1:9/", 3))
    connecting = asyncio.create_task(ResumingWebSocket.from_client(client))
    done, _ = await asyncio.wait([connecting], timeout=0.5)
    assert not done
    lease.renewed(time.monotonic())
    with pytest.raises((OSError, aiohttp.ClientError, AttributeError)) as tried:  # no one is there
        await connecting
    assert not isinstance(tried.value, LeaseInDoubt)


async def test_it_does_not_connect_where_another_process_has_its_shard(client: GatewayClient) -> None:
    lease = Lease(Share(1, 4), "one", 7)
    lease.lost = True
    client.only_while(lease)
    with pytest.raises(LeaseInDoubt):
        await ResumingWebSocket.from_client(client)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux gives up connections so")
async def test_its_connections_are_given_up_when_nothing_is_confirmed() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.add_routes([web.get("/", answer)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    async with aiohttp.ClientSession(connector=prompt_connector(2.0)) as session:
        async with session.get(f"http://127.0.0.1:{port}/") as response:
            assert response.status == 200
        [[connection]] = [[c[0] for c in each] for each in session.connector._conns.values()]  # type: ignore[union-attr]
        line = connection.transport.get_extra_info("socket")
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 2000
    await runner.cleanup()
