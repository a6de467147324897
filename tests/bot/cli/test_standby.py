"""A stand-by waits for the games, and has them as soon as the process that had them is gone."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli import run, settings
from storage import DatabaseTrouble, Store
from tests.empty_database import empty_database


async def test_a_stand_by_takes_over_and_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "STANDBY_LOOK", 0.01)
    first, stop = await Store.open(empty_database(tmp_path / "grognard.db")), asyncio.Event()
    config = settings.read(tmp_path, env={"GROGNARD_STANDBY": "1"}, here=tmp_path)
    with pytest.raises(DatabaseTrouble):
        await run._opened(replace(config, standby=False), stop)
    waiting = asyncio.create_task(run._opened(config, stop))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await first.close()
    second = await waiting
    assert await second.guilds.ids() == set()
    assert capsys.readouterr().out.count("Standing by") == 1

    told_to_stop = asyncio.create_task(run._opened(config, stop))
    await asyncio.sleep(0.05)
    stop.set()
    with pytest.raises(DatabaseTrouble):
        await told_to_stop
    await second.close()
