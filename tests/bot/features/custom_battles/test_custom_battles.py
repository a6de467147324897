"""Uploaded battles over real sockets: who may upload them, how they are played, what is refused."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from aiohttp import web

import scenarios
from bot.features.custom_battles.battle_reader_process import BattleReaderProcess
from sandbox.model.world import World
from scenarios import upload_limits
from scenarios.upload_limits import LARGEST
from tests.bot.hostile_input.sender import Sender
from tests.scenarios import uploaded_files
from tests.scenarios.uploaded_files import folder, single, zipped

MIB = 1024 * 1024


async def allowed(harness: Any) -> Any:
    """Everyone may send battles; Anna."""
    await harness.person("Marshal").slash("battle", "server", uploads=True)
    return harness.person("Anna")


async def opened(who: Any, data: bytes, name: str = "mine.zip", **more: Any) -> Any:
    """A battle sent with /game new."""
    given = {"file": who.choose(name, data, **more.pop("described", {}))} | more
    return await who.slash("battle", "game new", given)


def mine(battle: str = "ormes") -> bytes:
    """A shipped battle as the zip of its folder, under the id of another one."""
    files = folder(battle)
    return zipped({**files, "scenario.yaml": files["scenario.yaml"].replace(f"id: {battle}", "id: tutorial")})


@pytest.mark.long
@pytest.mark.fault(24)
async def test_a_custom_battle_is_played_and_goes_on_after_a_restart(harness: Any) -> None:
    anna = harness.person("Anna")
    refused = await opened(anna, mine(), side="both")
    assert "only some members may upload" in refused.words
    assert await harness.store.games.all() == []

    await allowed(harness)
    reply = await opened(anna, mine(), side="both")
    await harness.quiet()
    lobby = await anna.until("battle", "· lobby")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "done")
    map_reply = await anna.slash("battle", "map")
    await harness.again()
    await anna.slash("battle", "done")
    game = await harness.game()

    assert "Ormes" in reply.words
    assert "Ormes" in lobby.words
    assert map_reply.file().startswith(b"\x89PNG")
    assert game.scenario.id.startswith("own-tutorial-")
    assert game.scenario.counters == scenarios.load("ormes").counters
    assert len(game.active_entries) == 3
    books = await anna.slash("battle", "learn")
    assert books.words.count("not started") == 4, "somebody's battle of the same name teaches nothing"
    offered = await anna.complete("battle", "game new", {"battle": ""}, focused="battle")
    *offers, rest = (choice["value"] for choice in offered)
    assert {*offers} < {*scenarios.all()}
    assert (len(offers), rest) == (24, "…"), "as many as Discord shows, and that there are more"

    await anna.click(await anna.slash("battle", "game resign"), "Yes")
    await harness.quiet()
    await anna.slash("battle", "game rematch")
    await harness.quiet()
    again = await harness.game()
    assert again.record.id != game.record.id
    assert again.record.printed == game.record.printed


@pytest.mark.long
@pytest.mark.fault(24)
async def test_what_is_no_battle_is_refused_privately_and_opens_nothing(harness: Any) -> None:
    anna = await allowed(harness)
    marshal = harness.person("Marshal")
    Sender(harness, anna).slash(("game", "new"), [{"name": "file", "type": 11, "value": "17"}])
    await anna.until("battle", "could not download")  # a number without a file
    bad = single("ormes").replace("turns: 8", "turns: many", 1).encode()
    cases = {
        "both": (await opened(anna, mine(), battle="ormes"), "not both"),
        "another kind": (
            await opened(anna, uploaded_files.picture(), "map.png"),
            "“map\\.png” is not a battle",
        ),
        "25 MiB": (await opened(anna, b"PK", described={"size": 25 * MIB}), "the limit is 256 KiB"),
        "more than it says": (
            await opened(anna, bytes(2 * LARGEST), described={"size": 9}),
            "limit is 256 KiB",
        ),
        "gone": (
            await opened(anna, mine(), described={"url": f"{harness.sandbox.base_url}/attachments/1/x.zip"}),
            "could not download",
        ),
        "nothing in it": (await opened(marshal, b"", "mine.yaml"), "`mine.yaml: (file): is empty`"),
        "a bomb": (
            await opened(anna, uploaded_files.bomb(), "../`@everyone`.zip"),
            "_everyone_.zip: (file): ",
        ),
        "a mistake": (await opened(anna, bad, "mine.yaml"), "`mine.yaml:3: turns: should be a whole number"),
    }

    taken_back = await marshal.slash("battle", "server", uploads=False)
    cases["no more"] = (await opened(anna, mine()), "`/server uploads:True`")

    assert "**Uploads**: not everyone" in taken_back.words
    wrong = {name: reply.words for name, (reply, words) in cases.items() if words not in reply.words}
    assert wrong == {}
    assert all(reply.ephemeral for reply, _ in cases.values())
    assert await harness.store.games.all() == []


@pytest.mark.fault(24)
async def test_whoever_sends_slowly_or_what_cannot_be_read_in_time_is_given_up(harness: Any) -> None:
    anna, bot, enough = await allowed(harness), harness.bot, asyncio.Event()

    async def trickles(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        await answer.write(b"PK")
        await enough.wait()
        return answer

    app = web.Application()
    app.router.add_get("/x.zip", trickles)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    stuck = (sys.executable, "-c", "import time; time.sleep(60)")
    ends = (sys.executable, "-c", "import sys; sys.exit(3)")
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/x.zip"
        bot.services.custom_battles.__init__(bot.games, bot.http, bot.services.server_battles, patience=0.2)
        slow = await opened(anna, mine(), described={"url": url})
    finally:
        enough.set()
        await runner.cleanup()
    answers = []
    for command in (stuck, ends):
        bot.services.custom_battles.__init__(
            bot.games, bot.http, bot.services.server_battles, BattleReaderProcess(0.3, command)
        )
        answers.append(await opened(anna, mine()))

    assert "could not download" in slow.words
    assert all("too much time or memory" in answer.words for answer in answers)
    assert await harness.store.games.all() == []


@pytest.mark.fault(24)
async def test_a_file_is_fetched_from_where_discord_says_and_nowhere_else(harness: Any) -> None:
    anna, asked = await allowed(harness), list[str]()

    async def leads_away(request: web.Request) -> web.StreamResponse:
        asked.append("file")
        raise web.HTTPFound("/within/the/house.zip")

    async def within(request: web.Request) -> web.StreamResponse:
        asked.append("within")
        return web.Response(body=mine())

    app = web.Application()
    app.router.add_get("/x.zip", leads_away)
    app.router.add_get("/within/the/house.zip", within)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/x.zip"
        reply = await opened(anna, mine(), described={"url": url})
    finally:
        await runner.cleanup()

    assert asked == ["file"]
    assert "could not download" in reply.words
    assert await harness.store.games.all() == []


@pytest.mark.long
@pytest.mark.fault(24)
async def test_the_biggest_battle_that_may_be_sent_fits_on_every_page(
    build: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async with build(
        world=World().with_locales({"Anna": "fr", "server": "fr"})
    ) as harness:  # the longer language
        anna = await allowed(harness)
        await opened(anna, uploaded_files.biggest().encode(), "mine.yaml", side="both")
        await harness.quiet()
        for command in ("game start", "game status", "game board", "done", "lobby show", "help"):
            await anna.slash("battle", command)
        await harness.quiet()

        game = await harness.game()
        assert len(game.scenario.hexes) == upload_limits.MOST_HEXES
        assert len(game.scenario.counters) == upload_limits.MOST["units"]
        assert len(game.active_entries) == 2
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
