"""The gateway as discord.py meets it: joins, resumes, restarts, and what goes wrong."""

import asyncio
import contextlib
import json
from collections import Counter

import aiohttp
import discord
import pytest

from sandbox import Fault, NoAnswer, Sandbox, World
from sandbox.tests.conftest import connected
from sandbox.tests.tiny_bot import TinyBot


async def test_the_first_meeting_is_a_join_and_later_ones_are_not(tmp_path):
    async with Sandbox(tmp_path, join_delay=0.1) as sandbox, connected(sandbox) as bot:
        await asyncio.sleep(0.05)
        assert (bot.joined, bot.available) == (["The local table"], [])
    async with Sandbox(tmp_path, join_delay=0.1) as sandbox, connected(sandbox) as bot:
        assert (bot.joined, bot.available) == ([], ["The local table"])


async def test_a_world_the_bot_is_already_in():
    async with Sandbox(world=World(joined=True)) as sandbox, connected(sandbox) as bot:
        assert (bot.joined, bot.available) == ([], ["The local table"])


async def test_everything_outlives_a_restart(tmp_path):
    async with Sandbox(tmp_path, join_delay=0.1) as sandbox, connected(sandbox):
        anna = sandbox.person("Anna")
        panel = await anna.slash("battle", "panel")
        await anna.click(panel, "Count")
        secret = await anna.slash("battle", "secret")
        map_reply = await anna.slash("battle", "map")
        before = (sandbox.state.bot, sandbox.channel("battle"), anna.id)

    async with Sandbox(tmp_path) as sandbox, connected(sandbox):
        anna = sandbox.person("Anna")
        messages = anna.sees("battle")
        await sandbox.person("Bruno").click(messages[0], "Count")

        assert (sandbox.state.bot, sandbox.channel("battle"), anna.id) == before
        assert [m.id for m in messages] == [panel.id, secret.id, map_reply.id]
        assert messages[0].text == "Panel 2"
        assert messages[1].ephemeral
        assert messages[2].file() == map_reply.file()
        assert sandbox.person("Bruno").sees("battle")[1].id == map_reply.id
        assert (await anna.slash("battle", "ping")).id > map_reply.id


@pytest.mark.parametrize("how", ["close", "abort", "reconnect"])
async def test_what_was_missed_is_resumed(sandbox, bot, how):
    if how == "close":
        await sandbox.gateway.close(4000)
    elif how == "abort":
        sandbox.gateway.abort()
    else:
        sandbox.gateway.reconnect()
    missed = await sandbox.person("Anna").slash("battle", "ping")
    async with asyncio.timeout(5):
        while not sandbox.gateway.resumes:
            await sandbox.broadcaster.wait_for_change(1)

    assert missed.text == "pong"
    assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)
    assert (await sandbox.person("Anna").slash("battle", "ping")).text == "pong"


async def test_a_refused_resume_begins_again(sandbox, bot, monkeypatch):
    async def at_once(delay, result=None):
        await real(min(delay, 0.01), result)

    real = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", at_once)
    sandbox.gateway.refuse_resumes.append(False)

    await sandbox.gateway.close(4000)
    while sandbox.gateway.identifies < 2:
        await sandbox.broadcaster.wait_for_change(1)
    await sandbox.ready()

    assert (await sandbox.person("Anna").slash("battle", "ping")).text == "pong"


async def test_a_wrong_token_ends_the_bot(sandbox):
    with pytest.raises(discord.LoginFailure):
        async with connected(Wrong(sandbox)):
            pass
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway_url) as socket,
    ):
        await socket.receive_json()
        await socket.send_bytes(json.dumps({"op": 2, "d": {"token": "wrong", "intents": 1}}).encode())
        await socket.receive()
        assert socket.close_code == 4004


class Wrong:
    """A sandbox of which only the token is wrong."""

    def __init__(self, sandbox):
        self.api_base, self.gateway_url, self.ready = sandbox.api_base, sandbox.gateway_url, sandbox.ready
        self.token = "not.the.token"


async def test_a_plain_socket_with_binary_identify_and_heartbeat(sandbox):
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway_url + "?v=10&encoding=json") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_bytes(json.dumps({"op": 1, "d": None}).encode())
        assert (await socket.receive_json())["op"] == 11
        identify = {"token": sandbox.token, "intents": 1, "shard": [0, 1], "properties": {}}
        await socket.send_bytes(json.dumps({"op": 2, "d": identify}).encode())
        ready = await socket.receive_json()
        assert (ready["t"], ready["s"], ready["d"]["guilds"]) == ("READY", 1, [])
        guild = await socket.receive_json()
        assert (guild["t"], "unavailable" in guild["d"]) == ("GUILD_CREATE", False)
        assert [c["name"] for c in guild["d"]["channels"]] == ["tutorial", "battle", "parlour"]
        assert [m["user"]["id"] for m in guild["d"]["members"]] == [sandbox.state.bot["id"]]
        await socket.send_json({"op": 99, "d": None})
        await socket.receive()
        assert socket.close_code == 4001


async def test_only_what_was_asked_for_is_told(sandbox, raw):
    sockets = {}
    async with aiohttp.ClientSession() as session, contextlib.AsyncExitStack() as stack:
        for intents in (1, 1 | 1 << 9, 1 | 1 << 9 | 1 << 15):
            socket = await stack.enter_async_context(session.ws_connect(sandbox.gateway_url))
            await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": intents}})
            sockets[intents] = socket
        await sandbox.ready()
        await sandbox.person("Anna").say("battle", "hello")
        sandbox.gateway.reconnect()

        texts = {intents: await _heard(socket) for intents, socket in sockets.items()}
    assert [texts[1], texts[1 | 1 << 9], texts[1 | 1 << 9 | 1 << 15]] == [[], [""], ["hello"]]


async def _heard(socket):
    contents = []
    while (frame := await socket.receive_json())["op"] != 7:
        if frame["t"] == "MESSAGE_CREATE":
            contents.append(frame["d"]["content"])
    return contents


async def test_an_interaction_delivered_twice(sandbox, bot):
    sandbox.delivery.copies = 2

    await sandbox.person("Anna").slash("battle", "ping")
    await sandbox.settled()

    codes = [e.status for e in sandbox.exchanges if e.path.endswith("/callback")]
    assert sorted(codes) == [200, 400]
    assert len(sandbox.messages("battle", "Anna")) == 1
    sandbox.delivery.copies = 1

    sandbox.delivery.age = 5.0
    late = await sandbox.person("Anna").slash("battle", "ping", wait=False)
    while not any(late.interaction.id in e.path and e.status for e in sandbox.exchanges):
        await sandbox.broadcaster.wait_for_change(0.1)
    sandbox.delivery.age, sandbox.gateway.rewind = 0.0, 1000
    await sandbox.gateway.close(4000)
    await sandbox.ready()
    sandbox.delivery.amend = lambda payload: payload["data"].update(name="silence")
    lost = await sandbox.person("Anna").slash("battle", "ping", wait=False)
    sandbox.delivery.window = 0.1
    await sandbox.settled()

    codes = Counter(e.path for e in sandbox.exchanges if e.path.endswith("/callback"))
    assert sorted(codes.values()) == [2, 4], "the first one twice more, the late one twice"
    assert late.interaction.acknowledged is None
    assert sandbox.neglected == [lost.interaction], "there was time to answer that one"


async def test_faults(sandbox, bot):
    anna = sandbox.person("Anna")
    sandbox.faults.append(Fault(path="/interactions/*", status=500))
    assert (await anna.slash("battle", "ping")).text == "pong"  # discord.py tries again after a second

    sandbox.faults.append(Fault(path="/interactions/*", status=429, headers={"Retry-After": "0.1"}))
    assert (await anna.slash("battle", "ping")).text == "pong"

    sandbox.faults.append(Fault(path="/interactions/*", status=0, delay=0.2))
    assert (await anna.slash("battle", "ping")).text == "pong"

    sandbox.faults.append(Fault(path="/interactions/*", processed=True, drop=True))
    assert (await anna.slash("battle", "ping")).text == "pong"  # seen, though the bot cannot know

    sandbox.faults.append(Fault(path="/interactions/*", drop=True))
    sandbox.delivery.window = 0.3
    with pytest.raises(NoAnswer):
        await anna.slash("battle", "ping")
    assert len(sandbox.messages("battle", "Anna")) == 4
    await sandbox.settled()


async def test_a_command_without_a_bot_is_not_answered(sandbox, bot):
    await bot.close()

    with pytest.raises(NoAnswer):
        await sandbox.person("Anna").slash("battle", "ping")
    assert sandbox.unanswered == []  # it never reached a bot


async def test_shards(tmp_path):
    async with Sandbox(world=World(joined=True)) as sandbox:
        (guild,) = sandbox.state.records.guilds
        own = (int(guild) >> 22) % 2
        bot = TinyBot(shard_id=own, shard_count=2)
        async with connected(sandbox, bot):
            assert (await sandbox.person("Anna").slash("battle", "ping")).text == "pong"
            assert bot.guilds[0].shard_id == own
