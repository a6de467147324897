"""A sandbox with a bot in it, over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import yarl

from sandbox import Sandbox
from sandbox.tests.raw import Raw
from sandbox.tests.tiny_bot import TinyBot

collect_ignore = ["foreign"]
"""Programs of their own, with libraries that nothing else here may import."""


@contextlib.asynccontextmanager
async def connected(sandbox: Sandbox, bot: Any = None, *, unchanged: bool = False) -> AsyncIterator[Any]:
    """A bot logged in to a sandbox and ready; `unchanged`: it finds the way itself."""
    bot = bot or TinyBot()
    if not unchanged:
        discord.http.Route.BASE = sandbox.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    running = asyncio.create_task(bot.start(sandbox.token))
    ready = asyncio.create_task(sandbox.ready())
    try:
        await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        await ready
        await bot.wait_until_ready()
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        await asyncio.gather(running, ready, return_exceptions=True)


@pytest.fixture
async def sandbox(tmp_path: Any) -> AsyncIterator[Sandbox]:
    """A sandbox without a bot."""
    async with Sandbox(tmp_path, join_delay=0.1) as sandbox:
        yield sandbox


@pytest.fixture
async def raw(sandbox: Sandbox) -> Raw:
    """Plain calls to the sandbox."""
    return Raw(sandbox)


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """The tiny bot, connected to the sandbox."""
    async with connected(sandbox) as bot:
        yield bot
