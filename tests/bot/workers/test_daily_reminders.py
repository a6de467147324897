"""Reminders in games without a clock: once a day, to whom it waits for; off, on again, restarts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.features.lobby import seating
from bot.features.time_control.absences import AbsenceService
from bot.workers.computer_player import choose
from bot.workers.daily_reminders import LONGEST
from bot.workers.deadline_scheduler import DeadlineScheduler
from engine.commands import Done
from storage import Pause, Store
from tests.bot.workers.test_deadline_scheduler import DAY, HOUR, NOON, DeadlineHarness
from tests.empty_database import empty_database


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[DeadlineHarness]:
    store = await Store.open(empty_database(tmp_path / "games.db"), clock=lambda: NOON)
    harness = DeadlineHarness(store)
    yield harness
    await harness.alarm.close()
    await store.close()


async def reminded(harness: DeadlineHarness, game: int) -> list[int]:
    return [post.body["user"] for post in await harness.store.outbox.of_game(game, "daily")]


async def restart(harness: DeadlineHarness) -> None:
    """Another process looks after the games."""
    await harness.alarm.close()
    harness.alarm = DeadlineScheduler(harness.games, lambda: harness.steady, retry=0.0)
    harness.games.subscribe(harness.alarm.wake)
    await harness.look()


async def test_once_a_day_the_player_is_reminded_for_whom_the_game_waits(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")

    await harness.passes(DAY - HOUR)
    early = await reminded(harness, game)
    await harness.passes(2 * HOUR)
    once = await reminded(harness, game)
    for _ in range(3):
        await harness.passes(7 * HOUR)
    still = await reminded(harness, game)
    await harness.passes(3 * HOUR)

    assert (early, once, still) == ([], [1], [1])
    assert await reminded(harness, game) == [1, 1]


@pytest.mark.long
async def test_an_order_that_everybody_sees_puts_the_reminder_off_for_a_day(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    await harness.passes(20 * HOUR)
    await harness.games.order(game, harness.actor(1), Done())
    await harness.passes(20 * HOUR)
    before = await reminded(harness, game)
    await harness.passes(5 * HOUR)

    table = await harness.games.game(game)
    assert before == []
    assert await reminded(harness, game) == [table.seat(table.owing[0]).user]


async def test_a_restart_neither_repeats_nor_loses_a_reminder(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    await harness.passes(DAY + HOUR)
    await restart(harness)
    await restart(harness)
    repeated = await reminded(harness, game)
    await harness.alarm.close()
    harness.now += 3 * DAY  # no one was there when the next ones were due
    harness.steady += (3 * DAY).total_seconds()
    await restart(harness)

    assert repeated == [1]
    assert await reminded(harness, game) == [1, 1]


async def test_who_turned_them_off_is_left_in_peace_until_they_are_on(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    absences = AbsenceService(harness.games)
    await absences.no_daily(harness.actor(1), 1)
    await harness.passes(3 * DAY)
    off = await reminded(harness, game)
    await absences.hours(harness.actor(1), daily=True)
    await harness.look()

    assert off == []
    assert await reminded(harness, game) == [1]


@pytest.mark.long
async def test_reminders_wait_for_the_end_of_quiet_hours_and_vacations(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    absences = AbsenceService(harness.games)
    await absences.hours(harness.actor(1), quiet="11-14")
    await harness.passes(DAY + HOUR)
    quiet = await reminded(harness, game)
    await harness.passes(HOUR)
    awake = await reminded(harness, game)
    await absences.vacation(harness.actor(1), last="+3")
    await harness.passes(2 * DAY)
    away = await reminded(harness, game)
    await harness.passes(2 * DAY)

    assert (quiet, awake, away) == ([], [1], [1])
    assert await reminded(harness, game) == [1, 1]


async def test_in_secret_orders_both_are_reminded_whatever_one_has_written(harness: DeadlineHarness) -> None:
    game = await harness.game("nonaka", "")
    await harness.passes(20 * HOUR)
    now = await harness.games.game(game)
    await harness.games.order(game, harness.actor(1), choose(now, now.side_for(1)))
    await harness.passes(5 * HOUR)

    assert sorted(await reminded(harness, game)) == [1, 2]


async def test_no_one_is_reminded_in_place_of_who_has_deleted_their_data(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    async with harness.store.writing() as tx:
        await tx.privacy.erase(1)
    harness.games.forget(game)
    await harness.passes(2 * DAY)

    assert (await harness.games.game(game)).seat("blue").user == -1
    assert await reminded(harness, game) == []


@pytest.mark.long
async def test_after_two_weeks_without_an_order_no_one_is_reminded_any_more(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    await harness.passes(LONGEST - DAY)
    last = await reminded(harness, game)
    await harness.passes(DAY)
    at_most = await reminded(harness, game)
    await harness.passes(2 * DAY)

    assert (last, at_most) == ([1], [1, 1])
    assert await reminded(harness, game) == [1, 1]


async def test_no_one_is_reminded_while_a_game_is_paused(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    async with harness.store.writing() as tx:
        await tx.pauses.save(Pause(game=game, by=9, reason="dinner", since=harness.now))
    await harness.passes(2 * DAY)
    paused = await reminded(harness, game)
    async with harness.store.writing() as tx:
        await tx.pauses.delete(game)
    await harness.look()

    assert paused == []
    assert await reminded(harness, game) == [1]


@pytest.mark.long
async def test_a_game_given_up_is_no_longer_reminded_of(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "")
    for _ in range(40):
        await harness.passes(DAY)

    assert await reminded(harness, game) == [1] * (LONGEST // timedelta(days=1))


@pytest.mark.parametrize("scenario", ["tutorial"])
async def test_in_a_lesson_no_one_is_reminded(harness: DeadlineHarness, scenario: str) -> None:
    created: Any = await seating.create_game(
        harness.games, harness.actor(), scenario, "", seating.COMPUTER, ""
    )
    await seating.start(harness.games, created.record.id, harness.actor())
    await harness.look()
    await harness.passes(3 * DAY)

    assert await reminded(harness, created.record.id) == []
