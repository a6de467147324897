"""Deadlines at a fixed hour of every day: as typed, through summer and winter time, after vacations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import fixed_hour, terms
from bot.clock.rest_hours import RestHours, reminder_of
from bot.clock.side_clocks import Situation, advance
from bot.clock.terms import TimeControl
from engine.errors import NotOnTable

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
EVENING = TimeControl(kind="daily", allowance=12 * HOUR, hour=21 * 60, zone="Europe/Paris")


@pytest.mark.parametrize(
    ("typed", "zone", "text"),
    [
        ("daily 21:00", "Europe/Paris", "daily 21:00 Europe/Paris"),
        ("Daily 21h", "Europe/Paris", "daily 21:00 Europe/Paris"),
        ("daily 9h30 europe/paris", "Asia/Tokyo", "daily 09:30 Europe/Paris"),
        ("quotidien à 7:05", "", "daily 07:05 UTC"),
        ("daily-21:00 tokyo", "", "daily 21:00 Asia/Tokyo"),
    ],
)
def test_an_hour_is_read_in_the_zone_of_the_one_who_types_it(typed: str, zone: str, text: str) -> None:
    control = terms.read(typed, zone=zone)

    assert control is not None
    assert control.text == text
    assert terms.stored(control.json()) == control


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("daily", "no_such_clock"),
        ("daily 24:00", "no_such_clock"),
        ("daily 12:60", "no_such_clock"),
        ("daily 21:00 Atlantis/Deep", "no_such_zone"),
    ],
)
def test_hours_that_are_none(typed: str, reason: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        terms.read(typed)
    assert refused.value.reason == reason


@pytest.mark.parametrize("time", ["daily 21:00 Europe/Paris", "daily 21:00", "daily-21h"])
def test_it_stands_among_the_options_of_a_new_game(time: str) -> None:
    control, rest = terms.taken_from(f"line_of_sight=yes clock={time} late=wait", "Europe/Paris")

    assert control is not None
    assert (control.text, control.late, rest.split()) == (EVENING.text, "wait", ["line_of_sight=yes"])
    assert terms.taken_from(control.options) == (control, " ")


def at(day: int, hour: int, month: int = 3) -> datetime:
    return datetime(2027, month, day, hour, tzinfo=UTC)


def test_the_hour_is_the_one_on_the_wall_through_summer_and_winter_time() -> None:
    due = [fixed_hour.due(at(day, 12), 21 * 60, "Europe/Paris", []) for day in (27, 28)]
    back = [fixed_hour.due(at(day, 12, 10), 21 * 60, "Europe/Paris", []) for day in (30, 31)]
    gap = fixed_hour.due(at(27, 12), 150, "Europe/Paris", [])  # 02:30 does not exist on the 28th

    assert due == [at(27, 20), at(28, 19)]
    assert back == [at(30, 19, 10), at(31, 20, 10)]
    assert gap == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)


def test_it_is_never_before_the_notice_has_passed_and_never_a_day_late() -> None:
    for hour in range(72):
        earliest = at(10, 0) + hour * HOUR
        due = fixed_hour.due(earliest, 21 * 60, "Europe/Paris", [])
        assert earliest <= due < earliest + DAY
        assert due.hour == 20


def test_quiet_hours_do_not_move_it_but_a_vacation_of_all_does() -> None:
    quiet = RestHours(zone="Europe/Paris", quiet=(20 * 60, 8 * 60))
    away = RestHours(away=((at(10, 0), at(14, 0)),))

    assert fixed_hour.due(at(10, 12), 21 * 60, "Europe/Paris", [quiet]) == at(10, 20)
    assert fixed_hour.due(at(10, 12), 21 * 60, "Europe/Paris", [away]) == at(14, 20)
    assert fixed_hour.due(at(10, 12), 21 * 60, "Europe/Paris", [away, quiet]) == at(10, 20)


def test_the_reminder_comes_before_it_as_wished_at_half_time_at_the_earliest() -> None:
    due = at(10, 20)

    assert reminder_of(due, at(10, 4), 6 * HOUR, RestHours()) == at(10, 14)
    assert reminder_of(due, at(10, 16), 6 * HOUR, RestHours()) == at(10, 18)
    assert reminder_of(due, at(10, 4), timedelta(), RestHours()) is None


def test_each_decision_has_the_whole_notice_even_after_a_pause() -> None:
    here = Situation(game=1, period="1", player="blue", sides=("blue",), owing=frozenset({"blue"}))
    waits = Situation(game=1, period="1", player="blue", sides=("blue",), owing=frozenset())
    rests = {"blue": [RestHours()]}
    began = advance(here, EVENING, {}, rests, at=at(10, 1), now=at(10, 1)).dials
    halted = advance(waits, EVENING, began, rests, at=at(10, 11), now=at(10, 11)).dials
    resumed = advance(here, EVENING, halted, rests, at=at(20, 5), now=at(20, 5)).dials

    assert halted["blue"].left == 2 * HOUR
    assert (resumed["blue"].since, resumed["blue"].left) == (at(20, 5), 12 * HOUR)
