"""The process that reads strangers' battles: what it is told, when it is given up, for whom it reads next."""

from __future__ import annotations

import asyncio
import sys
from types import SimpleNamespace

import pytest
from aiohttp import TCPConnector, web

from bot.core.game_service import GameService
from bot.features.custom_battles.battle_reader_process import OWN, BattleReaderProcess
from bot.features.custom_battles.service import CustomBattles, Sent
from bot.runtime.fair_queue import Requester, working_for
from tests.bot.features.custom_battles.test_battle_rights import battles
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, refusal
from tests.patience import PATIENCE


def reader(program: str, patience: float = PATIENCE) -> BattleReaderProcess:
    return BattleReaderProcess(patience, (sys.executable, "-c", program))


async def test_it_is_told_nothing_of_what_only_the_bot_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISCORD_TOKEN", "GROGNARD_DATABASE", "PGPASSWORD"):
        monkeypatch.setenv(name, "secret")
    program = "import json, os; print(json.dumps({'told': sorted(os.environ)}))"

    told = (await reader(program).check(b"", "mill.yaml", "x"))["told"]

    assert "PATH" in told
    assert not {"DISCORD_TOKEN", "GROGNARD_DATABASE", "PGPASSWORD"} & {*told}


async def test_what_it_said_before_it_failed_counts_for_nothing() -> None:
    program = "import sys; print('{}', flush=True); sys.exit(3)"

    assert await refusal(reader(program).check(b"", "mill.yaml", "x")) == "battle_too_heavy"


async def test_one_person_has_few_files_waiting_and_keeps_no_other_from_it() -> None:
    """All of them are stopped with the process that is reading."""
    stuck, tasks = reader("import time; time.sleep(60)"), list[asyncio.Task[str]]()

    async def sent(person: int) -> str:
        with working_for(Requester(person=person)):
            return await refusal(stuck.check(b"", "mill.yaml", "x"))

    async def begun(person: int, count: int) -> list[asyncio.Task[str]]:
        tasks.extend(asyncio.create_task(sent(person)) for _ in range(count))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return [task for task in tasks if task.done()]

    assert await begun(ANNA, 1 + OWN) == []
    (refused,) = await begun(ANNA, 1)
    assert refused.result() == "reading_busy"
    assert await begun(BRUNO, 1) == [refused]
    for task in tasks:
        task.cancel()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(("size", "reason"), [(100, ""), (101, "file_large")])
async def test_no_more_is_fetched_than_may_be_sent_whatever_was_said_before(
    games: GameService, size: int, reason: str
) -> None:
    async def sends(request: web.Request) -> web.Response:
        return web.Response(body=b"x" * size)

    app = web.Application()
    app.router.add_get("/mill.zip", sends)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/mill.zip"
        async with TCPConnector() as connector:
            http = SimpleNamespace(connector=connector, proxy=None, proxy_auth=None)
            uploads = CustomBattles(games, http, battles(games))
            sent = Sent(name="mill.zip", size=9, url=url)
            assert await refusal(uploads._fetched(sent, 100)) == reason
    finally:
        await runner.cleanup()
