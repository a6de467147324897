"""What the bot owes an answer when it is stopped or killed is answered when it is there again."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.owed import MOST_BYTES, Owed
from sandbox import Fault
from sandbox.hand import Reply
from tests.bot.test_bot_interactions import a_game, unhurried


def owing(made: Any) -> int:
    return int(made.interaction.id)


@pytest.mark.promise(7)
@pytest.mark.fault(31, 76)
async def test_what_was_acknowledged_and_not_answered_is_answered_after_the_restart(
    house: Any, caplog: Any
) -> None:
    anna, bruno = await a_game(house)
    unhurried(house)
    panel = await anna.slash("battle", "game status")
    shown = await anna.slash("battle", "move", unit="line-2", path="0908")
    await house.quiet()
    game, receipts = (await house.game()).game.id, house.bot.store.receipt
    house.sandbox.faults.append(Fault(method="PATCH", path="/webhooks/*", status=0, delay=60, times=2))
    moved = await anna.slash("battle", "move", {"unit": "line-1", "path": "0708"}, wait=False)
    asked = await bruno.slash("battle", "map", wait=False)
    while await receipts(owing(moved)) is None or house.sandbox.faults[-1].times:
        await asyncio.sleep(0.01)
    async with house.bot.desk.alone(game):
        pressed = await anna.click(shown, "Done", wait=False)
        typed = await anna.slash("battle", "done", wait=False)
        while not all(
            house.sandbox.state.records.interactions[i.interaction.id].acknowledged for i in (pressed, typed)
        ):
            await asyncio.sleep(0.01)
        kept = (house.folder / "owed").read_text()
        mode = (house.folder / "owed").stat().st_mode & 0o777
        await house.bot.reception.finish(0.0)
    await house.again()
    await house.quiet()

    def now(made: Any) -> Reply:
        return Reply(house.sandbox, house.sandbox.state.records.interactions[made.interaction.id])

    assert kept.count('"token"') == 4
    assert os.name == "nt" or mode == 0o600
    assert "0709 → 0708" in now(moved).words
    assert "I was restarted" in now(moved).words
    assert "Undo" in now(moved).labels
    assert "nothing of it was done" in now(asked).words
    assert "nothing of it was done" in now(typed).words
    assert "nothing of it was done" in now(pressed).followups[0].words
    assert "0909 → 0908" in shown.words, "the panel stays"
    assert (house.folder / "owed").read_text() == ""
    assert not any(i.token in caplog.text for i in house.sandbox.interactions)
    assert panel.message is not None
    undone = await anna.click(now(moved), "Undo")
    assert "Taken back" in undone.words


@pytest.mark.promise(7)
def test_a_damaged_file_of_what_is_owed_hinders_nobody(tmp_path: Path) -> None:
    path, now = tmp_path / "owed", datetime.now(UTC)
    ids = [int((now - timedelta(minutes=m)).timestamp() * 1000 - 1420070400000) << 22 for m in (20, 2, 1)]
    about = {"application": 1, "token": "T", "user": 2, "guild": 3, "channel": 4, "language": "fr"}
    lines = [json.dumps({"interaction": id_, **about}).encode() for id_ in ids]
    strange = [b"[1]", b"{}", b"\xff\x00", b"[" * 10_000, b'{"done":[]}', b'{"interaction":9e99}', b"1"]
    path.write_bytes(b"\n".join([*lines, *strange, lines[0][:-9]]))

    owed = Owed(path)
    left = owed.left(now)
    owed.end(ids[1])
    full = [replace(left[1], interaction=n, token="t" * 5000) for n in range(100)]
    for each in full:
        owed.begin(each)
        owed.end(each.interaction)
    again = Owed(path)

    assert [each.interaction for each in left] == ids[1:], "too old to be answered"
    assert path.stat().st_size < MOST_BYTES * 2
    assert [each.interaction for each in again.left(now)] == [ids[2]]
    again.end(ids[2])
    assert path.read_bytes() == b""
    owed.close()
    again.close()
    (tmp_path / "folder").mkdir()
    nowhere = Owed(tmp_path / "folder")
    nowhere.begin(left[1])
    nowhere.end(left[1].interaction)
