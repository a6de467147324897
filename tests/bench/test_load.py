"""The load runs, everything that was confirmed is there afterwards, and the judge would have noticed if not.
How fast anything is, no test asks.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.load import games, processes, scripts, verification
from bench.load.__main__ import main
from bench.load.phases import QUICK
from engine.commands import Resign
from storage import Entry, Store
from tests.bot.conftest import printed_maps
from tests.storage.postgres_server import Postgres


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.promise(4, 8)
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_quick_load_loses_nothing_and_leaves_a_table(tmp_path: Path) -> None:
    code = main(["--quick", "--output", str(tmp_path / "load.json"), "--cache", str(printed_maps(tmp_path))])

    results = json.loads((tmp_path / "load.json").read_text("utf-8"))
    figures = {figure["name"]: figure for figure in results["figures"]}
    assert (code, results["wrong"]) == (0, [])
    assert figures["orders"]["value"] >= QUICK.orders
    assert figures["two drawing: acknowledgement, p99"]["goal"] == 500
    assert {figure["module"] for figure in results["figures"]} == {"load"}
    assert "| load | orders |" in (tmp_path / "load.md").read_text("utf-8")


@pytest.mark.long  # quick: tests/bench/scale/test_model.py, and tests/storage/postgres/
def test_orders_of_one_process_and_of_two_are_told_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    monkeypatch.setenv("DATABASE", "postgres")
    assert main(["--quick", "--output", str(tmp_path / "load.json")]) == 0

    results = json.loads((tmp_path / "load.json").read_text("utf-8"))
    figures = {figure["name"]: figure for figure in results["figures"]}
    assert figures["one process: orders"]["value"] > 0
    assert figures["orders of two processes v one"]["goal"] == 1.7


@pytest.mark.long
async def test_games_are_in_mid_play_and_their_logs_are_those_of_their_scripts(tmp_path: Path) -> None:
    sandbox, _ = processes.discord(processes.world(6))
    async with sandbox:
        going = await games.open_games(tmp_path / "games.db", sandbox, scripts.written(3, 8), 3)

    assert await verification.compared(tmp_path / "games.db", going) == []
    assert len({game.orders_taken for game in going}) > 2
    assert all(game.orders_taken <= len(game.script.steps) - 3 for game in going)


async def test_the_judge_misses_an_order_that_was_confirmed_and_sees_another(tmp_path: Path) -> None:
    sandbox, _ = processes.discord(processes.world(2))
    async with sandbox:
        going = await games.open_games(tmp_path / "games.db", sandbox, scripts.written(2, 2), 2)
    before = await verification.compared(tmp_path / "games.db", going)
    store = await Store.open(tmp_path / "games.db")
    async with store.writing() as tx:
        await tx.log.append(going[1].number, 1, Entry(kind="order", command=Resign(), at=datetime.now(UTC)))
    await store.close()

    for game in going:
        game.orders_taken = 1
    after = await verification.compared(tmp_path / "games.db", going)

    assert before == []
    assert after[0] == "game 1: 1 orders were confirmed, 0 are in its log"
    assert after[1].startswith("game 2, entry 2: Resign() in place of ")
