"""Battles of one's own over real sockets: who may send them, how they are played, what is refused."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from aiohttp import web

import scenarios
from bot.reader import Reader
from bot.uploads import Uploads
from sandbox.world import World
from scenarios import bounds
from scenarios.bounds import LARGEST
from tests import strangers
from tests.bot.hostile import Sender
from tests.strangers import folder, single, zipped

MIB = 1024 * 1024


async def allowed(house: Any) -> Any:
    """Everybody may send battles; Anna."""
    await house.person("Marshal").slash("battle", "server", uploads=True)
    return house.person("Anna")


async def opened(who: Any, data: bytes, name: str = "mine.zip", **more: Any) -> Any:
    """A battle sent with /game new."""
    given = {"file": who.choose(name, data, **more.pop("described", {}))} | more
    return await who.slash("battle", "game new", given)


def mine(battle: str = "ormes") -> bytes:
    """A battle of the house as the zip of its folder, under the id of another one."""
    files = folder(battle)
    return zipped({**files, "scenario.yaml": files["scenario.yaml"].replace(f"id: {battle}", "id: tutorial")})


@pytest.mark.fault(24)
async def test_a_battle_of_ones_own_is_played_and_played_again_after_a_restart(house: Any) -> None:
    anna = house.person("Anna")
    refused = await opened(anna, mine(), side="both")
    assert "only members with Manage Server" in refused.words
    assert await house.store.games() == []

    await allowed(house)
    reply = await opened(anna, mine(), side="both")
    await house.quiet()
    lobby = await anna.until("battle", "· lobby")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "done")
    shown = await anna.slash("battle", "map")
    await house.again()
    await anna.slash("battle", "done")
    table = await house.game()

    assert "Ormes" in reply.words
    assert "Ormes" in lobby.words
    assert shown.file().startswith(b"\x89PNG")
    assert table.scenario.id.startswith("own-tutorial-")
    assert table.scenario.counters == scenarios.load("ormes").counters
    assert len(table.living) == 3
    books = await anna.slash("battle", "learn")
    assert books.words.count("not yet begun") == 4, "somebody's battle of the same name teaches nothing"
    ids = {
        c["value"] for c in await anna.complete("battle", "game new", {"scenario": ""}, focused="scenario")
    }
    assert ids == {*scenarios.all()}

    await anna.click(await anna.slash("battle", "game resign"), "Yes")
    await house.quiet()
    await anna.slash("battle", "game rematch")
    await house.quiet()
    again = await house.game()
    assert again.game.id != table.game.id
    assert again.game.printed == table.game.printed


@pytest.mark.fault(24)
async def test_what_is_no_battle_is_refused_privately_and_opens_nothing(house: Any) -> None:
    anna = await allowed(house)
    marshal = house.person("Marshal")
    Sender(house, anna).slash(("game", "new"), [{"name": "file", "type": 11, "value": "17"}])
    await anna.until("battle", "could not fetch")  # a number without a file
    bad = single("ormes").replace("turns: 8", "turns: many", 1).encode()
    cases = {
        "no battle": (await anna.slash("battle", "game new"), "Which battle?"),
        "both": (await opened(anna, mine(), scenario="ormes"), "not both"),
        "another kind": (await opened(anna, strangers.picture(), "map.png"), "“map\\.png” is no battle"),
        "25 MiB": (await opened(anna, b"PK", described={"size": 25 * MIB}), "256 KiB are the most"),
        "more than it says": (await opened(anna, bytes(2 * LARGEST), described={"size": 9}), "256 KiB are"),
        "gone": (
            await opened(anna, mine(), described={"url": f"{house.sandbox.base_url}/attachments/1/x.zip"}),
            "could not fetch",
        ),
        "nothing in it": (await opened(marshal, b"", "mine.yaml"), "`mine.yaml: (file): is empty`"),
        "a bomb": (await opened(anna, strangers.bomb(), "../`@everyone`.zip"), "_everyone_.zip: (file): "),
        "a mistake": (await opened(anna, bad, "mine.yaml"), "`mine.yaml:3: turns: should be a whole number"),
    }

    taken_back = await marshal.slash("battle", "server", uploads=False)
    cases["no more"] = (await opened(anna, mine()), "`/server uploads:True`")

    assert "**Uploads**: only members with Manage Server" in taken_back.words
    wrong = {name: reply.words for name, (reply, words) in cases.items() if words not in reply.words}
    assert wrong == {}
    assert all(reply.ephemeral for reply, _ in cases.values())
    assert await house.store.games() == []


@pytest.mark.fault(24)
async def test_whoever_sends_slowly_or_what_cannot_be_read_in_time_is_given_up(house: Any) -> None:
    anna, bot, enough = await allowed(house), house.bot, asyncio.Event()

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
        bot.uploads = Uploads(bot.desk, bot.http, patience=0.2)
        slow = await opened(anna, mine(), described={"url": url})
    finally:
        enough.set()
        await runner.cleanup()
    answers = []
    for command in (stuck, ends):
        bot.uploads = Uploads(bot.desk, bot.http, Reader(0.3, command))
        answers.append(await opened(anna, mine()))

    assert "could not fetch" in slow.words
    assert all("too much time or memory" in answer.words for answer in answers)
    assert await house.store.games() == []


@pytest.mark.fault(24)
async def test_the_biggest_battle_that_may_be_sent_fits_on_every_page(
    build: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async with build(world=World().speaking({"Anna": "fr", "server": "fr"})) as house:  # the longer language
        anna = await allowed(house)
        await opened(anna, strangers.biggest().encode(), "mine.yaml", side="both")
        await house.quiet()
        for command in ("game start", "game status", "board", "done", "lobby show", "help"):
            await anna.slash("battle", command)
        await house.quiet()

        table = await house.game()
        assert len(table.scenario.hexes) == bounds.MOST_HEXES
        assert len(table.scenario.counters) == bounds.MOST["units"]
        assert len(table.living) == 2
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
