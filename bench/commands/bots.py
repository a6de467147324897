"""The measured bots, each in a separate process: ours, a bare one, and one without any library.

    python -m bench.commands.bots KIND ADDRESS TOKEN FOLDER

What a bot has to tell goes to its standard output, a line of JSON each; it stops when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands

from bot.client import Grognard
from bot.runtime import allocator
from engine import referee
from engine.commands import Move
from engine.events import Rolled
from storage import Store

TEXT = "Bonjour"
EPHEMERAL = 64
DEFERRED = 5
IDENTIFY, HELLO, HEARTBEAT, DISPATCH = 2, 10, 1, 0
GUILDS = 1
COMMAND = {"name": "ping", "description": "Answer", "type": 1}


def tell(**facts: Any) -> None:
    """A line for the one who measures."""
    print(json.dumps(facts), flush=True)


async def orders(answer: Callable[[str], Awaitable[None]] | None = None) -> None:
    """Wait for the end of the input; each line before it is answered."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        if answer is not None:
            await answer(line.strip())


# --- ours ------------------------------------------------------------------------------------------


async def ours(address: str, token: str, folder: Path) -> None:
    """The referee as it is. Tells when something has been written, and on request a move that can be made."""
    _point_discord_to(address)
    store = await Store.open(folder / "grognard.db")
    bot = Grognard(store, guild_ready_timeout=0.03)
    bot.games.subscribe(lambda game: tell(written=perf_counter()))
    allocator.set_aside()  # as `bot.cli.supervisor` does a little after the start
    running = asyncio.create_task(bot.start(token))
    await orders(lambda _: _tell_move(bot))
    await bot.close()
    await asyncio.gather(running, return_exceptions=True)
    await store.close()


async def _tell_move(bot: Grognard) -> None:
    """The first move of the newest game that needs no dice, and so can be taken back."""
    game = await bot.games.game((await bot.store.games.all())[-1].id)
    side = game.owing[0]
    for option in referee.options(game.system, game.scenario, game.state, side):
        command = option.command
        if isinstance(command, Move):
            entry = bot.games.play(game, side, command, None)
            if not any(isinstance(event, Rolled) for event in entry.events):
                return tell(move={"unit": command.unit, "path": " ".join(command.path)})
    return tell(move=None)


def _point_discord_to(address: str) -> None:
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")


# --- discord.py and nothing else ---------------------------------------------------------------------


class Bare(discord.Client):
    """One command that answers with a text."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.03)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name=str(COMMAND["name"]), description=str(COMMAND["description"]))
        async def ping(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(TEXT, ephemeral=True)

    async def setup_hook(self) -> None:
        """Make the command known."""
        await self.tree.sync()


async def bare(address: str, token: str, folder: Path) -> None:
    """A bot as its library's first page has it."""
    _point_discord_to(address)
    bot = Bare()
    running = asyncio.create_task(bot.start(token))
    await orders()
    await bot.close()
    await asyncio.gather(running, return_exceptions=True)


# --- no library but aiohttp --------------------------------------------------------------------------


async def raw(address: str, token: str, folder: Path) -> None:
    """The protocol by hand: acknowledges, then edits the answer, as ours does."""
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(f"http://{address}", headers=headers) as session:
        listening = asyncio.create_task(_listen(session, token))
        await orders()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


async def _listen(session: aiohttp.ClientSession, token: str) -> None:
    async with session.ws_connect("/gateway?v=10&encoding=json", max_msg_size=1 << 24) as socket:
        async for frame in socket:
            event = json.loads(frame.data)
            if event["op"] == HELLO:
                about = {"token": token, "intents": GUILDS, "properties": {}}
                await socket.send_json({"op": IDENTIFY, "d": about})
                beating = asyncio.create_task(_beat(socket, event["d"]["heartbeat_interval"] / 1000))
            elif event["t"] == "READY":
                application = event["d"]["application"]["id"]
                await _send(session, "PUT", f"/api/v10/applications/{application}/commands", [COMMAND])
            elif event["t"] == "INTERACTION_CREATE":
                await _answer(session, event["d"])
    beating.cancel()


async def _beat(socket: aiohttp.ClientWebSocketResponse, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        await socket.send_json({"op": HEARTBEAT, "d": None})


async def _answer(session: aiohttp.ClientSession, interaction: dict[str, Any]) -> None:
    call = f"/api/v10/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    await _send(session, "POST", call, {"type": DEFERRED, "data": {"flags": EPHEMERAL}})
    original = f"/api/v10/webhooks/{interaction['application_id']}/{interaction['token']}/messages/@original"
    await _send(session, "PATCH", original, {"content": TEXT})


async def _send(session: aiohttp.ClientSession, method: str, path: str, body: Any) -> None:
    async with session.request(method, path, json=body) as answer:
        await answer.read()


KINDS = {"ours": ours, "bare": bare, "raw": raw}

if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(KINDS[sys.argv[1]](sys.argv[2], sys.argv[3], Path(sys.argv[4])))
