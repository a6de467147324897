"""Demonstrations: the computer plays both sides of a battle for those who watch."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.core.report_segments import ended_by
from tests.bot.conftest import open_harness

PACE = 0.3


def watched(person: Any) -> list[Any]:
    """The posts of a demonstration that can be stopped."""
    return [m for m in person.sees("battle") if "Stop the demonstration" in str(m.buttons)]


async def test_a_demonstration_goes_at_a_pace_at_which_it_can_be_read_and_its_host_stops_it(
    tmp_path: Path,
) -> None:
    async with open_harness(tmp_path, bot={"demo_pace": PACE}) as harness:
        anna, bruno = harness.person("Anna"), harness.person("Bruno")
        answer = await anna.slash("battle", "game demo", battle="tutorial", first="easy", second="hard")
        while not watched(bruno):
            await asyncio.sleep(0.05)

        refused = await bruno.click(watched(bruno)[0], "Stop the demonstration")
        playing = await harness.game()
        while (await harness.game()).state.turn < 2:
            await asyncio.sleep(0.05)
        stopped = await anna.click(answer, "Stop the demonstration")
        await harness.quiet()
        again = await anna.click(answer, "Stop the demonstration")
        game, last = await harness.game(), anna.sees("battle")

    assert "the computer player, level easy" in answer.words
    assert "the computer player, level hard" in answer.words
    assert "moderator can stop it" in refused.words
    assert playing.record.status == "playing"
    assert "has ended" in stopped.words
    assert "over" in again.words
    assert (game.record.status, game.record.rated, game.state.result) == ("over", False, None)
    assert any("Anna has stopped the demonstration" in m.words for m in last)
    reports = [e.at for e in game.entries if ended_by(game.at(e.seq), e.seq)]
    assert len(reports) > 2
    assert min((then - before).total_seconds() for before, then in pairwise(reports)) >= PACE
