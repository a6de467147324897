"""A game that goes on from a position of a record: on PostgreSQL, in a browser, what it keeps of people."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from notation.record import read, write
from storage import backups
from tests.bot.conftest import open_harness
from tests.bot.features.privacy.test_privacy import exported, forgotten, number
from tests.bot.features.record.test_import import brought, faults
from tests.bot.features.record.test_positions import BLUE_COMBAT, ORMES, begun, finished, orders
from tests.bot.personal_data_scan import traces
from tests.long_forms import long_but
from tests.storage.postgres_server import Postgres

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NAMES = ("Zacharie", "Yolande")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


@pytest.mark.long
async def test_on_a_server_it_is_played_on_restarted_exported_and_imported_again(
    tmp_path: Path, postgres: Postgres
) -> None:
    there = postgres.at(postgres.fresh())
    async with open_harness(tmp_path, database=there) as harness:
        anna, _, game = await begun(harness)
        before = await orders(harness, 4)
        await harness.again()
        after = await harness.game()
        record = await finished(harness, 3)
        again = await brought(anna, write(record).encode())
    report = await asyncio.to_thread(backups.check, there)

    assert game.record.imported_after == BLUE_COMBAT
    assert (after.entries, after.state) == (before.entries, before.state)
    assert [part.until for part in record.earlier] == [BLUE_COMBAT]
    assert faults(record) == ""
    assert "is imported as game" in again.words
    assert (report.games, report.faults) == (2, [])


@pytest.mark.long
async def test_who_sent_the_record_is_told_of_it_and_gone_after_deleting_their_data(harness: Any) -> None:
    anna, bruno, game = await begun(harness)
    await orders(harness, 4)
    before = await harness.game()
    number_ = game.record.id

    reply = await anna.slash("battle", "me data show")
    kept = exported(await anna.click(reply, "Download as a file"))
    await forgotten(harness, anna)
    after = await harness.bot.games.game(number_)
    record = await bruno.slash("battle", "game export", game=str(number_))

    (mine,) = kept["games"]
    assert (mine["id"], mine["status"], mine["opened"]) == (number_, "playing", True)
    assert "Bruno" not in json.dumps(kept)
    assert await traces(harness.store, number(anna), "Anna") == []
    assert [(e.command, e.events) for e in after.entries[: len(before.entries)]] == [
        (e.command, e.events) for e in before.entries
    ]
    assert "Anna" not in record.words + repr(after.record.seats)


async def test_no_player_of_the_record_is_named_in_the_game_that_goes_on_from_it(harness: Any) -> None:
    named = [replace(p, name=name) for p, name in zip(ORMES.players, NAMES, strict=True)]
    data = write(replace(ORMES, players=tuple(named)))

    anna, _, game = await begun(harness, data.encode())
    record = await finished(harness, 4)
    given = read((await anna.slash("battle", "game export")).file())

    assert given.players == record.players, "not the record that was sent"
    assert all(name in data for name in NAMES)
    assert {entry.who for entry in game.entries[:BLUE_COMBAT]} == {None}
    assert {player.name for player in record.players} == {"Anna", "Bruno"}
    assert not [name for name in NAMES if name in write(record)]


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
@pytest.mark.xdist_group("browser")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("width", long_but([390], [1280, 390]))
async def test_its_replay_begins_with_the_record_and_goes_on_in_a_browser(
    harness: Any, tmp_path: Path, width: int
) -> None:
    playwright = pytest.importorskip("playwright.async_api", reason="no playwright here")
    anna, _, _ = await begun(harness)
    await orders(harness, 4)
    replay = await anna.slash("battle", "game export", form="replay")
    file = tmp_path / "replay.html"
    file.write_bytes(replay.file())
    wrong: list[str] = []

    async with playwright.async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = await chromium.new_page(viewport={"width": width, "height": 844})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.goto(f"file://{file}")
        await page.wait_for_selector("canvas[data-drawn]")
        first, last = (int(n) for n in (await page.inner_text("#count")).split("/"))
        await page.keyboard.press("End")
        await page.wait_for_selector(f"canvas[data-drawn='{last - 1}']")
        text = await page.inner_text("body")
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await chromium.close()

    assert wrong == []
    assert first == 1 < last
    assert "Ormes" in text
    assert wide <= width
