"""The clocks of many games in fast-forward: nothing is lost, and the scheduler keeps and asks no more than it
has to."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bench.scale import week
from bot.workers import deadline_scheduler


@pytest.mark.long
async def test_the_clocks_of_twenty_thousand_games_go_on_within_the_bounds(tmp_path: Path) -> None:
    seen = await week.simulated(tmp_path, games=20_000, hours=4.0, step=300)
    assert seen.wrong == ()
    assert seen.done > 500
    assert seen.orders > 2000
    assert seen.windows > 2
    assert seen.kept < 2000
    assert 0 < seen.together < seen.done


async def test_what_is_kept_beyond_the_window_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline_scheduler, "WINDOW", timedelta(days=9))
    seen = await week.simulated(tmp_path, games=500, hours=2.0, step=600)
    assert any("games are kept" in text for text in seen.wrong)


@pytest.mark.long
async def test_moments_that_are_not_read_in_time_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.clock.due_games.DueGames.must_extend", lambda games, until: False)
    seen = await week.simulated(tmp_path, games=2000, hours=5.0, step=600)
    assert any("overdue" in text for text in seen.wrong)
