"""SIGKILL of the real bot while a game is played on from a position of a record: the lobby comes with its
record or not at all, and the game begins whole or not at all.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.features.record.positions import entry_at
from notation.record import read
from sandbox import Sandbox
from storage import backups
from tests.bot.recorded_games import stored
from tests.crash.bot_lives import PATIENCE, BotLives
from tests.crash.mortal_bot import Nursery, Step
from tests.crash.test_kill import answered, delivered, judge_posts

LOBBY = "commit *game.add_record*"
BEGUN = "commit *log.append_all*"
COUNT = "SELECT count(*) FROM"
WHEN = "2.blue.combat"

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX"),
    pytest.mark.promise(1, 2, 7),
    pytest.mark.fault(76),
    pytest.mark.timeout(600),
]


async def test_a_position_is_played_on_whole_or_not_at_all_though_one_bot_after_another_dies(
    tmp_path: Path, bots_nursery: Nursery
) -> None:
    (tmp_path / "data").mkdir()
    record = read(stored("ormes"))
    games: list[tuple[int, int]] = []
    begun: list[int] = []
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        bots = BotLives(tmp_path / "data", sandbox, bots_nursery)
        anna = sandbox.person("Anna")

        try:
            for step in (Step(f"before {LOBBY}", 1), Step(f"after {LOBBY}", 1)):
                await bots.live(step)
                await sandbox.ready(timeout=PATIENCE)
                await sandbox.person("Marshal").slash("battle", "server", uploads=True)
                sent = {"file": anna.choose("x.record.txt", stored("ormes")), "at": WHEN}
                await anna.slash("battle", "game import", sent, wait=False)
                assert await bots.died()
                games += bots.rows(f"SELECT ({COUNT} games), ({COUNT} imported_records)")
            for step in (Step(f"before {BEGUN}", 1), Step(f"after {BEGUN}", 1)):
                await bots.live(step)
                await sandbox.ready(timeout=PATIENCE)
                await answered(sandbox)
                for side in ("blue", "orange"):
                    await anna.slash("battle", "game join", side=side)
                await anna.slash("battle", "game start", wait=False)
                assert await bots.died()
                begun += bots.rows("SELECT count(*) FROM entries")[0]
            await bots.live()
            await sandbox.ready(timeout=PATIENCE)
            await answered(sandbox)
            await anna.slash("battle", "done")
            await delivered(bots.database)
        finally:
            await bots_nursery.kill()
        judge_posts(bots.database, sandbox)

    beginning = entry_at(record, WHEN)
    assert games == [(0, 0), (1, 1)], "the lobby, with its record"
    assert begun == [0, beginning + 1], "all of the beginning, and the remark that it goes on from there"
    assert bots.rows("SELECT status, imported_after FROM games") == [("playing", beginning)]
    assert bots.rows("SELECT count(*) FROM entries")[0][0] > beginning + 1
    assert backups.check(bots.database).faults == []
