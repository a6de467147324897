"""Hours and vacations of players: what can be had, and what was had already. A real database, no Discord."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.core.game_service import GameService
from bot.features.time_control.absences import CHANGED_AFTER, CORRECTED_IN, AbsenceService, read_quiet
from engine.errors import NotOnTable
from storage import Vacation
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, by, refusal

NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
MOMENT, DAY = timedelta(microseconds=1), timedelta(days=1)


class Absent:
    """What Anna says of herself, by a clock that tests move."""

    def __init__(self, games: GameService) -> None:
        self.now = NOON
        self.games = games
        games.clock = lambda: self.now
        self.service = AbsenceService(games)

    async def hours(self, quiet: str) -> str:
        return await refusal(self.service.hours(by(ANNA), quiet=quiet))

    async def away(self, first: str, last: str = "") -> str:
        return await refusal(self.service.vacation(by(ANNA), first, last))

    async def vacations(self) -> list[Vacation]:
        return await self.games.store.players.vacations([ANNA])


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("22-10", (1320, 600)), ("8-20", (480, 1200)), ("12:30-0:30", (750, 30)), ("7-7", None)],
)
def test_half_a_day_can_be_quiet_over_midnight_too(typed: str, hours: tuple[int, int] | None) -> None:
    assert read_quiet(typed) == hours


@pytest.mark.parametrize("typed", ["8-20:01", "22-10:01", "7-6"])
def test_more_than_half_a_day_cannot_be_quiet(typed: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        read_quiet(typed)

    assert refused.value.reason == "quiet_too_long"


async def test_hours_are_corrected_for_a_quarter_of_an_hour_and_changed_after_a_day(
    games: GameService,
) -> None:
    """To correct them does not begin the quarter of an hour, nor the day, again."""
    anna = Absent(games)
    first = await anna.hours("22-6")
    anna.now += CORRECTED_IN - MOMENT
    corrected = await anna.hours("22-7")
    anna.now += 2 * MOMENT
    late = await anna.hours("22-8")
    anna.now = NOON + CHANGED_AFTER - MOMENT
    still = await anna.hours("22-8")
    anna.now += MOMENT

    assert (first, corrected, late, still) == ("", "", "hours_set_lately", "hours_set_lately")
    assert await anna.hours("22-8") == ""


async def test_daily_reminders_are_ended_by_whose_they_are(games: GameService) -> None:
    anna = Absent(games)

    assert await refusal(anna.service.no_daily(by(BRUNO), ANNA)) == "not_your_reminder"
    assert (await games.store.players.get(ANNA)).daily
    assert await refusal(anna.service.no_daily(by(ANNA), ANNA)) == ""
    assert not (await games.store.players.get(ANNA)).daily


@pytest.mark.long
async def test_no_day_is_taken_twice_and_the_days_after_one_that_has_ended_are_free(
    games: GameService,
) -> None:
    anna = Absent(games)
    await anna.away("2026-06-18", "2026-06-20")

    assert await anna.away("2026-06-20", "2026-06-22") == "vacation_twice"
    assert await anna.away("2026-06-21", "2026-06-22") == ""
    assert await refusal(anna.service.vacation(by(ANNA), end=True)) == ""
    anna.now += timedelta(hours=1)
    assert await anna.away("2026-06-18", "2026-06-20") == ""
    assert [(v.first.day, v.last.day) for v in await anna.vacations()] == [(18, 18), (18, 20), (21, 22)]


async def test_the_vacation_under_way_is_ended_before_one_that_comes(games: GameService) -> None:
    anna = Absent(games)
    await anna.away("2026-06-18", "2026-06-20")
    await anna.away("2026-07-01", "2026-07-02")
    anna.now += DAY
    await anna.service.vacation(by(ANNA), end=True)
    under_way, coming = await anna.vacations()

    assert (under_way.ends, under_way.last) == (anna.now, date(2026, 6, 19))
    assert coming.first == date(2026, 7, 1)
    await anna.service.vacation(by(ANNA), end=True)
    assert await anna.vacations() == [under_way]


async def test_no_vacation_reaches_further_than_a_year_ahead(games: GameService) -> None:
    anna = Absent(games)

    assert await anna.away("2027-06-18", "2027-06-20") == "vacation_too_far"
    assert await anna.away("2027-06-18", "2027-06-19") == ""


async def test_what_is_delivered_twice_is_done_once(games: GameService) -> None:
    anna, asked = Absent(games), by(ANNA)
    await anna.service.hours(asked, reminder="3h")
    await anna.service.hours(by(ANNA), reminder="5h")
    await anna.service.hours(asked, reminder="3h")

    assert (await games.store.players.get(ANNA)).reminder == timedelta(hours=5)
