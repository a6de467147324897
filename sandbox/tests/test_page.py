"""The page's half: what PAGE.md promises, asked as the page asks it."""

import asyncio
import contextlib
import json

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.model.world import World
from sandbox.tests.raw import Raw


class Page:
    """A page open for one person."""

    def __init__(self, sandbox, session, person):
        self.sandbox, self.session = sandbox, session
        self.person = sandbox.person(person).id
        self.channel = sandbox.channel("battle")["id"]
        self.lines = []

    async def get(self, what, **query):
        query = {"person": self.person, "channel": self.channel} | query
        async with self.session.get(f"{self.sandbox.base_url}/table/{what}", params=query) as answer:
            return await answer.json()

    async def post(self, what, status=200, **body):
        body = {"person": self.person, "channel": self.channel} | body
        async with self.session.post(f"{self.sandbox.base_url}/table/{what}", json=body) as answer:
            assert answer.status == status, await answer.text()
            return await answer.json()

    async def listen(self, socket):
        async for frame in socket:
            self.lines.append(json.loads(frame.data))

    async def line(self, kind):
        """The next line of a kind; earlier ones are dropped."""
        async with asyncio.timeout(5):
            while True:
                while self.lines:
                    line = self.lines.pop(0)
                    if line["t"] == kind:
                        return line
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def opened(sandbox, person):
    async with aiohttp.ClientSession() as session:
        page = Page(sandbox, session, person)
        async with session.ws_connect(f"{sandbox.base_url}/table/socket?person={page.person}") as socket:
            listening = asyncio.create_task(page.listen(socket))
            yield page
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture
async def anna(sandbox, bot):
    async with opened(sandbox, "Anna") as page:
        yield page


@pytest.fixture
async def bruno(sandbox, bot):
    async with opened(sandbox, "Bruno") as page:
        yield page


async def test_the_world(anna):
    world = await anna.get("world")

    assert world["guild"]["name"] == "The local table"
    assert [c["name"] for c in world["channels"]] == ["tutorial", "battle", "parlour"]
    assert [(p["user"]["global_name"], p["role"]) for p in world["people"]] == [
        ("Anna", "player"),
        ("Bruno", "player"),
        ("Clara", "spectator"),
        ("Marshal", "moderator"),
    ]
    assert {p["locale"] for p in world["people"]} == {"en-US"}
    assert world["online"] is True
    assert world["bot"]["bot"] is True


async def test_the_commands(anna):
    names = [c["name"] for c in (await anna.get("commands"))["commands"]]

    assert "game" in names
    assert "slow" not in names


async def test_commands_come_with_their_words_in_every_language_and_whose_is_which():
    side = {"name": "red", "value": "r", "name_localizations": {"fr": "rouge"}}
    option = {"name": "side", "description": "Which", "type": 3, "choices": [side]}
    option |= {"name_localizations": {"fr": "camp"}, "description_localizations": {"fr": "Lequel"}}
    new = {"name": "new", "description": "A new game", "type": 1, "options": [option]}
    new |= {"name_localizations": {"fr": "nouvelle"}}
    game = {"name": "game", "description": "Games", "type": 1, "options": [new]}
    game |= {"name_localizations": {"fr": "partie"}, "description_localizations": {"fr": "Parties"}}
    async with (
        Sandbox(world=World().with_locales({"Bruno": "fr"})) as sandbox,
        opened(sandbox, "Bruno") as page,
    ):
        await Raw(sandbox).sync(game)

        people = (await page.get("world"))["people"]
        command = (await page.get("commands"))["commands"][0]
        result = await page.post("slash", name="game new", options={"side": "r"})

        assert [p["user"]["global_name"] for p in people if p["locale"] == "fr"] == ["Bruno"]
        assert {key: command[key] for key in game} == game
        commands = f"/applications/{sandbox.state.bot['id']}/commands"
        queries = ("?with_localizations=true", "")
        asked, plain = [(await Raw(sandbox)("GET", commands + query))[1] for query in queries]
        assert {key: asked[0][key] for key in game} == game
        assert "localizations" not in str(plain)
        assert plain[0]["options"][0]["options"][0]["choices"] == [{"name": "red", "value": "r"}]
        assert sandbox.state.records.interactions[result["interaction"]].name == "game new"


async def test_a_command_and_what_comes_of_it(anna, bruno):
    result = await anna.post("slash", name="panel", options={}, nonce="n1")

    acked = await anna.line("acked")
    message = (await bruno.line("message"))["message"]
    assert acked == {"t": "acked", "interaction": result["interaction"], "nonce": "n1"}
    assert message["content"] == "Panel 0"
    assert message["interaction_metadata"]["name"] == "panel"
    assert message["interaction_metadata"]["user"]["global_name"] == "Anna"

    await bruno.post("click", message=message["id"], custom_id="panel:count")
    assert (await anna.line("update"))["message"]["content"] == "Panel 1"
    await bruno.post("click", message=message["id"], custom_id="panel:choose", values=["r"])
    assert (await bruno.line("message"))["message"]["flags"] & 64
    assert len((await anna.get("messages"))["messages"]) == 1
    assert len((await bruno.get("messages"))["messages"]) == 2


async def test_a_form(anna):
    await anna.post("slash", name="panel")
    message = (await anna.line("message"))["message"]
    result = await anna.post("click", message=message["id"], custom_id="panel:ask")

    opened = await anna.line("modal")
    assert opened["interaction"] == result["interaction"]
    assert opened["modal"]["title"] == "A form"
    await anna.post("modal", interaction=result["interaction"], values={"name": "Ney"})
    assert (await anna.line("message"))["message"]["content"] == "Hello Ney"


async def test_a_thinking_message_is_filled(anna):
    await anna.post("slash", name="map")

    assert (await anna.line("message"))["message"]["flags"] & 128
    filled = (await anna.line("update"))["message"]
    assert not filled["flags"] & 128
    async with anna.session.get(filled["embeds"][0]["image"]["url"]) as picture:
        assert picture.content_type == "image/png"


async def test_completion(anna):
    body = {"name": "game new", "options": {"scenario": "wa"}, "focused": "scenario"}

    assert await anna.post("complete", **body) == {"choices": [{"name": "wavre", "value": "wavre"}]}


async def test_saying_and_dismissing(anna, bruno):
    result = await anna.post("say", content="hello")
    assert (await bruno.line("message"))["message"]["id"] == result["message"]

    await anna.post("slash", name="secret")
    own = (await anna.line("message"))["message"]
    while own["content"] != "psst":
        own = (await anna.line("message"))["message"]
    await anna.post("dismiss", message=own["id"])
    assert (await anna.line("delete"))["message"] == own["id"]
    assert (await anna.get("messages"))["messages"][-1]["id"] == result["message"]
    assert bruno.lines == []


async def test_messages_come_in_windows(anna):
    for n in range(5):
        await anna.post("say", content=str(n))

    last = (await anna.get("messages", limit="2"))["messages"]
    earlier = (await anna.get("messages", limit="2", before=last[0]["id"]))["messages"]

    assert [m["content"] for m in earlier + last] == ["1", "2", "3", "4"]


async def test_silence(sandbox, anna):
    sandbox.delivery.window = 0.1
    result = await anna.post("slash", name="silence", nonce=7)

    failed = await anna.line("failed")

    assert failed == {
        "t": "failed",
        "interaction": result["interaction"],
        "nonce": 7,
        "text": "The application did not respond",
    }
    sandbox.delivery.window = 3.0


async def test_channels_commands_and_the_bot_come_and_go(sandbox, bot, anna, raw):
    thread = await bot.get_channel(int(anna.channel)).create_thread(
        name="aside", type=__import__("discord").ChannelType.public_thread
    )
    assert (await anna.line("channel"))["channel"]["name"] == "aside"
    assert "aside" in [c["name"] for c in (await anna.get("world"))["channels"]]
    await thread.delete()
    assert (await anna.line("channel_gone"))["id"] == str(thread.id)
    await raw.sync()
    await anna.line("commands")
    await bot.close()
    assert (await anna.line("bot"))["online"] is False
    assert (await anna.get("world"))["online"] is False
    assert await anna.post("complete", 400, name="x") == {"error": "/x: There is no such command."}


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("slash", {"name": "game new", "options": {"turns": 3}}),
        ("slash", {"name": "ping", "channel": "1"}),
        ("slash", {"name": "ping", "person": "1"}),
        ("slash", {"name": "ping", "options": 3}),
        ("click", {"message": "1", "custom_id": "x"}),
        ("modal", {"interaction": "1"}),
        ("say", {"content": ""}),
        ("say", {}),
        ("dismiss", {"message": "1"}),
    ],
)
async def test_refusals_are_sentences(anna, what, body):
    assert (await anna.post(what, 400, **body))["error"].endswith(".")


async def test_a_page_socket_of_an_unknown_person_is_refused(sandbox):
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{sandbox.base_url}/table/socket?person=1") as answer,
    ):
        assert answer.status == 400


async def test_no_file_outside_the_page_is_given(sandbox):
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{sandbox.base_url}/page/..%2fserver.py") as answer,
    ):
        assert answer.status == 404
